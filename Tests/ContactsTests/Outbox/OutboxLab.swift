import Foundation
import Model
import Testing

@testable import Contacts

/// The outbox of a store over the test server, by a manual clock.
final class OutboxLab: @unchecked Sendable {
    let server: TestServer
    let clock = ManualClock(1_800_000_000)
    private(set) var store: ContactStore
    private(set) var outbox: Outbox
    private var work: Task<Void, Never>?

    /// Over a store in memory, unless there is a file.
    init(_ store: ContactStore? = nil, server: TestServer = TestServer(), isRunning: Bool = true) throws {
        self.server = server
        self.store = try store ?? .inMemory(decoder: TestKind())
        outbox = Outbox(store: self.store, server: server, clock: clock.ofOutbox)
        if isRunning { run() }
    }

    deinit { work?.cancel() }

    func run() { work = Task { [outbox] in await outbox.run() } }

    /// The program ends and starts again.
    func restart(isRunning: Bool = true) async {
        work?.cancel()
        await work?.value
        outbox = Outbox(store: store, server: server, clock: clock.ofOutbox)
        if isRunning { run() }
    }

    /// Nothing is asked until `Outbox.resume`, or for two seconds.
    func beOffline() async throws {
        try await outbox.look { $0.memory.notAnswered(.offline, asked: $0.now, at: $0.now) }
    }

    /// Until nothing can go now.
    func settle() async throws {
        let limit = ContinuousClock.now + .seconds(60)
        while true {
            let busy = try await outbox.look { transaction -> String? in
                guard let next = transaction.memory.next(at: transaction.now).contact ?? transaction.memory.underWay
                else {
                    return nil
                }
                return "\(next) with \(String(describing: transaction.memory.pending[next]))"
            }
            guard let busy else { return }
            try #require(ContinuousClock.now < limit, "the outbox does not come to rest: \(busy)")
            try await Task.sleep(for: .milliseconds(1))
        }
    }

    /// The value of a statement, once no change can go now.
    @discardableResult
    func settled<Value>(_ value: Value) async throws -> Value {
        try await settle()
        return value
    }

    func pass(_ seconds: TimeInterval) async throws {
        clock.advance(by: seconds)
        try await settle()
    }

    /// A contact that the server and the store have.
    func add(_ values: [ContactKey: ContactValue]) async throws -> ContactID {
        let person = server.with { $0.add(values) }
        try await bring(person.id)
        return ContactID(Int64(person.id))
    }

    /// A pass brings the contact.
    func bring(_ id: Int, asked: TimeInterval? = nil) async throws {
        let person = server.with { $0.people[id] }
        try await store.upsert([try #require(person?.contact)], asked: asked)
    }

    func editable(_ id: ContactID) async throws -> EditableContact { try #require(try await outbox.editable(id)) }

    /// Saves a form that sets slots.
    @discardableResult
    func save(_ id: ContactID, _ slots: KeyValuePairs<Slot, SlotValue?>) async throws -> Receipt {
        let form = try await editable(id)
        return try await outbox.save(FormSave(slots.map { form.edit($0, to: $1) }), of: id)
    }

    @discardableResult
    func create(_ slots: KeyValuePairs<Slot, SlotValue>) async throws -> Receipt {
        try await outbox.create(FormSave(slots.map { SlotEdit($0, to: $1) }))
    }

    // The server.

    func person(_ id: ContactID) async throws -> TestPerson? {
        let number = try await store.remoteNumber(of: Int(id.rawValue))
        return server.with { state in number.flatMap { state.people[$0] } }
    }

    /// Another client changes a contact.
    func change(_ id: ContactID, _ body: (inout TestPerson) -> Void) {
        server.with { state in
            if var person = state.people[Int(id.rawValue)] {
                body(&person)
                state.people[person.id] = person
            }
        }
    }

    var requests: [TestPlanner.Request] { server.with { $0.requests } }

    /// The next writes go wrong.
    func trouble(_ troubles: TestServer.Trouble...) { server.with { $0.troubles += troubles } }

    // The screen.

    func names() async throws -> [String] { try await store.summaries().map(\.displayName) }
    func shown(_ id: ContactID) async throws -> Contact? { try await store.contact(id: Int(id.rawValue)) }
    func states() async throws -> [WaitingChange.State] { try await outbox.waiting().map(\.state) }
    func problem() async throws -> Problem? {
        guard case .problem(let problem)? = try await states().first else { return nil }
        return problem
    }
}

extension ManualClock {
    var ofOutbox: Outbox.Clock { Outbox.Clock(now: { self.now }, sleep: { try await self.sleep(until: $0) }) }
}

extension Slot {
    static let first = Slot.value(.firstName)
    static let food = Slot.value(.food)
    static let job = Slot.value(.job)
    /// A part that a form adds.
    static func new(_ kind: PartKind, _ number: Int64 = 1) -> Slot { .part(kind, PartID(-number)) }
}
