import Model

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

extension ContactStore {
    /// More people than have the same relation.
    private static let maxHolders = 20

    /// The contacts that a partial contact is a relation of. The search finds them by the name of the partial contact.
    func holders(of partial: Contact) async throws(ContactStoreError) -> [RelationHolder] {
        let found = try await search(partial.displayName, limit: Self.maxHolders, includingArchived: true)
        let named = found.matches.filter { $0.parts.contains { $0.field == .relative } }.map(\.contact)
        return try await read { [decoder] db in
            try named.compactMap { summary in
                let contact = try Contact.fetch(db, id: summary.id, by: decoder)
                let relationship = contact?.relationships.first { $0.contact.id == partial.id }
                return relationship.map { RelationHolder(contact: summary, relation: $0.name) }
            }
        }
    }
}
