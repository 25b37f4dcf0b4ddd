import Contacts
import Foundation
import GLib
import Gtk
import Model
import Network

/// The photos of a contact, one at a time, as large as the window. The file of the avatar shows until they come.
final class PhotoPage {
    /// Of the names of the actions.
    private static let prefix = "shown-photo"

    let root: Widget
    let header = HeaderBar()
    var onBack: (() -> Void)?
    var onUse: ((ContactPhoto) -> Void)?
    var onDelete: ((ContactPhoto) -> Void)?
    /// A sentence for the person.
    var onSay: ((String) -> Void)?
    weak var window: ApplicationWindow?
    /// The uses that photos have.
    enum Use {
        /// They are shown alone.
        case none
        /// Another photo can become the avatar, and each can be deleted.
        case ofPage
        /// Each photo can become the avatar of the form.
        case ofForm
    }
    var use = Use.none { didSet { showPlace() } }

    private let view = PhotoView()
    private let spinner = Spinner.page()
    private let title = WindowTitle("")
    private let previous = Button(icon: "go-previous-symbolic", tooltip: tr("Previous Photo"))
    private let next = Button(icon: "go-next-symbolic", tooltip: tr("Next Photo"))
    private let actions = ActionGroup()
    private var items: [String: Action] = [:]
    private var album: PhotoAlbum?
    private var photos: [ContactPhoto] = []
    private var place = 0
    /// The file of the photo on the screen.
    private var file: Data?
    private var loading: Task<Void, Never>? { didSet { oldValue?.cancel() } }
    /// The photo of this place is not there yet.
    private var isLoading = false { didSet { showPlace() } }

    init() {
        let menu = Menu()
        let labels = [
            ("use", tr("_Use Photo")), ("copy", tr("_Copy")), ("save", tr("_Save As…")), ("delete", tr("_Delete")),
        ]
        for (name, label) in labels { menu.append(label, action: "\(Self.prefix).\(name)") }
        let back = Button(icon: "go-previous-symbolic", tooltip: tr("Back"))
        header.addClass("flat")
        header.setTitle(Squeezer(title))
        header.packStart(back)
        header.packEnd(MenuButton(icon: "view-more-symbolic", tooltip: tr("Photo Menu"), menu: menu))
        view.root.expandsVertically = true
        view.root.setMinimumSize(width: 64, height: 64)
        let ways = Overlay(view.root)
        spinner.canTarget = false
        ways.add(spinner)
        for (button, side) in [(previous, Alignment.start), (next, .end)] {
            button.addClass("osd")
            button.addClass("circular")
            button.horizontalAlignment = side
            button.verticalAlignment = .center
            button.setMargins(start: 12, end: 12)
            ways.add(button)
        }
        let box = Box(.vertical)
        box.append(header)
        box.append(ways)
        root = box
        back.onClicked { [weak self] in self?.onBack?() }
        previous.onClicked { [weak self] in self?.go(by: -1) }
        next.onClicked { [weak self] in self?.go(by: 1) }
        items["use"] = actions.addAction("use") { [weak self] in self?.withPhoto { self?.onUse?($0) } }
        items["delete"] = actions.addAction("delete") { [weak self] in self?.withPhoto { self?.onDelete?($0) } }
        items["copy"] = actions.addAction("copy") { [weak self] in self?.copy() }
        items["save"] = actions.addAction("save") { [weak self] in self?.save() }
        root.insert(actions, as: Self.prefix)
        root.addShortcut("<Control>c", for: "\(Self.prefix).copy")
        root.addShortcut("<Control><Shift>s", for: "\(Self.prefix).save")
        root.onUnusedKey { [weak self] in self?.press($0) ?? false }
        view.onZoom = { [weak root = view.root] zoom in
            root?.setAccessibleDescription(zoom > 1 ? tr("Zoom %1$s", zoom.formatted(Crop.percent)) : nil)
        }
    }

    /// Shows the photos of a contact. The `kept` file of its avatar shows until the photos of the album come. A contact without
    /// either shows the avatar that is `fetched` from its address. Photos that were `found` are not read again.
    func show(
        _ contact: ContactID, name: String, kept: @escaping () async -> Data?,
        fetched: @escaping () async throws(ServerError) -> Data? = { nil }, from album: PhotoAlbum?,
        found: [ContactPhoto] = [], at place: Int = 0
    ) {
        clear()
        self.album = album
        title.title = name
        view.root.setAccessibleLabel(tr("%1$s avatar photo", name))
        (photos, self.place) = (found, place)
        isLoading = true
        loading = Task { [weak self] in
            if let album, !found.isEmpty {
                await self?.showPhoto(from: album)
                return
            }
            await self?.show(file: kept())
            var reason = tr("This contact has no photos.")
            if let album {
                let (found, problem) = await album.all(of: contact)
                guard !Task.isCancelled, let self else { return }
                guard found.isEmpty else { return await self.show(found, from: album) }
                if let problem { reason = problem.sentence }
                if let problem, self.view.picture != nil { self.onSay?(problem.sentence) }
            }
            if self?.view.picture == nil {
                do throws(ServerError) { await self?.show(file: try await fetched()) } catch { reason = error.sentence }
            }
            guard !Task.isCancelled, let self else { return }
            self.isLoading = false
            guard self.view.picture == nil else { return }
            // An empty page tells nothing.
            self.onSay?(reason)
            self.onBack?()
        }
    }

