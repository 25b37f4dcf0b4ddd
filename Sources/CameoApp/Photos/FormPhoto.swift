import Avatars
import Contacts
import Gtk
import Model

/// The avatar at the top of a form. A photo that is chosen for it belongs to the form.
final class FormPhoto {
    private static let size = 96

    let root: Widget
    let menu: PhotoMenu
    /// A photo was chosen, or taken back.
    var onChoose: (() -> Void)?

    private let avatar: AvatarView
    private let chosen = TextureView(size: size)
    private var model: FormModel?
    private var decoding: Task<Void, Never>?

    init(pictures: AvatarPictures) {
        avatar = AvatarView(size: Self.size, pictures: pictures)
        let both = Overlay(avatar.root)
        both.add(chosen)
        menu = PhotoMenu(around: both)
        root = menu.root
        show(nil, of: nil)
    }

    /// Shows the photo of a form, or the avatar of its contact; nil for a new one.
    func show(_ subject: AvatarSubject?, of model: FormModel?) {
        self.model = model
        avatar.show(subject ?? AvatarSubject(contactID: 0))
        showChosen()
    }

    /// Makes a photo that of the form; nil takes a chosen one back.
    func choose(_ file: PhotoFile?) {
        model?.update { $0.photo = file }
        showChosen()
        onChoose?()
    }

    /// Lets go of the contact.
    func clear() {
        show(nil, of: nil)
        avatar.clear()
    }

    private func showChosen() {
        decoding?.cancel()
        let file = model?.form.photo
        menu.offered = file == nil ? [.chooseFile, .paste] : [.chooseFile, .paste, .remove]
        guard let file else {
            chosen.isVisible = false
            return chosen.show(nil)
        }
        decoding = Task { [weak self] in
            // The file was made here. Only a decoder that does not start fails.
            guard let picture = try? await ChosenPicture.open(file.bytes), !Task.isCancelled else { return }
            self?.show(picture)
        }
    }

    private func show(_ picture: ChosenPicture) {
        let scale = chosen.scaleFactor
        // Made before the frame that shows it: 96 pixels take a millisecond.
        let disc = picture.level(atLeast: Self.size * scale).circle(
            diameter: Self.size, scale: scale, rim: DiscRim(.ofPhoto(.ofDesktop)))
        chosen.setAccessibleLabel(tr("Photo"))
        chosen.show(disc)
        chosen.isVisible = true
    }
}
