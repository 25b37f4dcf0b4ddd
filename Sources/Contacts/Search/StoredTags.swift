import GRDB

extension ContactStore {
    /// The tags that contacts have, the most used first; of very many only the first.
    public func tagNames(atMost limit: Int = 2_000) async throws(ContactStoreError) -> [String] {
        try await read { db in
            // Few combinations of tags are on many contacts.
            let rows = try Row.fetchCursor(
                db, sql: "SELECT tag, COUNT(*) FROM contact_text WHERE tag IS NOT NULL GROUP BY tag")
            var counts: [String: Int] = [:]
            while let row = try rows.next() {
                let count = try row.decode(Int.self, atIndex: 1)
                for tag in SearchIndex.parted(try row.decode(atIndex: 0)) { counts[tag.text, default: 0] += count }
            }
            let sorted = counts.sorted { ($1.value, $0.key) < ($0.value, $1.key) }
            return sorted.prefix(limit).map(\.key)
        }
    }
}
