import Foundation
import Model

@testable import Contacts

/// Random numbers that are the same in each run.
final class Dice {
    var state: UInt64

    init(_ seed: UInt64, _ part: UInt64 = 0) { state = seed &* 0x9E37_79B9_7F4A_7C15 &+ part &* 0xD1B5_4A32_D192_ED03 }

    func next() -> Double {
        state &+= 0x9E37_79B9_7F4A_7C15
        var mixed = (state ^ (state >> 30)) &* 0xBF58_476D_1CE4_E5B9
        mixed = (mixed ^ (mixed >> 27)) &* 0x94D0_49BB_1331_11EB
        return Double((mixed ^ (mixed >> 31)) >> 11) / Double(1 << 53)
    }

    func chance(_ share: Double) -> Bool { next() < share }
    func uniform(_ low: Double, _ high: Double) -> Double { low + (high - low) * next() }
    func below(_ count: Int) -> Int { min(count - 1, Int(next() * Double(count))) }
    func pick<Item>(_ items: [Item]) -> Item { items[below(items.count)] }
}

/// One run: a person, a client that is killed, a network that loses and delays, a server and another client.
final class World {
    /// The events of the run, and the rules that it lacks.
    struct Setting: Sendable {
        var acts = 24
        /// Seconds in which things happen.
        var span = 1_500.0
        /// The share of late requests that come after the hold.
        var beyond = 0.03
        var without: Set<String> = []
        /// Events that are left out: acts by number, the other client's as "o1", kills as "kills".
        var skip: Set<String> = []
        var traces = false
    }

    struct Event { let time: Double, number: Int, body: () -> Void }

    let seed: UInt64, setting: Setting, random: Dice
    let server = ModelServer()
    lazy var oracle = Oracle(self)
    lazy var client = ModelClient(self)
    let answersWhole: Bool
    var now = 0.0 { didSet { server.now = now } }
    /// Whether the person and the other client have come to their end.
    var isFinal = false
    /// Whether the process runs.
    var isUp = true
    var epoch = 0
    /// Whether a request came after its hold.
    var isBeyond = false
    var log: [String] = []
    var errors: [String] = [], requests = 0
    var events: [Event] = [], count = 0, number = Int64(100)
    var pending: [() -> Void] = [], kills: Set<Int> = [], steps = 0, idleSince: Int?
    /// The share of requests that the network spoils.
    let faults: Double
    var disturbances = 0

    init(_ seed: UInt64, _ setting: Setting = Setting()) throws {
        (self.seed, self.setting, random) = (seed, setting, Dice(seed))
        answersWhole = !random.chance(0.3)
        faults = random.pick([0, 0.05, 0.15, 0.3])
        let times = random.pick([0, 0, 1, 2, 5])
        if !setting.skip.contains("kills") { kills = Set((0..<times).map { _ in random.below(200) + 1 }) }
        for index in 0..<2 { begin(index) }
        client.durable = client.store
        try client.start()
    }

    /// A contact that both sides know from the start.
    private func begin(_ index: Int) {
        let values: [Slot: SlotValue] = [
            .name: .text("F\(index)"), .about: .text("D\(index)"), .birthday: .text("B\(index)"),
            .yearly: index == 0 ? .on : .text("off"),
        ]
        _ = server.answer(.create("s\(index)", values.filter { $0.value != .text("off") }), by: .start)
        let id = server.last
        for slot in Slot.work + [.met] { server.set(id, slot, .text("x\(index)"), .start) }
        server.set(id, .tag("T"), .on, .start)
        for kind in [PartKind.field, .address] + PartKind.things where kind != .reminder || index == 1 {
            let row = server.add(id, kind, .part(kind, "p\(index)x"), tag: nil, .start)
            // The reminder of this contact's birthday has other words than the server's.
            if kind == .reminder { server.people[id]?.linked = row }
        }
        guard let person = server.people[id] else { return }
        let contact = newContact()
        oracle.numbers[person.uuid] = contact
        oracle.reminded[person.uuid] = index == 0
        let reading = ModelPlanner.Reading(person: person, lists: person.parts.filter { $0.key == .address })
        let copy = ModelPlanner().view(reading, parts: &client.store.parts, names: client)
        client.store.contacts[contact] = OutboxContact(
            id: contact, remote: RemoteID(id), uuid: person.uuid, copy: copy)
    }

    func on(_ rule: String) -> Bool { !setting.without.contains(rule) }
    func trace(_ text: @autoclosure () -> String) {
        if setting.traces {
            log.append(String(format: "%8.2f  ", now) + text().replacing(/Model\.\w+|rawValue: |Optional/, with: ""))
        }
    }
    func newNumber() -> Int64 {
        number += 1
        return number
    }
    func newContact() -> ContactID { ContactID(newNumber()) }

    // Time.
    func at(_ delay: Double, _ body: @escaping () -> Void) {
        count += 1
        events.append(Event(time: now + delay, number: count, body: body))
    }

    /// Something that ends with the process.
    func process(after delay: Double, _ body: @escaping () throws -> Void) {
        let began = epoch
        at(delay) { [self] in if epoch == began { guarded(body) } }
    }

