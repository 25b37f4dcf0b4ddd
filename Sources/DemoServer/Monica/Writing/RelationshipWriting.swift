// Each relation is two rows, one from either side. The same twice, and with oneself, is taken.
extension Write {
    mutating func createRelationship() throws(Refusal) -> Reply {
        var rules = rules
        rules.check("contact_is", .required, .integer, .exists(account.wasIssued))
        rules.check("of_contact", .required, .integer, .exists(account.wasIssued))
        checkType(&rules)
        try rules.end()
        let from = try editable(input.int("contact_is") ?? 0).id
        let to = try editable(input.int("of_contact") ?? 0).id
        let type = type
        let id = account.relations.next
        account.store(Relation(id: id, type: type, from: from, to: to, created: now, updated: now))
        account.store(Relation(id: id + 1, type: type.reversed, from: to, to: from, created: now, updated: now))
        touch(from)
        touch(to)
        return answer(id, status: 201)
    }

    mutating func updateRelationship(_ text: String) throws(Refusal) -> Reply {
        let found = Int(text).flatMap { account.relation($0) }
        var rules = rules
        rules.checkID("relationship", isKnown: found != nil)
        checkType(&rules)
        try rules.end()
        guard var relation = found else { throw Refusal(.notFound) }
        _ = try editable(relation.from)
        var reverse = account.reverse(of: relation)
        relation.type = type
        relation.updated = now
        reverse?.type = type.reversed
        reverse?.updated = now
        account.store(relation)
        if let reverse { account.store(reverse) }
        touch(relation.from)
        touch(relation.to)
        return answer(relation.id, status: 200)
    }

    mutating func deleteRelationship(_ text: String) throws(Refusal) -> Reply {
        guard let relation = Int(text).flatMap({ account.relation($0) }) else {
            throw Refusal(Missing.selected("relationship").response)
        }
        _ = try editable(relation.from)
        removeRelation(relation)
        return .deleted(relation.id, asText: true)
    }

    /// Removes both rows of a relation, and its `to` if that is a partial contact without another relation. A partial contact
    /// on the `from` side stays without a relation.
    mutating func removeRelation(_ relation: Relation) {
        if let reverse = account.reverse(of: relation) { account.removeRelation(reverse.id) }
        account.removeRelation(relation.id)
        touch(relation.from)
        touch(relation.to)
        guard account.person(relation.to)?.isPartial == true, account.relations(of: relation.to).isEmpty else { return }
        account.edit(relation.to) { $0.isDeleted = true }
    }

    private func checkType(_ rules: inout Rules) {
        rules.check(
            "relationship_type_id", .required, .integer, .exists { id in RelationType.all.contains { $0.id == id } })
    }

    /// As the rules have checked it.
    private var type: RelationType {
        RelationType.all.first { $0.id == input.int("relationship_type_id") } ?? RelationType.all[0]
    }

    private func answer(_ id: Int, status: Int) -> Reply {
        Reply(status: status) { resources, _ in
            resources.account.relation(id).map { resources.relationship($0) } ?? .null
        }
    }
}
