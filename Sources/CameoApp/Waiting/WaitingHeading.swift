import Contacts
import Gtk
import Model

/// The name and the face of a contact, above the rows of its changes.
final class WaitingHeading {
    let root: Widget
    private let face: AvatarView?

    /// `change` is the first one of the contact. `onShow` is told when the person wants to see the contact.
    init(_ change: WaitingChange, faces: WaitingFaces?, onShow: @escaping @MainActor (ContactID) -> Void = { _ in }) {
        // The user is a value of the account.
        let isUser = change.slot == .me
        let row = ActionRow(title: change.subject)
        row.addClass("heading")
        face = isUser ? nil : faces?.make(for: change.contact)
        if let face { row.addPrefix(face.root) }
        if change.leadsToContact {
            row.addSuffix(Icon("go-next-symbolic"))
            row.onActivated { onShow(change.contact) }
        }
        root = row
    }
}

extension WaitingChange {
    /// Whether its contact has a page. The user is a value of the account.
    var leadsToContact: Bool { slot != .me && !isDeletion }

    /// The name of the changed contact. The user is a value of the account: the change names the contact that is, or was, the user.
    var subject: String {
        let name = slot == .me ? (wanted ?? base)?.namedContacts.first.flatMap { people[$0] } ?? "" : name
        return name.isEmpty ? tr("No name") : PlainText.line(name)
    }
}
