import GRDB
import Model

extension WaitingChange {
    /// Those whom its values name, and what the server has in their place.
    var namedPeople: Set<AnyContactID> {
        var values: [ContactValue?] = []
        var parts: [PartValue?] = []
        switch edit.change {
        case .create(let creation): values = Array(creation.values.values)
        case .values(let change): values = change.deltas.values.flatMap { [$0.before, $0.after] }
        case .part(let change): parts = [change.before, change.after]
        case .addTags, .removeTags, .me, .delete: break
        }
        for other in [edit.conflict, difference].compactMap(\.self) {
            values += Array(other.values.values)
            parts += [other.part] + other.offers.values.flatMap(\.parts)
            parts += other.otherParts.flatMap { [$0.before, $0.after] }
        }
        let inValues = values.compactMap { if case .contact(let id)? = $0 { id } else { nil } }
        let inParts = parts.compactMap { if case .relationship(let value)? = $0 { value.other } else { nil } }
        return Set(inValues + inParts)
    }
}

extension ContactStore {
    /// What the people are called whom some changes name; who is not stored, as the contact says that names them.
    func names(ofPeopleIn changes: [WaitingChange]) async throws(ContactStoreError) -> [AnyContactID: String] {
        let named = changes.map { (contact: $0.contact, people: $0.namedPeople) }.filter { !$0.people.isEmpty }
        guard !named.isEmpty else { return [:] }
        return try await read { [decoder] db in
            let statement = try db.cachedStatement(sql: "SELECT display_name FROM contact WHERE id = ?")
            var names: [AnyContactID: String] = [:]
            for (contact, people) in named {
                for person in people where names[person] == nil {
                    let number: Int64? =
                        switch person {
                        case .local(let id): id.rawValue
                        case .remote(let remote): try LocalNames.local(remote, db).map { Int64($0) }
                        }
                    names[person] = try number.flatMap { try String.fetchOne(statement, arguments: [$0]) }
                }
                guard people.contains(where: { names[$0] == nil }),
                    let copy = try Contact.fetch(db, id: Int(contact.rawValue), by: decoder)
                else { continue }
                for reference in copy.relationships.map(\.contact) + [copy.howYouMet?.through].compactMap(\.self) {
                    let id = ContactID(Int64(reference.id))
                    let remote = try LocalNames.remote(id, db).map { AnyContactID.remote($0) }
                    for person in [.local(id), remote].compactMap(\.self) where people.contains(person) {
                        names[person] = names[person] ?? reference.displayName
                    }
                }
            }
            return names
        }
    }
}
