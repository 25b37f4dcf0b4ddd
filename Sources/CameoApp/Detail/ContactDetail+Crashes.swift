import Avatars
import Contacts
import Foundation
import GLib
import Model

/// The detail of a contact with texts that ended the program: a way to the server's page, and no texts.
nonisolated extension ContactDetail {
    init(hidingTextsOf contact: Contact, server: AccountServer) {
        id = contact.id
        name = ContactEntry.name(ofNumber: contact.id)
        isStarred = false
        lines = []
        avatar = AvatarSubject(contactID: contact.id, info: contact.avatar.withoutInlineData)
        quickActions =
            server.page(of: contact).map { page in
                [
                    QuickAction(
                        icon: "adw-external-link-symbolic", label: tr("Open on the Server"),
                        uri: page.absoluteString)
                ]
            } ?? []
        let reason = Row(
            title: tr("Cameo crashed twice while showing this contact, so its details are hidden."),
            subtitle: tr("Cameo tries again when the contact changes on the server."),
            icon: "dialog-warning-symbolic")
        sections = [Section(id: .about, title: tr("About"), rows: [reason])]
        tags = []
        family = Family()
    }
}

extension StoredContact {
    /// The digest of all texts that the page shows of a contact.
    nonisolated func describe(to digest: inout CrashNotes.Digest) {
        digest.add(contact.serverCopy)
        for section in ContactSection.allCases { if let copy = sections.serverCopies[section] { digest.add(copy) } }
        for summary in related.values.sorted(by: { $0.id < $1.id }) { summary.describe(to: &digest) }
    }
}
