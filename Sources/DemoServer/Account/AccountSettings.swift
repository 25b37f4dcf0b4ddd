import Foundation

/// The settings of an account: genders, types of contact fields, labels, tags.
struct AccountSettings: Sendable {
    var genders: [Gender] = []
    var contactFieldTypes: [ContactFieldType] = []
    var labels: [ContactFieldLabel] = []
    var tags: [AccountTag] = []
    var nextGender = 1
    var nextContactFieldType = 1
    var nextLabel = 1
    var nextTag = 1

    init() {}

    /// As every account has them from the start.
    init(book: AddressBook) {
        let made = book.created(1)
        genders = [Person.Gender.man, .woman, .other].map {
            Gender(id: $0.number, name: $0.label, type: $0.letter, created: made, updated: made)
        }
        contactFieldTypes = Reference.fieldTypes.enumerated().map { index, type in
            ContactFieldType(
                id: index + 1, uuid: Identifiers.uuid(of: index + 1, kind: .contactFieldType, seed: book.seed),
                name: type.name, icon: type.icon, prefix: type.prefix, isDeletable: index >= 2, kind: type.kind,
                created: made, updated: made)
        }
        nextGender = genders.count + 1
        nextContactFieldType = contactFieldTypes.count + 1
        guard book.ids != nil else { return }
        labels = ContactFieldLabel.invented.enumerated().map { index, name in
            ContactFieldLabel(id: index + 1, type: name, label: name.capitalized, created: made)
        }
        tags = Vocabulary.tags.enumerated().map { index, name in
            AccountTag(id: index + 1, name: name, created: book.created(index + 1), updated: book.created(index + 1))
        }
        nextLabel = labels.count + 1
        nextTag = tags.count + 1
    }
}

struct Gender: Sendable {
    var id: Int
    var name: String
    /// M, F, O, U or N.
    var type: String
    var created: Timestamp
    var updated: Timestamp
}

struct ContactFieldType: Sendable {
    var id: Int
    var uuid: String
    var name: String
    var icon: String?
    /// Put before the content to make a link.
    var prefix: String?
    var isDeletable: Bool
    var kind: String?
    var created: Timestamp
    var updated: Timestamp
}

struct ContactFieldLabel: Sendable {
    /// The labels of the book's fields.
    static let invented = ["home", "work", "other"]
    /// The labels that the server translates.
    static let known = ["home", "work", "cell", "fax", "pager", "main", "other", "personal"]

    var id: Int
    /// The key, if it is a known one; else as it was typed.
    var type: String
    var label: String
    var created: Timestamp
}

struct AccountTag: Sendable {
    var id: Int
    var name: String
    var created: Timestamp
    var updated: Timestamp
}
