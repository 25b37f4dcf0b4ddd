import Foundation
import GRDB
import Model

/// The tables behind the search: folded words for SQLite's full-text index, and the texts that they come from, which
/// are shown with a match.
enum SearchIndex {
    /// The fields whose texts are not in the contact's own row: the columns of `contact_text`. Another one needs a
    /// migration, as does another `SearchField`.
    static let storedFields: [SearchField] = [.name, .mail, .phone, .otherContact, .tag, .note, .howWeMet]

    static func update(_ db: Database, _ contact: Contact, by decoder: any ContactDecoder) throws {
        let sections = try ContactSections.fetchNotes(db, contactID: contact.id, by: decoder)
        let values = SearchField.allCases.map { ($0, $0.values(of: contact, sections: sections)) }
        let words = values.map { folded($1, in: $0) }
        try db.cachedStatement(sql: nameSQL).execute(
            arguments: [contact.id] + StatementArguments(words.prefix(nameFields.count)))
        try db.cachedStatement(sql: indexSQL).execute(arguments: [contact.id] + StatementArguments(words))
        let stored = values.filter { storedFields.contains($0.0) }.map { joined($1) }
        try db.cachedStatement(sql: textSQL).execute(arguments: [contact.id] + StatementArguments(stored))
    }

    /// The values that `joined` has put together.
    static func parted(_ text: String?) -> [String] {
        text?.split(separator: separator).map(String.init) ?? []
    }

    /// A control character that is in no text that people write.
    private static let separator: Character = "\u{1f}"

    private static func joined(_ values: [String]) -> String? {
        guard !values.isEmpty else { return nil }
        return values.map { $0.replacing(String(separator), with: " ") }.joined(separator: String(separator))
    }

    private static func folded(_ values: [String], in field: SearchField) -> String {
        let words = values.map { value in
            field == .phone
                ? PhoneDigits.suffixes(of: value) : SearchToken.tokens(of: value, tails: true).map(\.folded)
        }
        return words.joined().joined(separator: " ")
    }

    private static let nameFields = SearchField.allCases.prefix(2)
    private static let nameSQL = replaceSQL("contact_name", "rowid", Array(nameFields))
    private static let indexSQL = replaceSQL("contact_search", "rowid", SearchField.allCases)
    private static let textSQL = replaceSQL("contact_text", "id", storedFields)

    private static func replaceSQL(_ table: String, _ key: String, _ fields: [SearchField]) -> String {
        let columns = ([key] + fields.map(\.rawValue)).joined(separator: ", ")
        let marks = Array(repeating: "?", count: fields.count + 1).joined(separator: ", ")
        return "REPLACE INTO \(table) (\(columns)) VALUES (\(marks))"
    }
}