    /// Lets go of the contact.
    func clear() {
        loading = nil
        (album, photos, place, file) = (nil, [], 0, nil)
        view.show(nil)
        title.title = ""
        isLoading = false
    }

    /// Gives the focus to the picture.
    func focus() {
        view.root.grabFocus()
    }

    private func show(file: Data?) async {
        let picture = if let file { try? await ChosenPicture.open(file) } else { ChosenPicture?.none }
        guard !Task.isCancelled else { return }
        view.show(picture)
        if picture != nil { self.file = file }
        showPlace()
    }

    private func show(_ found: [ContactPhoto], from album: PhotoAlbum) async {
        photos = found
        let avatar = found.firstIndex(where: \.isAvatar)
        place = avatar ?? 0
        await showPhoto(from: album, isKept: avatar != nil)
    }

    /// Shows the photo of the place. With `isKept` the picture on the screen is a copy of it.
    private func showPhoto(from album: PhotoAlbum, isKept: Bool = false) async {
        guard let shownPhoto else {
            // The kept file stays.
            isLoading = false
            return
        }
        if !isKept { file = nil }
        isLoading = true
        let sentence = await read(shownPhoto, from: album)
        guard !Task.isCancelled else { return }
        if let sentence { onSay?(sentence) }
        // The photo of another place would be taken for this one.
        if file == nil { view.show(nil) }
        isLoading = false
    }

    /// Shows a photo; the reason where that fails.
    private func read(_ photo: ContactPhoto, from album: PhotoAlbum) async -> String? {
        let data: Data
        do throws(ServerError) {
            data = try await album.bytes(of: photo)
        } catch {
            return error.sentence
        }
        do throws(PhotoProblem) {
            let picture = try await ChosenPicture.open(data)
            guard !Task.isCancelled else { return nil }
            file = data
            view.show(picture)
            return nil
        } catch {
            return error.sentence
        }
    }

    private func go(by step: Int) {
        guard let album, photos.indices.contains(place + step) else { return }
        place += step
        // At once: no command is for the new place before its photo shows.
        loading = Task.immediate { [weak self] in await self?.showPhoto(from: album) }
    }

    private var shownPhoto: ContactPhoto? { photos.indices.contains(place) ? photos[place] : nil }

    private func showPlace() {
        let isOne = photos.count < 2
        title.subtitle = isOne ? "" : tr("%1$s of %2$s", number(place + 1), number(photos.count))
        for button in [previous, next] { button.isVisible = !isOne }
        previous.setSensitive(place > 0, focusTo: view.root)
        next.setSensitive(place + 1 < photos.count, focusTo: view.root)
        spinner.isVisible = isLoading && view.picture == nil
        // A command is for the photo that the person sees.
        let photo = isLoading ? nil : shownPhoto
        items["use"]?.isEnabled = photo.map { use == .ofForm || use == .ofPage && !$0.isAvatar } ?? false
        items["delete"]?.isEnabled = use == .ofPage && photo != nil
        // The kept picture can be copied before its photo is known. It is small, so that a saved file waits for the photo.
        items["copy"]?.isEnabled = file != nil
        items["save"]?.isEnabled = file != nil && !isLoading
    }

    private func number(_ number: Int) -> String { number.formatted(.number.locale(.ofNumbers)) }

    /// Takes a key that no widget of the page uses; false for other keys.
    func press(_ key: Key) -> Bool {
        if key.isEscape {
            onBack?()
            return true
        }
        if view.press(key) { return true }
        guard key.isArrow, let step = key.arrowStep(rightToLeft: root.isRightToLeft) else { return false }
        go(by: step)
        return true
    }

    private func withPhoto(_ body: (ContactPhoto) -> Void) {
        if let shownPhoto { body(shownPhoto) }
    }

    private func copy() {
        guard let picture = view.picture else { return }
        Task { [weak self] in
            guard (try? await PictureIntake.copy(picture)) != nil else { return }
            self?.onSay?(tr("Copied to clipboard"))
        }
    }

    private func save() {
        guard let file else { return }
        let name = "\(tr("Photo")).\(PictureIntake.fileExtension(of: file))"
        Task { [weak self] in
            do throws(GLibError) {
                _ = try await FileDialog.save(file, as: name, over: self?.window, title: tr("Save Photo"))
            } catch {
                self?.onSay?(error.message)
            }
        }
    }
}