    /// Nothing can be sent before the moment, unless something changes.
    func idle(until time: Double) {
        count += 1
        let since = count
        idleSince = since
        if time < .infinity { process(after: max(0.01, time - now)) { [self] in try wake(since) } }
    }

    private func wake(_ since: Int) throws {
        guard idleSince == since else { return }
        idleSince = nil
        try client.send()
    }

    /// The transaction is done.
    func commit() {
        for body in pending { body() }
        pending = []
        oracle.look()
        if let since = idleSince { process(after: 0.01) { [self] in try wake(since) } }
    }

    /// When the transaction is done.
    func later(_ body: @escaping () -> Void) { pending.append(body) }

    /// The computer may sleep here.
    func suspend(_ body: @escaping () throws -> Void) {
        let sleeps = !isFinal && random.chance(0.02)
        disturbances += sleeps ? 1 : 0
        process(after: sleeps ? random.pick([50, 400]) : 0, body)
    }

    func step(_ name: String, loses: Bool = false) throws {
        steps += 1
        guard kills.contains(steps), !isFinal else { return }
        let loses = loses || random.chance(0.5)
        trace("KILL \(name)\(loses ? ", power cut" : "")")
        if loses { client.store = client.durable }
        throw Killed()
    }

    /// Runs a piece of the process, which may be killed in it.
    func guarded(_ body: () throws -> Void) {
        do {
            try body()
        } catch is Killed {
            (pending, isUp, idleSince) = ([], false, nil)
            epoch += 1
            at(random.pick([1, 1, 30, 200])) { [self] in restart() }
        } catch {
            errors.append("threw: \(error)")
        }
    }

    private func restart() {
        guard !isUp else { return }
        isUp = true
        trace("restart")
        beginProcesses()
        for id in client.store.forms.keys.sorted() {
            let dice = Dice(seed, UInt64(1_000 + steps))
            process(after: random.uniform(1, 60)) { [self] in try save(id, dice) }
        }
    }

    private func beginProcesses() {
        guarded { try client.start() }
        process(after: 0) { [self] in try client.send() }
        client.synchronise()
    }
}

// The run.
extension World {
    /// Returns the complaints.
    func run() -> [String] {
        // The bodies of later events would keep the run in memory.
        defer { (events, pending) = ([], []) }
        beginProcesses()
        let plan = Dice(seed, 7)
        for act in 0...plan.below(setting.acts) {
            let delay = plan.chance(0.5) ? plan.uniform(0, setting.span) : plan.uniform(0, 90)
            at(delay) { [self] in
                let dice = Dice(seed, UInt64(10_000 + act))
                if isUp, !isFinal, !setting.skip.contains(String(act)) { guarded { try self.act(dice) } }
            }
        }
        for index in 0..<plan.pick([0, 1, 4, 10]) {
            let delay = plan.uniform(0, setting.span)
            guard !setting.skip.contains("o\(index)") else { continue }
            at(delay) { [self] in other(Dice(seed, UInt64(20_000 + index))) }
        }
        at(setting.span + 300) { [self] in end() }
        untilQuiet()
        if requests > 3_000 { errors.append("too many requests") }
        return errors + oracle.complaints()
    }

    private func end() {
        isFinal = true
        trace("---- quiet")
        if !isUp {
            epoch += 1
            restart()
        }
        for id in client.store.forms.keys.sorted() { guarded { try save(id, Dice(1)) } }
    }

    /// Runs until nothing waits, and looks on for a while. The person answers everything that asks.
    private func untilQuiet() {
        var (isAsked, isFresh) = (false, false)
        var clean: Double?
        while let next = events.indices.min(by: { a, b in
            (events[a].time, events[a].number) < (events[b].time, events[b].number)
        }) {
            let event = events.remove(at: next)
            now = max(now, event.time)
            event.body()
            guard isFinal else { continue }
            let contacts = client.store.contacts.values
            if !isAsked {
                let waits = contacts.contains { contact in
                    contact.attempt != nil
                        || contact.rows.contains { client.problem($0.key, $0.value, of: contact) == nil }
                }
                if waits, now < setting.span + 4_300 { continue }
                isAsked = true
                for contact in contacts { complainOfSilence(contact) }
                if !errors.isEmpty { return }
                at(0) { [self] in answerAll() }
            }
            if let clean, now > clean + 60, !isFresh, kills.isEmpty {
                isFresh = true
                oracle.checkFreshness()
            }
            if contacts.contains(where: { !$0.rows.isEmpty || $0.attempt != nil }) {
                clean = nil
            } else if let clean, now > clean + 900 {
                return
            } else if clean == nil {
                clean = now
            }
            if now > setting.span + 60_000 { return errors.append("no end") }
        }
    }

    /// Nothing waits without saying why.
    private func complainOfSilence(_ contact: OutboxContact) {
        guard contact.rows[.existence]?.problem == nil else { return }
        for (slot, row) in contact.rows where client.problem(slot, row, of: contact) == nil {
            if row.named.contains(where: { client.remote(of: $0) == nil }) { continue }
            errors.append("waits silently: \(slot)")
        }
    }

    private func answerAll() {
        guarded { try answer(random) }
        at(20) { [self] in answerAll() }
    }
}
