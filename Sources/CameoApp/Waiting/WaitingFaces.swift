import Avatars
import Contacts
import Gtk
import Model

/// The avatars of contacts with unsent changes.
final class WaitingFaces {
    private static let size = 32

    /// Where they are stored.
    var store: ContactStore? {
        didSet { if store !== oldValue { known = [:] } }
    }
    private let pictures: AvatarPictures
    private var known: [ContactID: AvatarSubject] = [:]

    init(pictures: AvatarPictures) {
        self.pictures = pictures
    }

    /// Makes the avatar of a contact. Without a stored contact it stays empty.
    func make(for contact: ContactID) -> AvatarView {
        let face = AvatarView(size: Self.size, pictures: pictures)
        if let subject = known[contact] { face.show(subject) }
        // The initials have the order of the names.
        Task { [weak self, weak face, store, nameOrder = pictures.marks.nameOrder] in
            // A contact that cannot be read has no picture.
            guard let summary = (try? await store?.summary(id: Int(contact.rawValue))) ?? nil, self?.store === store
            else { return }
            let subject = ContactEntry(summary, nameOrder: nameOrder).avatar
            self?.known[contact] = subject
            face?.show(subject)
        }
        return face
    }
}
