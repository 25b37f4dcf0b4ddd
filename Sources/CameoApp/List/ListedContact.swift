import Avatars
package import Contacts
import Foundation
import GLib
import Model

/// A contact of the contacts list.
///
/// A row makes its texts when it shows the contact. The person never sees most of 100,000 contacts.
/// The texts of all contacts take as much memory as the contacts themselves.
nonisolated package struct ListedContact: Identifiable, Equatable, Sendable {
    /// The contact as it is stored.
    package let contact: ContactSummary
    private let texts: RowTexts

    init(_ contact: ContactSummary, texts: RowTexts) {
        self.contact = contact
        self.texts = texts
    }

    /// The contact's number on this computer.
    package var id: Int { contact.id }

    /// The contact's picture, for which no text is made.
    var picture: PictureReference { PictureReference(contact.avatar, contactID: id) }

    /// The content of the row.
    package var entry: ContactEntry { texts.entry(of: contact) }
}

/// The content of a list's rows. A contact with texts that ended the program has no texts here.
nonisolated struct RowTexts: Equatable, Sendable {
    /// The order of the parts of names.
    let nameOrder: NameOrder
    /// The day from which the second line counts to the last contact, in days since 1970; nil for other second lines.
    private let day: Int32?
    /// Notes of the texts that are being laid out.
    private let notes: CrashNotes?

    init(
        order: ContactOrder = ContactOrder(), nameOrder: NameOrder = .asOnServer, notes: CrashNotes? = nil,
        today: CivilDay = CivilDay(of: .now, in: .current)
    ) {
        self.nameOrder = nameOrder
        day = order.key == .lastActivity ? Int32(clamping: today.daysSince1970) : nil
        self.notes = notes
    }

    static func == (one: RowTexts, other: RowTexts) -> Bool {
        one.nameOrder == other.nameOrder && one.day == other.day
    }

    func entry(of contact: ContactSummary) -> ContactEntry {
        guard let subject = notes?.subject(contact.describe(to:)) else { return make(contact) }
        return subject.isGuilty
            ? ContactEntry(hidingTextsOf: AvatarSubject(contact)) : subject.noting { make(contact) }
    }

    private func make(_ contact: ContactSummary) -> ContactEntry {
        guard day != nil, !contact.isDeceased else { return ContactEntry(contact, nameOrder: nameOrder) }
        let last = DayText.lastContact(called: contact.lastCalled, met: contact.lastActivity)
        return ContactEntry(contact, secondLine: last ?? tr("No contact yet"), nameOrder: nameOrder)
    }
}
