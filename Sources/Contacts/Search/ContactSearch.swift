import GRDB

/// What a search has found.
public struct SearchResults: Sendable, Equatable {
    /// First contacts whose names begin with the first word, then those with all words in their names, then all others;
    /// each of the three by name.
    public let matches: [SearchMatch]
    /// False if there are more than were asked for.
    public let isComplete: Bool
}

/// Searches while somebody types: a new question ends the one before it.
@MainActor
public final class ContactSearch {
    private let store: ContactStore
    private let limit: Int
    private(set) var current: Task<SearchResults, any Error>?

    /// `limit` is the number of contacts that are worth showing.
    public init(store: ContactStore, limit: Int = 200) {
        self.store = store
        self.limit = limit
    }

    /// Contacts in which all words begin some word of a name, nickname, company, job, way to reach them, tag, note, or
    /// of how they were met; accents and case do not matter, and telephone numbers match by their digits.
    ///
    /// Throws `cancelled` when the next question comes first, or its task is cancelled. Nothing is found for a question
    /// without words.
    public func results(
        for typed: String, includingArchived: Bool = false
    ) async throws(ContactStoreError) -> SearchResults {
        current?.cancel()
        let task = Task { [store, limit] in
            try await store.search(typed, limit: limit, includingArchived: includingArchived)
        }
        current = task
        do {
            return try await withTaskCancellationHandler {
                try await task.value
            } onCancel: {
                task.cancel()
            }
        } catch {
            throw ContactStoreError(error)
        }
    }
}

extension ContactStore {
    /// As `ContactSearch.results`, without regard for other questions.
    @concurrent
    public func search(
        _ typed: String, limit: Int = 200, includingArchived: Bool = false
    ) async throws(ContactStoreError) -> SearchResults {
        let query = SearchQuery(typed)
        guard !query.isEmpty else { return SearchResults(matches: [], isComplete: true) }
        let stages = [query.atBeginningOfName, query.inNames, query.anywhere].compactMap { $0 }
        let found = try await read { db in
            var known: Set<Int> = []
            return try stages.map { expression in
                let rows = try SearchRow.fetch(
                    db, expression, limit: limit + 1, except: known, includingArchived: includingArchived)
                known.formUnion(rows.map(\.contact.id))
                return rows
            }
        }
        let finder = MatchFinder(query: query)
        let collation = Collation()
        let matches = found.flatMap { rows in
            let texts = Dictionary(rows.map { ($0.contact.id, $0.texts) }) { first, _ in first }
            let sorted = SortedContacts(rows.map(\.contact), order: ContactOrder(), collation: collation)
            return sorted.list.contacts.map { contact in
                SearchMatch(contact: contact, parts: finder.parts(in: texts[contact.id] ?? []))
            }
        }
        return SearchResults(matches: Array(matches.prefix(limit)), isComplete: matches.count <= limit)
    }
}

/// A contact that was found, with the texts that say why.
private struct SearchRow: Sendable {
    let contact: ContactSummary
    let texts: [(field: SearchField, values: [String])]

    static func fetch(
        _ db: Database, _ expression: String, limit: Int, except known: Set<Int>, includingArchived: Bool
    ) throws -> [SearchRow] {
        guard known.count < limit else { return [] }
        let statement = try db.cachedStatement(sql: includingArchived ? allSQL : activeSQL)
        let rows = try Row.fetchCursor(statement, arguments: [expression])
        var found: [SearchRow] = []
        while known.count + found.count < limit, let row = try rows.next() {
            if !known.contains(row[0]) { found.append(SearchRow(row)) }
        }
        return found
    }

    private init(_ row: Row) {
        let contact = ContactSummary(row: row)
        self.contact = contact
        let stored = zip(SearchIndex.storedFields, Self.firstText...)
            .map { (field: $0, values: SearchIndex.parted(row[$1])) }
        let own: [SearchField: [String]] = [
            .nickname: [contact.nickname].compactMap { $0 }, .company: [contact.company].compactMap { $0 },
            .job: [contact.job].compactMap { $0 },
        ]
        texts = SearchField.allCases.map { field in
            (field, own[field] ?? stored.first { $0.field == field }?.values ?? [])
        }
    }

    private static let firstText = ContactSummary.columns.split(separator: ",").count
    private static let activeSQL = sql("AND NOT is_archived")
    private static let allSQL = sql("")

    private static func sql(_ condition: String) -> String {
        let summary = ContactSummary.columns.split(separator: ", ").map { "contact.\($0)" }
        let texts = SearchIndex.storedFields.map { "contact_text.\($0.rawValue)" }
        return """
            SELECT \((summary + texts).joined(separator: ", ")) FROM contact_search
            JOIN contact ON contact.id = contact_search.rowid
            JOIN contact_text ON contact_text.id = contact_search.rowid
            WHERE contact_search MATCH ? \(condition)
            """
    }
}
