import Foundation
import Model
import XCTest

@testable import Contacts
@testable import Monica

/// Whole saves without a database: contacts in memory, visited until all is sent, over the wire to a demo server.
@MainActor
final class SaveLab {
    struct Names: ContactNames {
        var remotes: [ContactID: RemoteID] = [:]

        func remote(of id: ContactID) -> RemoteID? { remotes[id] }
        func local(of remote: RemoteID) -> ContactID? { remotes.first { $0.value == remote }?.key }
    }

    let lab: EditLab
    var contacts: [ContactID: OutboxContact] = [:]
    /// In seconds. It passes only while an answer is waited for.
    private(set) var now = 0.0
    private var lastPart: Int64 = 1_000_000

    init(_ lab: EditLab) { self.lab = lab }

    var names: Names { Names(remotes: contacts.compactMapValues(\.remote)) }
    private var reconciler: Reconciler { Reconciler(reader: lab.server.planner) }

    /// Reads a contact as a form does. It has the same number here as there.
    @discardableResult
    func open(_ remote: RemoteID) async throws -> OutboxContact {
        let id = ContactID(Int64(remote.number))
        var contact = contacts[id] ?? OutboxContact(id: id, remote: remote, uuid: "")
        contacts[id] = contact
        var reading: MonicaPlanner.Reading?
        while let question = lab.server.planner.nextFormRead(of: contact, after: reading) {
            guard case .read(let answer) = await lab.server.ask(question, after: reading) else {
                throw EditLabError.noContact
            }
            reading = answer
        }
        let read = try XCTUnwrap(reading)
        contact.copy = lab.server.planner.view(read, parts: &contact.parts, names: names)
        contacts[id] = contact
        return contact
    }

    /// A new contact, which the server does not have.
    func make(_ uuid: String, _ states: [SlotState]) -> ContactID {
        let id = ContactID(1 << 40 + Int64(contacts.count))
        contacts[id] = OutboxContact(id: id, remote: nil, uuid: uuid)
        set([SlotState(.existence, .on)] + states, of: id)
        return id
    }

    func set(_ states: [SlotState], of id: ContactID) {
        guard var contact = contacts[id] else { return XCTFail("no contact") }
        for state in states {
            let shown = contact.copy[state.slot]
            let saw = state.slot == .existence ? contact.seen : [SlotState(state.slot, shown)]
            reconciler.set(state.slot, to: state.value, base: shown, saw: saw, at: now, in: &contact)
        }
        contacts[id] = contact
    }

    /// Sets slots, sends until nothing is left to send, and returns the requests.
    @discardableResult
    func save(_ states: SlotState..., of id: ContactID) async throws -> [String] {
        lab.forgetRequests()
        set(states, of: id)
        try await send(id)
        return lab.calls
    }

    /// A new part.
    func part(_ value: PartValue) -> SlotState {
        lastPart += 1
        return SlotState(.part(value.kind, PartID(lastPart)), .part(value))
    }

    /// Visits a contact until nothing is left to send.
    func send(_ id: ContactID) async throws {
        var pace = Pace()
        for _ in 1...20 {
            guard let contact = contacts[id] else { return }
            let isDue = contact.rows.values.contains { $0.problem == nil }
            guard isDue || contact.attempt != nil || pace.isStale else { return }
            now = max(now, pace.wait)
            try await visit(id, &pace)
        }
        XCTFail("still on its way: \(contacts[id]?.rows ?? [:])")
    }

    private func visit(_ id: ContactID, _ pace: inout Pace) async throws {
        var visit = Visit(lab.server.planner)
        while let contact = contacts[id], let question = visit.nextRead(of: contact) {
            switch await lab.server.ask(question, after: visit.reading) {
            case .read(let reading): visit.reading = reading
            case .gone: return gone(id)
            default: return now += 60
            }
        }
        guard var contact = contacts[id] else { return }
        visit.compare(at: now, names: names, in: &contact, pace: &pace)
        var goesOn = true
        while goesOn, let write = visit.nextWrite(at: now, names: names, in: &contact, pace: &pace) {
            let answer = await lab.server.send(write.request)
            if case .done = answer, write.sent == [SlotState(.existence, nil)] { return gone(id) }
            goesOn = visit.answered(answer, to: write, at: now, names: names, in: &contact, pace: &pace)
            contacts[id] = contact
        }
        contacts[id] = contact
    }

    private func gone(_ id: ContactID) {
        guard var contact = contacts[id] else { return }
        contacts[id] = reconciler.isWantedStill(&contact) ? contact : nil
    }
}

enum EditLabError: Error { case noContact }

extension SlotState {
    static func text(_ key: ContactKey, _ text: String?) -> SlotState {
        SlotState(.value(key), text.map { .value(.text($0)) })
    }

    static func day(_ key: ContactKey, _ day: ContactDay?) -> SlotState {
        SlotState(.value(key), day.map { .value(key == .death ? .death($0) : .day($0)) })
    }

    static func reminder(_ key: ContactKey, _ isOn: Bool = true) -> SlotState {
        SlotState(.reminder(key), isOn ? .on : nil)
    }

    static func tag(_ name: String, _ isOn: Bool = true) -> SlotState { SlotState(.tag(name), isOn ? .on : nil) }
}
