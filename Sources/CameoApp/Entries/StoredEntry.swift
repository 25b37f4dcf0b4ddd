import Contacts
import Foundation
import Model

/// The typing about an entry as its draft keeps it. Each version reads the drafts of all versions: keys never change.
nonisolated struct StoredEntry: Codable, DraftContent {
    private static let version = 1
    /// No draft of a form begins so.
    fileprivate static let beginning = Data(#"{"entry":"#.utf8)

    private var entry: Typing
    private var version = Self.version

    private struct Typing: Codable {
        var kind: PartKind?
        var texts: [String: String]
        var switched: [String]
        var people: [StoredPerson]
        var typedPerson: String
        var day: String
        var former: PartValue?
        /// The number of the changed entry; nil for a new one.
        var number: Int?

        enum CodingKeys: String, CodingKey {
            case kind, texts, switched, people, day, former, number
            case typedPerson = "typed_person"
        }
    }

    /// `number` is that of the entry; nil for a new one.
    init(_ draft: EntryDraft, number: Int?, by reader: DateReader) {
        entry = Typing(
            kind: draft.kind, texts: draft.texts.reduce(into: [:]) { $0[$1.key.rawValue] = $1.value },
            switched: draft.switched.map(\.rawValue).sorted(), people: draft.people.map(StoredPerson.init),
            typedPerson: draft.typedPerson, day: draft.day.stored(by: reader), former: draft.former, number: number)
    }

    /// Reads the text of `stored`.
    init(stored data: Data) throws(ContactStoreError) {
        guard let stored = try? JSONDecoder().decode(Self.self, from: data), stored.version <= Self.version else {
            throw .unreadableDraft
        }
        self = stored
    }

    func stored() throws -> Data {
        let encoder = JSONEncoder()
        encoder.outputFormatting = .sortedKeys
        return try encoder.encode(self)
    }

    /// The entry that was being changed; nil for a new one.
    var field: FieldID? {
        guard let number = entry.number, let section = entry.kind?.section else { return nil }
        return .entry(section, number)
    }

    func draft(today: CivilDay, by reader: DateReader) -> EntryDraft {
        var draft = EntryDraft(entry.kind, today: today, by: reader)
        for (name, text) in entry.texts { if let field = EntryDraft.Field(rawValue: name) { draft[field] = text } }
        draft.switched = Set(entry.switched.compactMap(EntryDraft.Field.init))
        draft.people = entry.people.map(\.person)
        (draft.typedPerson, draft.former) = (entry.typedPerson, entry.former)
        draft.day = EntryDay(stored: entry.day, today: today, on: draft.day.side, by: reader)
        return draft
    }
}

nonisolated extension Draft {
    /// Whether it is the typing about an entry rather than a form.
    var isOfEntry: Bool { form.starts(with: StoredEntry.beginning) }
}

private nonisolated extension EntryDay {
    /// "Today" means another day tomorrow.
    func stored(by reader: DateReader) -> String {
        guard !FormText.trimmed(text).isEmpty, let day = try? day(by: reader) else { return text }
        return day.midnight.formatted(.iso8601.year().month().day())
    }

    init(stored text: String, today: CivilDay, on side: Side, by reader: DateReader) {
        self.init(today: today, on: side, by: reader)
        self.text = text
        if !FormText.trimmed(text).isEmpty, let day = try? day(by: reader) { self.text = words(for: day, by: reader) }
    }
}
