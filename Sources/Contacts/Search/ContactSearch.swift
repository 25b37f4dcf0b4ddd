import GRDB

/// The result of a search.
public struct SearchResults: Sendable, Equatable {
    /// First the contacts with names that begin with the first word, then the contacts with all words in their names.
    /// All other contacts follow. Each of the three groups is sorted by name.
    public let matches: [SearchMatch]
    /// False if there are more than were asked for.
    public let isComplete: Bool
}

/// Searches while the person types: a new question ends the question before it.
@MainActor
public final class ContactSearch {
    private let store: ContactStore
    private let limit: Int
    private let words: ShownWords
    private(set) var current: Task<SearchResults, any Error>?

    /// `limit` is the number of contacts that are worth showing, `words` has the words of their pages.
    public init(store: ContactStore, limit: Int = 200, words: ShownWords = ShownWords()) {
        (self.store, self.limit, self.words) = (store, limit, words)
    }

    /// Contacts in which all words begin some word of a text that their page shows (`SearchField`); accents and case do
    /// not matter, and telephone numbers match by their digits.
    ///
    /// All of them meet the filter. Throws `cancelled` when the next question comes first, or its task is cancelled. Nothing is found for a question
    /// without words.
    public func results(
        for typed: String, includingArchived: Bool = false, within filter: ContactFilter = ContactFilter(),
        by key: ContactOrder.Key = .shownName
    ) async throws(ContactStoreError) -> SearchResults {
        current?.cancel()
        let task = Task { [store, limit, words] in
            try await store.search(
                typed, limit: limit, includingArchived: includingArchived, within: filter, by: key, words: words)
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
        _ typed: String, limit: Int = 200, includingArchived: Bool = false,
        within filter: ContactFilter = ContactFilter(), by key: ContactOrder.Key = .shownName,
        words: ShownWords = ShownWords()
    ) async throws(ContactStoreError) -> SearchResults {
        let query = SearchQuery(typed)
        guard !query.isEmpty else { return SearchResults(matches: [], isComplete: true) }
        let stages = try await read { db in
            // One more than asked for tells whether there are more.
            try SearchStages(
                query: query, words: words, limit: limit + 1, includingArchived: includingArchived, filter: filter
            ).fetch(db)
        }
        let collation = Collation()
        let matches = stages.flatMap { stage in
            let byID = Dictionary(stage.map { ($0.id, $0) }) { first, _ in first }
            let sorted = SortedContacts(stage.map(\.contact), order: ContactOrder(key), collation: collation)
            return sorted.list.contacts.compactMap { byID[$0.id] }
        }
        return SearchResults(matches: Array(matches.prefix(limit)), isComplete: matches.count <= limit)
    }
}
