import Foundation
import Model

/// What a search looks at, in the order in which a match is worth showing.
public enum SearchField: String, Sendable, CaseIterable {
    case name, nickname, company, job, mail, phone
    /// Any other way to reach a contact, such as an account somewhere.
    case otherContact = "other_contact"
    case tag, note
    case howWeMet = "how_we_met"

    /// Bounds what one contact can put into the index.
    private static let maxValues = 100
    private static let maxValueLength = 4_000

    /// The texts of a contact in this field, each to be searched by itself; only notes are looked for in the sections.
    func values(of contact: Contact, sections: ContactSections) -> [String] {
        let values: [String?] =
            switch self {
            case .name: [contact.displayName, Self.plainName(of: contact)]
            case .nickname: [contact.nickname]
            case .company: [contact.company]
            case .job: [contact.job]
            case .mail: contact.contactFields.filter { Self.field(of: $0) == .mail }.map(\.content)
            case .phone: contact.contactFields.filter { Self.field(of: $0) == .phone }.map(\.content)
            case .otherContact: contact.contactFields.filter { Self.field(of: $0) == .otherContact }.map(\.content)
            case .tag: contact.tags.map(\.name)
            case .note: sections.notes(on: contact).map(\.body)
            case .howWeMet: [contact.howYouMet?.general]
            }
        return values.prefix(Self.maxValues).compactMap { $0.map { String($0.prefix(Self.maxValueLength)) } }
    }

    /// First and last name, unless the displayed name, which depends on the user's settings, contains them anyway.
    private static func plainName(of contact: Contact) -> String? {
        let parts = [contact.firstName, contact.lastName].compactMap { $0 }
        let displayName = contact.displayName
        return parts.allSatisfy(displayName.contains) ? nil : parts.joined(separator: " ")
    }

    private static func field(of contactField: ContactField) -> SearchField {
        switch contactField.type {
        case .email: .mail
        case .phone: .phone
        case nil: contactField.content.contains("@") && contactField.content.contains(".") ? .mail : .otherContact
        }
    }
}
