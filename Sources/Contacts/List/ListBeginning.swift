import Foundation
import GRDB
import Model

/// The first contacts of a list, as they were the last time. A start shows them until the whole list is read and
/// sorted. With 100,000 contacts that takes a third of a second. A guess: contacts may have come or gone since.
struct ListBeginning: Equatable {
    let ids: [Int]
    /// How many contacts the whole list had.
    let wholeCount: Int

    /// More than fits on a screen.
    fileprivate static let length = 200

    /// Nil for a list that is read as fast as its beginning.
    init?(of list: ContactList) {
        guard list.contacts.count > 10 * Self.length else { return nil }
        ids = list.contacts.prefix(Self.length).map(\.id)
        wholeCount = list.contacts.count
    }

    fileprivate init(ids: [Int], wholeCount: Int) {
        self.ids = ids
        self.wholeCount = wholeCount
    }
}

extension ContactStore {
    /// The beginning of a list in this order, as far as its contacts are still stored; nil where none was kept.
    func beginning(
        of order: ContactOrder, includingArchived: Bool
    ) async throws(ContactStoreError) -> (kept: ListBeginning, list: ContactList)? {
        let (kept, contacts) = try await read { db -> (ListBeginning?, [ContactSummary]) in
            let row = try Row.fetchOne(
                db,
                sql: """
                    SELECT contacts, whole_count FROM list_beginning
                    WHERE sort_key = ? AND starred_first = ? AND includes_archived = ?
                    """,
                arguments: [order.key.rawValue, order.starredFirst, includingArchived])
            guard let row else { return (nil, []) }
            let ids = try row.decode(String.self, atIndex: 0).split(separator: " ").prefix(ListBeginning.length)
                .compactMap { Int($0) }
            let contacts = try ContactSummary.fetchListed(db, ids: Set(ids))
                .filter { includingArchived || !$0.isArchived }
            return (ListBeginning(ids: ids, wholeCount: max(0, try row.decode(atIndex: 1))), contacts)
        }
        guard let kept, !contacts.isEmpty else { return nil }
        let sorted = ContactList(sorting: contacts, by: order)
        return (
            kept,
            ContactList(
                order: order, contacts: sorted.contacts, sections: sorted.sections, wholeCount: kept.wholeCount)
        )
    }

    /// Replaces the kept beginning of a list. A failure costs the next start some time. The caller does not learn of a
    /// failure.
    func keep(_ beginning: ListBeginning?, of order: ContactOrder, includingArchived: Bool) async {
        try? await writeNews { db, _ in
            guard let beginning else { return try db.execute(sql: "DELETE FROM list_beginning") }
            try db.execute(
                sql: """
                    REPLACE INTO list_beginning (id, sort_key, starred_first, includes_archived, contacts, whole_count)
                    VALUES (1, ?, ?, ?, ?, ?)
                    """,
                arguments: [
                    order.key.rawValue, order.starredFirst, includingArchived,
                    beginning.ids.map(String.init).joined(separator: " "), beginning.wholeCount,
                ])
        }
    }
}
