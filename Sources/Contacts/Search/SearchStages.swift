import GRDB

/// Asks the indexes one after the other, the most telling first, until enough is found.
struct SearchStages {
    let query: SearchQuery
    let words: ShownWords
    let limit: Int
    let includingArchived: Bool
    let filter: ContactFilter

    /// The matches that each stage adds, in no particular order.
    func fetch(_ db: Database) throws -> [[SearchMatch]] {
        let stages = [
            ("contact_name", query.beginningOfName), ("contact_name", query.inNames),
            ("contact_search", query.anywhere(with: words)),
        ]
        let finder = MatchFinder(query: query)
        var known: Set<Int> = []
        return try stages.map { index, expression in
            guard let expression, known.count < limit else { return [] }
            var found: [SearchMatch] = []
            let statement = try db.cachedStatement(sql: sql(index))
            let rows = try Row.fetchCursor(statement, arguments: [expression] + filter.condition.arguments)
            while known.count < limit, let row = try rows.next() {
                guard !known.contains(try row.decode(atIndex: 0)) else { continue }
                let contact = try ContactSummary(row: row)
                guard let parts = finder.parts(in: texts(row, contact)) else { continue }
                known.insert(contact.id)
                found.append(SearchMatch(contact: contact, parts: parts))
            }
            return found
        }
    }

    /// Each read when it is looked at.
    private func texts(
        _ row: Row, _ contact: ContactSummary
    ) -> some Sequence<(field: SearchField, values: [SearchValue])> {
        SearchField.allCases.lazy.map { field in (field: field, values: values(of: field, row, contact)) }
    }

    private func values(of field: SearchField, _ row: Row, _ contact: ContactSummary) -> [SearchValue] {
        switch field {
        case .nickname: return [contact.nickname].compactMap { $0.map { SearchValue($0) } }
        case .company: return [contact.company].compactMap { $0.map { SearchValue($0) } }
        case .job: return [contact.job].compactMap { $0.map { SearchValue($0) } }
        default:
            guard let column = SearchIndex.storedFields.firstIndex(of: field) else { return [] }
            // A value of another type has no words to find.
            let text: String? = (try? row.decode(atIndex: ContactSummary.columnCount + column)) ?? nil
            return words.shown(SearchIndex.parted(text), in: field)
        }
    }

    private func sql(_ index: String) -> String {
        let summary = ContactSummary.columns.split(separator: ", ").map { "contact.\($0)" }
        let texts = SearchIndex.storedFields.map { "contact_text.\($0.rawValue)" }
        return """
            SELECT \((summary + texts).joined(separator: ", ")) FROM \(index)
            JOIN contact ON contact.id = \(index).rowid
            JOIN contact_text ON contact_text.id = \(index).rowid
            WHERE \(index) MATCH ? AND \(ContactSummary.isListed) \(includingArchived ? "" : "AND NOT is_archived")
            AND \(filter.condition.sql)
            """
    }
}
