/// The relations made, changed and deleted by requests; the book has all others. Each relation is two rows, one from either
/// side.
struct RelationTable: Sendable {
    var next = 1
    fileprivate var written: [Int: Relation] = [:]
    fileprivate var deleted: Set<Int> = []
    fileprivate var ofContact: [Int: [Int]] = [:]
}

extension ServerAccount {
    /// The rows from the side of a contact.
    func relations(of id: Int) -> [Relation] {
        let own = book.relations(of: id).filter { !relations.deleted.contains($0.id) }
            .map { relations.written[$0.id] ?? $0 }
        let more = (relations.ofContact[id] ?? []).compactMap { relations.written[$0] }
        return (own + more).filter { exists($0.to) }
    }

    func relation(_ id: Int) -> Relation? {
        guard !relations.deleted.contains(id), let relation = relations.written[id] ?? book.relation(id),
            exists(relation.from), exists(relation.to)
        else { return nil }
        return relation
    }

    /// The same relation as the other contact sees it.
    func reverse(of relation: Relation) -> Relation? {
        relations(of: relation.to).first {
            $0.id != relation.id && $0.to == relation.from && $0.type == relation.type.reversed
        }
    }

    mutating func store(_ relation: Relation) {
        let isNew = relations.written[relation.id] == nil && book.relation(relation.id) == nil
        relations.written[relation.id] = relation
        relations.next = max(relations.next, relation.id + 1)
        if isNew { relations.ofContact[relation.from, default: []].append(relation.id) }
    }

    mutating func removeRelation(_ id: Int) {
        relations.deleted.insert(id)
        guard let relation = relations.written.removeValue(forKey: id) else { return }
        relations.ofContact[relation.from]?.removeAll { $0 == id }
    }
}
