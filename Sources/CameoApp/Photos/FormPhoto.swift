import Avatars
import Gtk
import Model

/// The avatar at the top of a form, with the photo that was chosen for it and is saved with the form.
final class FormPhoto {
    private static let size = 96

    let root: Widget
    let menu: PhotoMenu
    /// The chosen photo; nil if none was chosen since the form opened.
    private(set) var file: PhotoFile?

    private let avatar: AvatarView
    private let chosen = TextureView(size: size)

    init(pictures: AvatarPictures) {
        avatar = AvatarView(size: Self.size, pictures: pictures)
        let both = Overlay(avatar.root)
        both.add(chosen)
        chosen.isVisible = false
        menu = PhotoMenu(around: both)
        root = menu.root
        menu.offered = [.chooseFile, .paste]
    }

    /// Shows the avatar of a contact; nil for a new one.
    func show(_ subject: AvatarSubject?) {
        file = nil
        chosen.isVisible = false
        chosen.show(nil)
        avatar.show(subject ?? AvatarSubject(contactID: 0))
    }

    /// Shows the photo that the form saves.
    func choose(_ file: PhotoFile, _ picture: Picture) {
        self.file = file
        // Made before the frame that shows it: 96 pixels take a millisecond.
        let disc = picture.circle(
            diameter: Self.size, scale: chosen.scaleFactor, rim: DiscRim(.ofPhoto(.ofDesktop)))
        chosen.setAccessibleLabel(tr("Photo"))
        chosen.show(disc)
        chosen.isVisible = true
    }

    /// Lets go of the contact.
    func clear() {
        show(nil)
        avatar.clear()
    }
}
