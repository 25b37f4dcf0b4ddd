import Contacts
import Foundation
import Gtk
import Model
import Network

/// The photos of a contact in a row; each leads to the page of photos.
///
/// They are read when the person asks for them: the server sends one photo a request.
final class DetailPhotos {
    private static let size = 80

    let root = PreferencesGroup(title: tr("Photos"))
    /// The person opens one of the photos.
    var onOpen: ((_ photos: [ContactPhoto], _ place: Int) -> Void)?
    /// A sentence for the person.
    var onSay: ((String) -> Void)?

    private let row = ActionRow(title: tr("Show Photos"))
    private let spinner = Spinner()
    private let thumbnails = WrapBox()
    private var contact: ContactID?
    private var avatar: AvatarInfo?
    private var album: PhotoAlbum?
    private var loading: Task<Void, Never>?

    init() {
        root.setAccessibleLabel(tr("Photos"))
        row.addPrefix(Icon("image-x-generic-symbolic"))
        row.addSuffix(spinner)
        row.setRowAccessibleLabel(row.title)
        row.onActivated { [weak self] in self?.load() }
        root.add(thumbnails)
        root.isVisible = false
    }

    /// Offers the photos of a contact; none for nil. With another avatar there may be other photos.
    func show(_ contact: ContactID?, avatar: AvatarInfo?, from album: PhotoAlbum?) {
        root.isVisible = contact != nil && album != nil
        self.album = album
        let isSame = contact == self.contact
        guard !isSame || avatar != self.avatar else { return }
        (self.contact, self.avatar) = (contact, avatar)
        guard isSame, row.parent == nil else { return reset(keepsFocus: isSame) }
        loading?.cancel()
        loading = nil
        load()
    }

    /// The photos are others now. With another contact the focus goes elsewhere.
    func reset(keepsFocus: Bool = true) {
        loading?.cancel()
        loading = nil
        let hadFocus = root.containsFocus
        // A window of GTK 4.8 keeps the address of a focused widget that is removed.
        root.dropFocus()
        thumbnails.removeAll()
        showRow(true)
        spinner.isVisible = false
        if hadFocus, keepsFocus, root.isVisible { row.grabFocus() }
    }

    /// A hidden row would leave the edge of its list.
    private func showRow(_ shows: Bool) {
        guard shows != (row.parent != nil) else { return }
        if shows { root.add(row) } else { root.remove(row) }
    }

    private func load() {
        guard loading == nil, let contact, let album else { return }
        spinner.isVisible = true
        loading = Task { [weak self] in await self?.load(contact, from: album) }
    }

    private func load(_ contact: ContactID, from album: PhotoAlbum) async {
        let (photos, problem) = await album.all(of: contact)
        guard !Task.isCancelled else { return }
        spinner.isVisible = false
        loading = nil
        guard !photos.isEmpty else {
            if row.parent == nil { return reset() }
            onSay?(problem?.sentence ?? tr("This contact has no photos."))
            return
        }
        let hadFocus = root.containsFocus
        root.dropFocus()
        thumbnails.removeAll()
        showRow(false)
        let buttons = photos.indices.map { button($0, of: photos) }
        for button in buttons { thumbnails.append(button) }
        if hadFocus { buttons.first?.grabFocus() }
        loading = Task { [weak self] in
            for (photo, button) in zip(photos, buttons) where !Task.isCancelled {
                await self?.draw(photo, on: button, from: album)
            }
        }
    }

    private func button(_ place: Int, of photos: [ContactPhoto]) -> Button {
        let button = Button("")
        let number = { (number: Int) in number.formatted(.number.locale(.ofNumbers)) }
        button.setChild(TextureView(size: Self.size))
        button.addClass("flat")
        button.setAccessibleLabel(tr("Photo %1$s of %2$s", number(place + 1), number(photos.count)))
        button.onClicked { [weak self] in self?.onOpen?(photos, place) }
        return button
    }

    private func draw(_ photo: ContactPhoto, on button: Button, from album: PhotoAlbum) async {
        // A photo that cannot be read keeps its empty square. Its page tells why.
        guard let bytes = try? await album.bytes(of: photo),
            let picture = try? await PictureDecoder.decodeAsync(bytes, square: Self.size * button.scaleFactor)
        else { return }
        let view = TextureView(size: Self.size)
        view.show(picture)
        button.setChild(view)
    }
}
