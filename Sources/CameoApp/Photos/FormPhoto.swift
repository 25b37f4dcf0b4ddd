import Avatars
import Contacts
import Gtk
import Model

/// The avatar at the top of a form. A choice of another one belongs to the form.
final class FormPhoto {
    private static let size = 96

    let root: Widget
    let menu: PhotoMenu
    /// An avatar was chosen, or taken back.
    var onChoose: (() -> Void)?

    private let avatar: AvatarView
    private let chosen = TextureView(size: size)
    private var model: FormModel?
    private var subject: AvatarSubject?
    /// The avatar of the contact itself.
    private var info = AvatarInfo()
    private var decoding: Task<Void, Never>?

    init(pictures: AvatarPictures) {
        avatar = AvatarView(size: Self.size, pictures: pictures)
        let both = Box(.horizontal)
        both.append(avatar.root)
        both.append(chosen)
        menu = PhotoMenu(around: both)
        root = menu.root
        clear()
    }

    /// Shows the choice of a form, or the avatar of its contact; nil for a new one.
    func show(_ subject: AvatarSubject?, _ info: AvatarInfo, of model: FormModel?) {
        (self.subject, self.info, self.model) = (subject, info, model)
        showChosen()
    }

    /// Makes an avatar that of the form; nil takes a choice back.
    func choose(_ choice: AvatarChoice?) {
        model?.update { $0.avatar = choice }
        showChosen()
        onChoose?()
    }

    /// Takes a chosen photo back. Without one, the photo of the contact is to go.
    func remove() {
        choose(model?.form.avatar == nil ? .removal(of: model?.form.seen?.photo) : nil)
    }

    /// Lets go of the contact.
    func clear() {
        show(nil, AvatarInfo(), of: nil)
        avatar.clear()
    }

    /// The avatar as the contact has it with the choice of the form; nil for the file of a new photo.
    private var shown: AvatarInfo? {
        switch model?.form.avatar {
        case nil: info
        case .file: nil
        case .photo(let photo): photo.avatar
        case .gravatar: info.source == .gravatar ? info : AvatarInfo(source: .gravatar)
        case .initials, .removal: AvatarInfo(defaultAvatarColor: info.defaultAvatarColor)
        }
    }

    private func offer(_ source: AvatarSource) {
        guard let form = model?.form, !form.isPartial else { return menu.offered = [] }
        var offered: Set<PhotoMenu.Choice> = [.chooseFile, .paste]
        if !form.isNew { offered.insert(.chooseAmong) }
        if source != .gravatar { offered.insert(.gravatar) }
        if source != .default { offered.insert(.initials) }
        if [.photo, .pending].contains(source) { offered.insert(.remove) }
        menu.offered = offered
    }

    private func showChosen() {
        decoding?.cancel()
        offer(shown?.effectiveSource ?? .pending)
        if let shown {
            avatar.show(subject?.showing(shown) ?? AvatarSubject(contactID: 0, info: shown))
            return show(nil)
        }
        guard case .file(let file)? = model?.form.avatar else { return }
        decoding = Task { [weak self] in
            // The file was made here. Only a decoder that does not start fails.
            guard let picture = try? await ChosenPicture.open(file.bytes), !Task.isCancelled else { return }
            self?.show(picture)
        }
    }

    /// Shows a chosen picture instead of the avatar; nil shows the avatar.
    private func show(_ picture: ChosenPicture?) {
        chosen.isVisible = picture != nil
        avatar.root.isVisible = picture == nil
        guard let picture else { return chosen.show(nil) }
        let scale = chosen.scaleFactor
        // Made before the frame that shows it: 96 pixels take a millisecond.
        let disc = picture.level(atLeast: Self.size * scale).circle(
            diameter: Self.size, scale: scale, rim: DiscRim(.ofPhoto(.ofDesktop)))
        chosen.setAccessibleLabel(subject.map { tr("%1$s avatar photo", AvatarView.name(of: $0)) } ?? tr("Photo"))
        chosen.show(disc)
    }
}
