import GRDB

/// A contact with a relationship to a partial contact.
public struct RelationHolder: Hashable, Sendable {
    /// The contact with the relationship.
    public let contact: ContactSummary
    /// The server's key for the role of the partial contact to this contact; nil without one.
    public let relation: String?

    /// A contact with a relationship of a kind.
    public init(contact: ContactSummary, relation: String?) {
        self.contact = contact
        self.relation = relation
    }
}

extension RelationHolder {
    /// More people than have the same relation.
    private static let maxHolders = 20

    /// The listed and the archived contacts with a relationship to a partial contact.
    static func fetch(_ db: Database, of partial: Int) throws -> [RelationHolder] {
        let sql = """
            SELECT \(ContactSummary.columns), relation FROM relative_birthday JOIN contact ON contact.id = contact_id
            WHERE relative_id = ? AND \(ContactSummary.isListed) ORDER BY contact_id LIMIT ?
            """
        return try Row.fetchAll(db.cachedStatement(sql: sql), arguments: [partial, maxHolders]).map { row in
            RelationHolder(
                contact: try ContactSummary(row: row),
                relation: try row.decode(atIndex: ContactSummary.columnCount))
        }
    }
}
