import Avatars
import GLib
import Gtk
import Model
import Network

/// A person's picture, or a circle with initials while and when there is none.
///
/// A picture in memory is shown in the same frame as `show`; everything else waits until the view is on the screen, since a
/// list binds about 200 rows for the twelve that are visible.
final class AvatarView {
    /// Until then a load is too short to be worth a spinner.
    private static let spinnerDelay = Duration.milliseconds(300)

    let root: TextureView
    /// A picture takes the place of initials, or the other way round.
    var onPhotoChange: (() -> Void)?
    /// Whether the view shows a photo, and not initials or nothing.
    private(set) var showsPhoto = false { didSet { if showsPhoto != oldValue { onPhotoChange?() } } }

    private let size: Int
    private let pictures: AvatarPictures
    private var subject: AvatarSubject?
    private var state: AvatarState<Picture>?
    private var observation: AvatarObservation?
    private var wants = false
    /// The subject of the name for screen readers, and whether it tells of a photo. Nil without a name.
    private var named: (subject: AvatarSubject, isPhoto: Bool)?
    /// How often the avatar was named: counted in tests.
    private(set) var nameCount = 0
    private var styleObservation: StyleObservation?
    private var spinner: Task<Void, Never>?

    /// `size` is the diameter in application pixels.
    init(size: Int, pictures: AvatarPictures) {
        self.size = size
        self.pictures = pictures
        root = TextureView(size: size)
        root.onMap { [weak self] in self?.appear() }
        root.onUnmap { [weak self] in self?.disappear() }
        root.onScaleFactorChange { [weak self] in self?.restart() }
        styleObservation = pictures.observeStyle { [weak self] in self?.restart() }
    }

    /// Shows the avatar of a subject; the same subject again changes nothing.
    func show(_ subject: AvatarSubject) {
        guard subject != self.subject else { return }
        let isOther = subject.contactID != self.subject?.contactID
        self.subject = subject
        start(keepingPhoto: !isOther)
    }

    /// Another subject is to come. The shown picture may stay until then, but later changes of its state show nothing.
    func awaitAnother() {
        subject = nil
    }

    /// Shows no avatar and forgets the subject.
    func clear() {
        stop()
        subject = nil
        showNothing()
    }

    /// Shows a photo that is about to be stored, until the stored one comes.
    func showEarly(_ photo: Picture) async {
        let former = subject
        let disc = await Self.disc(of: photo, size: size, scale: root.scaleFactor, rim: DiscRim(.ofPhoto(.ofDesktop)))
        if let subject, subject == former { showPhoto(disc, of: subject) }
    }

    /// The photo that was shown early was not stored.
    func endEarly() {
        showNothing()
        restart()
    }

    @concurrent
    private nonisolated static func disc(of photo: Picture, size: Int, scale: Int, rim: DiscRim) async -> Picture {
        photo.circle(diameter: size, scale: scale, rim: rim)
    }

    /// Asks the server again, also after failures.
    func reload() {
        guard let subject else { return }
        pictures.store?.reload(subject.picture)
    }

    /// The name of the contact, for screen readers.
    static func name(of subject: AvatarSubject) -> String {
        [subject.completeName, subject.nickname].lazy.compactMap { $0.map { PlainText.line($0) } }
            .first { !$0.isEmpty } ?? tr("No name")
    }
}

private extension AvatarView {
    func restart() {
        start(keepingPhoto: true)
    }

    func start(keepingPhoto: Bool) {
        stop()
        guard let subject else { return }
        let store = store(for: subject)
        if let picture = store.flatMap({ pictureInMemory(of: subject, in: $0) }) {
            showPhoto(picture, of: subject)
        } else if store == nil || !keepingPhoto || !showsPhoto {
            // Before anything else nothing of another person, or of a former name, is left in the view.
            showsPhoto = false
            root.show(nil)
            // Assistive technologies get a message for each name, so there is none for an empty one in between.
            if named != nil { name(after: subject, isPhoto: false) }
        }
        if root.isMapped { appear() }
    }

    /// Where the picture is to be had; nil where there is none.
    func store(for subject: AvatarSubject) -> AvatarStore<Picture>? {
        subject.picture == .none ? nil : pictures.store
    }

    /// The picture, or that of the list: less sharp, but there at once.
    func pictureInMemory(of subject: AvatarSubject, in store: AvatarStore<Picture>) -> Picture? {
        let scale = root.scaleFactor
        if let picture = store.inMemory(subject.picture, size: size, scale: scale) { return picture }
        guard size > pictures.rowSize.avatar else { return nil }
        return store.inMemory(subject.picture, size: pictures.rowSize.avatar, scale: scale)
    }

    func stop() {
        disappear()
        state = nil
    }

    func appear() {
        guard let subject else { return }
        state =
            state
            ?? store(for: subject)?.state(
                for: subject.picture, inlineURL: subject.inlineURL, size: size, scale: root.scaleFactor)
        if let picture = state?.current.image {
            showPhoto(picture, of: subject)
        } else if root.picture == nil {
            showInitials(of: subject)
        }
        guard let state, !wants else { return }
        wants = true
        observation = state.observe { [weak self] in self?.changed(to: $0) }
        state.want(.visible)
        changed(to: state.current)
    }

    func disappear() {
        spinner?.cancel()
        spinner = nil
        root.isBusy = false
        observation = nil
        if wants { state?.release() }
        wants = false
    }

    func changed(to current: ImageLoadState<Picture>) {
        guard let subject else { return }
        if case .loading = current {
            spinner =
                spinner
                ?? Task { [weak self] in
                    try? await Task.sleep(for: Self.spinnerDelay)
                    if !Task.isCancelled { self?.root.isBusy = true }
                }
            return
        }
        spinner?.cancel()
        spinner = nil
        root.isBusy = false
        switch current {
        case .loaded(let picture):
            // A picture that loads late fades in. A picture from memory shows at once.
            showPhoto(picture, of: subject, fading: true)
        case .failed, .idle:
            showInitials(of: subject)
        case .loading: break
        }
    }

    func showNothing() {
        showsPhoto = false
        root.show(nil)
        guard named != nil else { return }
        named = nil
        root.setAccessibleLabel("")
    }

    /// Names the avatar for screen readers, unless it is named so. A new avatar gets its name when it shows: lists make many rows
    /// that never show.
    func name(after subject: AvatarSubject, isPhoto: Bool) {
        guard named?.subject != subject || named?.isPhoto != isPhoto else { return }
        named = (subject, isPhoto)
        nameCount += 1
        let name = Self.name(of: subject)
        root.setAccessibleLabel(isPhoto ? tr("%1$s avatar photo", name) : tr("%1$s avatar", name))
    }

    func showPhoto(_ picture: Picture, of subject: AvatarSubject, fading: Bool = false) {
        showsPhoto = true
        root.show(picture, fading: fading)
        name(after: subject, isPhoto: true)
    }

    func showInitials(of subject: AvatarSubject) {
        showsPhoto = false
        root.show(pictures.initials(of: subject, size: size, scale: root.scaleFactor))
        name(after: subject, isPhoto: false)
    }
}
