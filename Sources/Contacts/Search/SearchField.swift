import Foundation
import Model

/// The fields that a search looks at. A match in an earlier field is worth more to show.
public enum SearchField: String, Sendable, CaseIterable {
    case name, nickname, company, job, mail, phone
    /// Any other way to reach a contact, such as an account somewhere.
    case otherContact = "other_contact"
    case tag, note
    /// The story of the first meeting, and the person who introduced them.
    case howWeMet = "how_we_met"
    /// The names of the contact's relations.
    case relative
    case address, description, food, gift, activity, call, reminder, task, debt, pet
    case lifeEvent = "life_event"
    case conversation, document

    /// Bounds the values that one contact can put into the index.
    private static let maxValues = 4 * SectionEntries.maxCount
    private static let maxValueLength = 4_000
    private static let english = Locale(identifier: "en")

    /// The texts of a contact in this field, each to be searched by itself.
    func values(of contact: Contact, sections: ContactSections) -> [SearchValue] {
        if self == .mail || self == .phone || self == .otherContact {
            return Array(contactFieldValues(of: contact).filter { !$0.text.isEmpty }.prefix(Self.maxValues))
        }
        let texts = texts(of: contact) ?? entries(of: contact, sections)
        return texts.compactMap { $0 }.filter { !$0.isEmpty }.prefix(Self.maxValues).map {
            SearchValue(Self.bounded($0))
        }
    }

    /// The contents of contact fields, and the types and labels in the user's own words. The server's own words would find
    /// everyone.
    private func contactFieldValues(of contact: Contact) -> [SearchValue] {
        let fields = Self.fields(of: contact, self)
        let contents = fields.map {
            SearchValue(Self.bounded($0.content), label: self == .otherContact ? $0.typeName : nil)
        }
        let types = fields.filter { $0.type == nil }.compactMap(\.typeName)
        let labels = fields.flatMap(\.labels).filter { !ContactField.serverLabels.contains($0) }
        return contents + Set(types + labels).sorted().map { SearchValue(Self.bounded($0)) }
    }

    /// Nil for a field of the sections.
    private func texts(of contact: Contact) -> [String?]? {
        switch self {
        case .name: [contact.displayName, Self.plainName(of: contact)]
        case .nickname: [contact.nickname]
        case .company: [contact.company]
        case .job: [contact.job]
        case .mail, .phone, .otherContact: []
        case .tag: contact.tags.map(\.name)
        case .howWeMet: [contact.howYouMet?.general, contact.howYouMet?.through?.displayName]
        case .relative: contact.relationships.map(\.contact.displayName)
        case .address: contact.addresses.map(Self.text)
        case .description: [contact.description]
        case .food: [contact.foodPreferences]
        case .note, .gift, .activity, .call, .reminder, .task, .debt, .pet, .lifeEvent, .conversation, .document: nil
        }
    }

    private func entries(of contact: Contact, _ sections: ContactSections) -> [String?] {
        switch self {
        case .note: sections.notes(on: contact).map(\.body)
        case .gift: sections.gifts.flatMap { [$0.name, $0.comment, $0.amount, $0.link?.absoluteString] }
        case .activity:
            sections.activities.flatMap { activity in
                [activity.summary, activity.description, activity.typeName]
                    + activity.attendees.filter { $0.id != contact.id }.map(\.displayName)
            }
        case .call: sections.calls.map(\.content)
        case .reminder: sections.reminders.flatMap { [$0.title, $0.description] }
        case .task: sections.tasks.flatMap { [$0.title, $0.description] }
        case .debt: sections.debts.flatMap { [$0.reason, $0.amount] }
        case .pet: sections.pets.flatMap { [$0.value.name, Self.words(of: $0.value.animal)] }
        case .lifeEvent: sections.lifeEvents.flatMap { [$0.name ?? $0.type.map(Self.words), $0.note] }
        case .conversation:
            // Of too many messages, the later ones of each conversation are left out.
            sections.conversations.flatMap { [$0.messages.first?.text, $0.channel] }
                + sections.conversations.flatMap { $0.messages.dropFirst().map(\.text) }
        case .document: sections.documents.map(\.name)
        default: []
        }
    }

    /// The animal of a pet; nil for an animal without a word.
    private static func words(of animal: PetValue.Animal) -> String? {
        animal == .other ? nil : words(of: animal.rawValue)
    }

    /// A name of the server's own, such as "small_animal", in words.
    static func words(of key: String) -> String {
        let words = key.replacing("_", with: " ")
        return words.prefix(1).uppercased() + words.dropFirst()
    }

    private static func bounded(_ text: String) -> String { String(text.prefix(maxValueLength)) }

    /// On one line, from the street to the country, with the user's name of it at the end.
    private static func text(_ address: Address) -> String {
        let city = [address.postalCode, address.city].compactMap { $0 }.filter { !$0.isEmpty }.joined(separator: " ")
        // Until the server names a country, it is found by its English name.
        let code = address.countryCode.flatMap { $0.utf8.count == 2 ? $0 : nil }
        let country = address.country ?? code.flatMap(english.localizedString(forRegionCode:))
        return [address.street, city, address.province, country, address.name].compactMap { $0 }
            .filter { !$0.isEmpty }.joined(separator: ", ")
    }

    /// First and last name, unless the displayed name, which depends on the user's settings, contains them anyway.
    private static func plainName(of contact: Contact) -> String? {
        let parts = [contact.firstName, contact.lastName].compactMap { $0 }
        let displayName = contact.displayName
        return parts.allSatisfy(displayName.contains) ? nil : parts.joined(separator: " ")
    }

    /// The type of a field decides, never its content.
    private static func fields(of contact: Contact, _ wanted: SearchField) -> [ContactField] {
        contact.contactFields.filter { field in
            switch field.kind {
            case .email: wanted == .mail
            case .phone: wanted == .phone
            case nil: wanted == .otherContact
            }
        }
    }
}

/// A text that is searched by itself.
struct SearchValue: Equatable {
    let text: String
    /// The user's own name of the type.
    let label: String?

    init(_ text: String, label: String? = nil) {
        self.text = text
        self.label = label
    }
}
