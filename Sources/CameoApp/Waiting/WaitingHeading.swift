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
        let name = isUser ? change.wanted?.namedContacts.first.flatMap { change.people[$0] } ?? "" : change.name
        let row = ActionRow(title: name.isEmpty ? tr("No name") : PlainText.line(name))
        row.addClass("heading")
        face = isUser ? nil : faces?.make(for: change.contact)
        if let face { row.addPrefix(face.root) }
        root = row
    }
}
