import Foundation
import Model

@testable import Contacts

/// The process is killed.
struct Killed: Error {}

/// The outbox and the synchronisation without a database. A power cut leaves `durable`;
/// a kill leaves `store`.
final class ModelClient: ContactNames {
    /// A slot of an open form: the typed value, the server's at the opening, and the shown values.
    struct Typed { let slot: Slot, wanted, base: SlotValue?, saw: [SlotValue?] }
    struct Store {
        var contacts: [ContactID: OutboxContact] = [:]
        var parts = PartBook()
        var forms: [ContactID: [Typed]] = [:]
    }

    unowned let world: World
    let planner: ModelPlanner, reconciler: Reconciler
    private let without: Set<OutboxRule>
    var store = Store(), durable = Store()
    /// It follows from the store, besides the moments.
    var memory = OutboxMemory()

    init(_ world: World) {
        self.world = world
        planner = ModelPlanner(
            dayCoversReminder: world.on("dayCoversReminder"), keepsReminders: world.on("keepsReminders"))
        without = Set(OutboxRule.allCases.filter { !world.on($0.rawValue) })
        reconciler = Reconciler(reader: planner, without: without)
        store.contacts[OutboxContact.account] = OutboxContact(
            id: OutboxContact.account, remote: RemoteID(ModelServer.account), uuid: ModelServer.account)
    }

    /// After a start each attempt has a new hold, and goes through its stored form.
    func start() throws {
        memory = OutboxMemory()
        for (id, contact) in store.contacts {
            var rows: [Slot: PendingChange] = [:]
            for (slot, row) in contact.rows {
                let stored = try StoredForm<PendingChange>.value(of: StoredForm(value: row).text())
                if let slot = Slot(stored: slot.stored) { rows[slot] = stored }
            }
            guard rows == contact.rows else { throw StoredChangeError.damaged }
            store.contacts[id]?.attempt = try contact.attempt.map {
                var attempt = try StoredForm<Attempt>.value(of: StoredForm(value: $0).text())
                attempt.holdUntil = world.on("holdAtStart") ? world.now + Reconciler.hold : 0
                return attempt
            }
        }
    }

    func transaction<Result>(isSynced: Bool = true, _ body: () throws -> Result) throws -> Result {
        try world.step("before a transaction")
        let result = try body()
        try world.step("in a transaction", loses: true)
        if isSynced { durable = store }
        world.commit()
        try world.step("after a transaction")
        return result
    }

    subscript(id: ContactID) -> OutboxContact? {
        var contact = store.contacts[id]
        contact?.parts = store.parts
        return contact
    }

    func keep(_ contact: OutboxContact) {
        var contact = contact
        // The bytes of all photos from here are kept.
        for part in contact.idlePhotos where part.rawValue < 0 { contact.copy.remove(.part(.photo, part)) }
        for notice in contact.notices { world.oracle.notice(contact.uuid, notice) }
        contact.notices = []
        store.parts = contact.parts
        store.contacts[contact.id] = contact
        if contact.isOver, contact.remote == nil || store.forms[contact.id] == nil { forget(contact.id) }
    }

    func forget(_ id: ContactID) {
        (store.contacts[id], store.forms[id]) = (nil, nil)
        memory.paces[id]?.isStale = false
    }

    func remote(of id: ContactID) -> RemoteID? { store.contacts[id].flatMap { $0.isGone ? nil : $0.remote } }
    func local(of remote: RemoteID) -> ContactID? { store.contacts.first { $0.value.remote == remote }?.key }

    /// The problem that the person is told. That another contact is gone is not stored, but seen. A day and its reminder
    /// are one line.
    func problem(_ slot: Slot, _ row: PendingChange, of contact: OutboxContact) -> Problem? {
        if let problem = row.problem { return problem }
        if row.named.contains(where: { store.contacts[$0]?.isGone ?? true }) { return .gone }
        // A new photo and the avatar that shows it are one line.
        if contact.rows.isHeldBack(slot) {
            return contact.line(of: slot).lazy.compactMap { contact.rows[$0]?.problem }.first
        }
        return slot == .yearly ? contact.rows[.birthday]?.problem : nil
    }

    func gone(_ id: ContactID) {
        guard var contact = self[id] else { return }
        world.trace("client: \(id.rawValue) is gone")
        if contact.rows.isEmpty, store.forms[id] != nil, world.on("noRemoval") {
            store.contacts[id]?.isGone = true
            store.contacts[id]?.attempt = nil
        } else if world.on("noRemoval"), reconciler.isWantedStill(&contact) {
            world.oracle.told(contact.uuid)
            keep(contact)
        } else {
            forget(id)
        }
    }
}

// The outbox.
extension ModelClient {
    /// The memory takes all from the store.
    private func remember() {
        for id in memory.pending.keys where store.contacts[id] == nil { memory.keep([:], nil, of: id) }
        for contact in store.contacts.values { memory.keep(contact.rows, contact.attempt, of: contact.id) }
        memory.made = store.contacts.filter { $0.value.remote == nil }.mapValues(\.uuid)
        let named = memory.pending.values.flatMap(\.rows.values).flatMap(\.named)
        memory.gone = Set(
            store.contacts.keys.filter { store.contacts[$0]?.isGone ?? false }
                + named.filter { store.contacts[$0] == nil })
    }

