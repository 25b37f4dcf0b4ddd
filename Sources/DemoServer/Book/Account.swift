/// The address book with what was changed since: one account of the server.
struct Account: Sendable {
    let book: AddressBook
    private var edits: [Int: Edit] = [:]
    private var sorted: [Sort: [Int]] = [:]

    /// What tests change about a contact; nil leaves it.
    struct Edit: Sendable {
        var firstName: String?
        var lastName: String??
        var nickname: String??
        var isDeleted = false
        var isArchived: Bool?
        var isStarred: Bool?
        var avatar: Person.Avatar?
        var isPhotoBroken: Bool?
        var updated: Timestamp?
    }

    enum Sort: Hashable, Sendable { case created, updated }

    init(book: AddressBook) {
        self.book = book
    }

    mutating func edit(_ id: Int, _ change: (inout Edit) -> Void) {
        change(&edits[id, default: Edit()])
        sorted = [:]
    }

    func person(_ id: Int) -> Person? {
        guard var person = book.person(id) else { return nil }
        guard let edit = edits[id] else { return person }
        guard !edit.isDeleted else { return nil }
        person.firstName = edit.firstName ?? person.firstName
        person.lastName = edit.lastName ?? person.lastName
        person.nickname = edit.nickname ?? person.nickname
        person.isActive = edit.isArchived.map { !$0 } ?? person.isActive
        person.isStarred = edit.isStarred ?? person.isStarred
        person.avatar = edit.avatar ?? person.avatar
        person.updated = edit.updated ?? person.updated
        return person
    }

    func avatar(of id: Int) -> Person.Avatar {
        edits[id]?.avatar ?? book.avatar(of: id)
    }

    func exists(_ id: Int) -> Bool {
        book.ids?.contains(id) == true && edits[id]?.isDeleted != true
    }

    /// The contacts that the server lists, neither archived nor partial, ascending.
    mutating func listed(by sort: Sort) -> [Int] {
        if let known = sorted[sort] { return known }
        let ids: [Int]
        switch sort {
        case .created: ids = everyone().filter { isListed($0) }
        case .updated:
            // Pairs first: the time is reckoned once a contact, not once a comparison.
            ids = listed(by: .created).map { (time: updated($0), id: $0) }
                .sorted { ($0.time, $0.id) < ($1.time, $1.id) }.map(\.id)
        }
        sorted[sort] = ids
        return ids
    }

    /// Listed, archived and partial ones.
    func everyone() -> [Int] {
        book.ids.map { $0.filter(exists) } ?? []
    }

    func relations(of id: Int) -> [Relation] {
        book.relations(of: id).filter { exists($0.to) }
    }

    func isPhotoBroken(ofContact id: Int) -> Bool {
        edits[id]?.isPhotoBroken ?? book.isPhotoBroken(ofContact: id)
    }

    private func isListed(_ id: Int) -> Bool {
        guard exists(id), !book.isPartial(id) else { return false }
        return edits[id]?.isArchived.map { !$0 } ?? !book.isArchived(id)
    }

    private func updated(_ id: Int) -> Timestamp {
        edits[id]?.updated ?? book.updated(id)
    }
}
