import Avatars
import Contacts
import Gtk
import Model

/// The avatars of those whose changes wait.
final class WaitingFaces {
    private static let size = 32

    /// Where they are stored.
    var store: ContactStore? {
        didSet { if store !== oldValue { known = [:] } }
    }
    /// A narrow window has room for what is said alone.
    var isVisible = true {
        didSet { for face in faces { face.root.isVisible = isVisible } }
    }

    private let pictures: AvatarPictures
    private var faces: [AvatarView] = []
    private var known: [ContactID: AvatarSubject] = [:]

    init(pictures: AvatarPictures) {
        self.pictures = pictures
    }

    /// Rows are made anew.
    func removeAll() {
        faces = []
    }

    /// Of somebody who is not stored it stays empty.
    func make(for contact: ContactID) -> Widget {
        let face = AvatarView(size: Self.size, pictures: pictures)
        face.root.isVisible = isVisible
        faces.append(face)
        if let subject = known[contact] { face.show(subject) }
        Task { [weak self, weak face, store] in
            // What cannot be read shows nobody.
            guard let summary = (try? await store?.summary(id: Int(contact.rawValue))) ?? nil, self?.store === store
            else { return }
            let subject = ContactEntry(summary).avatar
            self?.known[contact] = subject
            face?.show(subject)
        }
        return face.root
    }
}
