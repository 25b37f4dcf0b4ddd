import Foundation
import GRDB
import Model

/// The tables behind the search: folded words for SQLite's full-text index, and the texts that they come from, which
/// are shown with a match.
enum SearchIndex {
    /// The fields with texts outside the contact's own row: the columns of `contact_text`. Another column needs a
    /// migration. Another `SearchField` needs one too.
    static let storedFields = SearchField.allCases.filter { ![.nickname, .company, .job].contains($0) }

    static func update(_ db: Database, _ contact: Contact, by decoder: any ContactDecoder) throws {
        let sections = try ContactSections.fetchSearched(db, contactID: contact.id, by: decoder)
        let values = SearchField.allCases.map { ($0, $0.values(of: contact, sections: sections)) }
        let words = values.map { Words($1, in: $0) }
        let names = words.prefix(nameFields.count)
        let spellings = names.map(\.others).filter { !$0.isEmpty }.joined(separator: " ")
        try db.cachedStatement(sql: nameSQL).execute(
            arguments: [contact.id] + StatementArguments(names.map(\.text) + [spellings]))
        try db.cachedStatement(sql: indexSQL).execute(arguments: [contact.id] + StatementArguments(words.map(\.all)))
        let stored = values.filter { storedFields.contains($0.0) }.map { joined($1) }
        try db.cachedStatement(sql: textSQL).execute(arguments: [contact.id] + StatementArguments(stored))
    }

    /// The values that `joined` has put together.
    static func parted(_ text: String?) -> [SearchValue] {
        guard let text else { return [] }
        return text.split(separator: separator).map { value in
            guard let end = value.firstIndex(of: labelEnd) else { return SearchValue(String(value)) }
            return SearchValue(String(value[value.index(after: end)...]), label: String(value[..<end]))
        }
    }

    /// Control characters that are in no text that people write: between values, and behind the label of one.
    private static let separator: Character = "\u{1f}"
    private static let labelEnd: Character = "\u{1e}"

    private static func joined(_ values: [SearchValue]) -> String? {
        guard !values.isEmpty else { return nil }
        return values.map { value in
            let text = plain(value.text)
            guard let label = value.label.map(plain), !label.isEmpty else { return text }
            return label + String(labelEnd) + text
        }.joined(separator: String(separator))
    }

    private static func plain(_ text: String) -> String {
        guard text.utf8.contains(where: { $0 == 0x1e || $0 == 0x1f }) else { return text }
        return text.replacing(String(separator), with: " ").replacing(String(labelEnd), with: " ")
    }

    /// The words of a field, folded.
    private struct Words {
        let text: String
        /// How these can be written otherwise. Names are there as a whole, since their words are compared in order.
        let others: String
        var all: String { others.isEmpty ? text : text + " " + others }

        init(_ values: [SearchValue], in field: SearchField) {
            var (words, others): ([String], [String]) = ([], [])
            for value in values {
                if PhoneDigits.isRead(value.text, in: field) { words += PhoneDigits.suffixes(of: value.text) }
                // Of a number, its digits are enough.
                if field == .phone, !value.text.contains(where: \.isLetter) { continue }
                let tokens = SearchToken.tokens(of: value.text, tails: true)
                words += tokens.map(\.folded)
                others +=
                    SearchIndex.nameFields.contains(field)
                    ? Self.others(of: tokens) : tokens.flatMap { Spellings.others(of: $0.written, folded: $0.folded) }
            }
            text = words.joined(separator: " ")
            self.others = others.joined(separator: " ")
        }

        private static func others(of tokens: [SearchToken]) -> [String] {
            let spellings = tokens.map { Spellings.others(of: $0.written, folded: $0.folded) }
            let count = spellings.map(\.count).max() ?? 0
            return (0..<count).flatMap { form in
                zip(tokens, spellings).map { $1.indices.contains(form) ? $1[form] : $0.folded }
            }
        }
    }

    private static let nameFields = SearchField.allCases.prefix(2)
    private static let nameSQL = replaceSQL("contact_name", "rowid", nameFields.map(\.rawValue) + ["spelling"])
    private static let indexSQL = replaceSQL("contact_search", "rowid", SearchField.allCases.map(\.rawValue))
    private static let textSQL = replaceSQL("contact_text", "id", storedFields.map(\.rawValue))

    private static func replaceSQL(_ table: String, _ key: String, _ fields: [String]) -> String {
        let columns = ([key] + fields).joined(separator: ", ")
        let marks = Array(repeating: "?", count: fields.count + 1).joined(separator: ", ")
        return "REPLACE INTO \(table) (\(columns)) VALUES (\(marks))"
    }
}
