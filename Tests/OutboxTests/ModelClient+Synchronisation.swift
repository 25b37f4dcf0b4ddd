import Model

@testable import Contacts

// The synchronisation.
extension ModelClient {
    func synchronise() {
        world.process(after: world.random.uniform(20, 400)) { [self] in
            let (asked, account) = (world.now, OutboxContact.account)
            try world.request(.user) { [self] reply in
                let isNew = memory.ended[RemoteID(ModelServer.account)].map { $0 < asked } ?? true
                if case .user = reply.body, store.contacts[account]?.attempt == nil, isNew {
                    var reading = ModelPlanner.Reading()
                    reading.add(reply, to: .user, looks: true)
                    try transaction(isSynced: false) { passed(account, reading) }
                }
                try list()
            }
        }
    }

    private func list() throws {
        let asked = world.now
        try world.request(.list) { [self] reply in
            guard case .people(let people) = reply.body else { return synchronise() }
            for person in people { try transaction(isSynced: false) { bring(person, asked) } }
            let met = Set(people.map { RemoteID($0.id) })
            let missing = store.contacts.values.filter {
                $0.id != OutboxContact.account && ($0.remote.map { !met.contains($0) } ?? !world.on("onlyRemote"))
            }
            try miss(missing.sorted { $0.id < $1.id })
        }
    }

    private func miss(_ missing: [OutboxContact]) throws {
        guard let contact = missing.first else { return synchronise() }
        let rest = Array(missing.dropFirst())
        guard let current = store.contacts[contact.id], current.remote == contact.remote else { return try miss(rest) }
        guard let number = contact.remote?.number else {
            try transaction { gone(contact.id) }
            return try miss(rest)
        }
        try look(contact.id, number) { [self] in try miss(rest) }
    }

    /// Asks for one contact, as its page does.
    func look(_ id: ContactID, _ number: Int, then: @escaping () throws -> Void) throws {
        let asked = world.now
        try world.request(.contact(number)) { [self] reply in
            let name = RemoteID(number)
            let contact = store.contacts[id]
            if let contact, contact.remote == name {
                if reply.status == 200, case .person(let person) = reply.body {
                    try transaction(isSynced: false) { bring(person, asked) }
                } else if reply.status == 404, !contact.isGone, memory.ended[name].map({ $0 < asked }) ?? true {
                    try transaction { gone(id) }
                }
            }
            try then()
        }
    }

    private func bring(_ person: ModelServer.Person, _ asked: Double) {
        let name = RemoteID(person.id)
        if world.on("generation"), let time = memory.ended[name], time >= asked { return }
        var id = local(of: name)
        if id == nil, world.on("match") {
            id = store.contacts.values.first { $0.remote == nil && $0.uuid == person.uuid }?.id
            if let id {
                store.contacts[id]?.remote = name
                memory.paces[id, default: Pace()].wait = 0
            }
        }
        let contact = id ?? world.newContact()
        if id == nil { store.contacts[contact] = OutboxContact(id: contact, remote: name, uuid: person.uuid) }
        world.oracle.numbers[person.uuid] = contact
        if store.contacts[contact]?.attempt != nil, world.on("unsettled") { return }
        passed(contact, ModelPlanner.Reading(person: person))
    }

    private func passed(_ id: ContactID, _ reading: ModelPlanner.Reading) {
        guard var contact = self[id] else { return }
        let theirs = planner.view(reading, parts: &contact.parts, names: self)
        reconciler.compare(theirs, in: &contact)
        contact.copy.merge(theirs)
        contact.isGone = false
        keep(contact)
    }
}

extension ModelPlanner.Reading {
    /// Takes one more answer.
    mutating func add(_ reply: Reply, to call: Call, looks: Bool) {
        switch (call, reply.body) {
        case (.user, .user(let number)): user = .some(number.map { .person(.remote(RemoteID($0))) })
        case (.look, .people(let people)): person = looks ? people.first : nil
        case (.reminder, .person(let found)):
            isReminded = found.values[.yearly] != nil
            lists[.reminder] = found.parts[.reminder] ?? [:]
        case (.parts(let kind, _), .person(let found)): lists[kind] = found.parts[kind] ?? [:]
        case (_, .person(let found)): person = found
        default: break
        }
    }
}

extension PendingChange {
    /// The other contacts that the wanted value names.
    var named: [ContactID] { wanted?.localContacts ?? [] }
}
