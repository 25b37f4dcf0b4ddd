import Contacts
import Gtk
import Model

/// The name and the face of a contact, above the rows of its changes.
final class WaitingHeading {
    let root: Widget
    private let face: AvatarView?

    /// `change` is the first one of the contact.
    init(_ change: WaitingChange, faces: WaitingFaces?) {
        // The user is a value of the account.
        let isUser = change.slot == .me
        let row = ActionRow(title: change.subject)
        row.addClass("heading")
        face = isUser ? nil : faces?.make(for: change.contact)
        if let face { row.addPrefix(face.root) }
        root = row
    }
}

extension WaitingChange {
    /// The name of the changed contact. The user is a value of the account: the change names the contact that is, or was, the user.
    var subject: String {
        let name = slot == .me ? (wanted ?? base)?.namedContacts.first.flatMap { people[$0] } ?? "" : name
        return name.isEmpty ? tr("No name") : PlainText.line(name)
    }
}