    func send() throws {
        remember()
        let (next, moment) = memory.next(at: world.now)
        guard let next else { return world.idle(until: moment) }
        try ask(Visit(planner, without: without), next, world.now)
    }

    private func ask(_ former: Visit<ModelPlanner>, _ id: ContactID, _ asked: Double) throws {
        var visit = former
        guard var contact = self[id] else {
            // It was removed meanwhile.
            memory.paces[id] = nil
            return try send()
        }
        let skips = !world.on("reading") && contact.attempt == nil && contact.remote != nil && id.rawValue != 0
        if !skips, let call = visit.nextRead(of: contact, isStale: memory.paces[id]?.isStale ?? false) {
            return try world.request(call) { [self] reply in
                guard store.contacts[id] != nil else { return try send() }
                guard reply.status == 200 else {
                    if reply.status == 404 {
                        try transaction { gone(id) }
                    } else {
                        if reply.status == 401 || reply.status == 429 { memory.pausedUntil = world.now + 60 }
                        memory.paces[id, default: Pace()].wait = world.now + (reply.status == Reply.lost ? 5 : 60)
                    }
                    return try send()
                }
                var reading = visit.reading ?? ModelPlanner.Reading()
                reading.add(reply, to: call, looks: world.on("look"))
                visit.reading = reading
                try ask(visit, id, asked)
            }
        }
        let former = contact
        try transaction {
            visit.compare(at: world.now, names: self, in: &contact, pace: &memory.paces[id, default: Pace()])
            for slot in contact.rows.keys where slot.kind == .reminder && former.rows[slot] == nil {
                world.oracle.keep(contact.uuid, slot)
            }
            keep(contact)
            if let attempt = former.attempt, contact.attempt == nil {
                memory.noteEnd(of: contact.remote, at: world.now)
                freshenOthers(in: attempt.sent)
            }
        }
        try write(visit, id, asked)
    }

    private func write(_ former: Visit<ModelPlanner>, _ id: ContactID, _ asked: Double) throws {
        var visit = former
        let write = try transaction(isSynced: world.on("syncedAttempt")) { () -> PlannedWrite<Call>? in
            guard var contact = self[id] else { return nil }
            let write = visit.nextWrite(
                at: world.now, names: self, in: &contact, pace: &memory.paces[id, default: Pace()])
            keep(contact)
            return write
        }
        guard let write else {
            let isRead = self[id].map { visit.reading == nil || visit.nextRead(of: $0) == nil } ?? false
            remember()
            if isRead, let time = memory.due(id), time <= world.now, memory.paces[id]?.isStale != true {
                memory.paces[id, default: Pace()].wait = world.now + 60
            }
            return try send()
        }
        world.suspend { [self] in
            try world.request(write.request, sent: write.sent, readAt: asked) { [self] reply in
                guard store.contacts[id]?.attempt != nil else { return try send() }
                let goesOn = try transaction { answered(reply, to: write, of: id, &visit) }
                if goesOn, store.contacts[id] != nil { try self.write(visit, id, asked) } else { try send() }
            }
        }
    }

    private func answered(
        _ reply: Reply, to write: PlannedWrite<Call>, of id: ContactID, _ visit: inout Visit<ModelPlanner>
    ) -> Bool {
        guard var contact = self[id] else { return false }
        world.trace("client: \(write.request) of \(id.rawValue) -> \(reply.status)")
        var (reading, made) = (ModelPlanner.Reading?.none, RemoteID?.none)
        if case .person(let person) = reply.body {
            made = RemoteID(person.id)
            reading = world.answersWhole ? ModelPlanner.Reading(person: person) : nil
        }
        if case .made(let number) = reply.body { made = RemoteID(number) }
        let answer: WriteAnswer<ModelPlanner.Reading>
        switch reply.status {
        case 200...299: answer = .done(reading, made: made)
        case 401, 429:
            answer = .failed(.unauthorized)
            memory.pausedUntil = world.now + 60
        case 400...499: answer = .refused([String(reply.status)])
        case 500...599: answer = .failed(world.on("gateway") ? .failed(status: reply.status) : .offline)
        default: answer = .failed(world.on("gateway") ? .lost : .offline)
        }
        if case .done = answer, write.sent == [SlotState(.existence, nil)] {
            memory.noteEnd(of: contact.remote, at: world.now)
            gone(id)
            return false
        }
        let goesOn = visit.answered(
            answer, to: write, at: world.now, names: self, in: &contact, pace: &memory.paces[id, default: Pace()])
        if contact.attempt == nil { memory.noteEnd(of: contact.remote, at: world.now) }
        keep(contact)
        if case .done = answer { freshenOthers(in: write.sent) }
        return goesOn
    }

    /// The other pages of a relationship and of an activity are read after its write. Answers of before come too late.
    private func freshenOthers(in sent: [SlotState]) {
        guard world.on("readingAfter") else { return }
        for other in sent.flatMap({ $0.value?.relatedContacts ?? [] }) {
            memory.paces[other, default: Pace()].isStale = true
            memory.noteEnd(of: self[other]?.remote, at: world.now)
        }
    }
}
