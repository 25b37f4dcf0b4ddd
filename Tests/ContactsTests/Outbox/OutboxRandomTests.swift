import Foundation
import GRDB
import Model
import Testing

@testable import Contacts

/// Random days of a person, another client and a bad network. In the end the store, the outbox and the server agree.
@Suite(.timeLimit(.minutes(5))) struct OutboxRandomTests {
    /// More with CAMEO_SEEDS=1000, and one alone with CAMEO_SEEDS=7..8.
    private static let seeds: Range<Int> = {
        let environment = ProcessInfo.processInfo.environment
        let given = environment["CAMEO_SEEDS"] ?? (environment["CAMEO_TESTS"] == "usual" ? "8" : "200")
        let bounds = given.split(separator: ".").compactMap { Int($0) }
        return bounds.count == 2 ? bounds[0]..<bounds[1] : 0..<(bounds.first ?? 0)
    }()

    @Test(arguments: seeds) func allAgreeInTheEnd(seed: Int) async throws {
        let day = try RandomDay(seed: seed)
        for _ in 0..<40 { try await day.act() }
        try await day.end()
        try await day.check()
    }
}

/// One run.
private final class RandomDay {
    private let lab: OutboxLab
    private var dice: UInt64
    private var receipts: [Receipt] = []
    private var names = 0
    private var log: [String] = []

    init(seed: Int) throws {
        lab = try OutboxLab()
        dice = UInt64(seed) &* 0x9e37_79b9_7f4a_7c15 &+ 1
    }

    private func random(_ limit: Int) -> Int {
        dice = dice &* 6_364_136_223_846_793_005 &+ 1_442_695_040_888_963_407
        return Int(dice >> 33) % limit
    }

    private func name() -> String {
        names += 1
        return "N\(names)"
    }

    private func contact() async throws -> ContactID? {
        let all = try await lab.store.unsortedSummaries().map(\.id).sorted()
        return all.isEmpty ? nil : ContactID(Int64(all[random(all.count)]))
    }

    func act() async throws {
        let kind = random(16)
        let contact = try await contact()
        log.append("\(kind) of \(contact.map { "\($0.rawValue)" } ?? "-")")
        switch kind {
        case 0, 1: _ = try await lab.add([.firstName: .text(name()), .job: .text(name())])
        case 2: receipts.append(try await lab.create([.first: .text(name()), .new(.field): .phone(name())]))
        case 3, 4, 5: try await save(contact)
        case 6:
            if let contact, let receipt = try await lab.outbox.delete(contact, after: Double(20 * random(2))) {
                receipts.append(receipt)
            }
        case 7: if !receipts.isEmpty { _ = try await lab.outbox.undo(receipts[random(receipts.count)]) }
        case 8:
            let waiting = try await lab.outbox.waiting()
            if !waiting.isEmpty { _ = try await lab.outbox.drop(waiting[random(waiting.count)].id) }
        case 9: try await otherClient()
        case 10:
            let failures: [ServerFailure] = [.lost, .offline, .failed(status: 500), .unauthorized, .page(nil)]
            let failure = failures[random(failures.count)]
            let isCarriedOut = [.lost, .failed(status: 500), .page(nil)].contains(failure)
            switch random(3) {
            case 0: lab.trouble(.instead(.refused(["No."])))
            case 1: lab.trouble(.instead(.failed(failure)))
            default: lab.trouble(isCarriedOut ? .unanswered(failure) : .instead(.failed(failure)))
            }
        case 11: await lab.restart()
        case 12: try await lab.pass(Double(random(200)))
        default: try await lab.settle()
        }
    }

    private func save(_ contact: ContactID?) async throws {
        guard let contact, let form = try await lab.outbox.editable(contact) else { return }
        var edits: [SlotEdit] = []
        switch random(6) {
        case 0: edits.append(form.edit(.first, to: .text(name())))
        case 1: edits.append(form.edit(.job, to: random(2) == 0 ? nil : .text(name())))
        case 2: edits.append(form.edit(.new(.field), to: .phone(name())))
        case 3:
            if let part = form.parts.first(where: { $0.kind == .field }) {
                edits.append(form.edit(part.slot, to: random(2) == 0 ? nil : .phone(name())))
            }
        case 4: edits.append(form.edit(.tag("t\(random(3))"), to: random(2) == 0 ? nil : .on))
        default:
            if let other = try await self.contact(), other != contact {
                edits.append(form.edit(.new(.relationship), to: .relation(other)))
            }
        }
        receipts.append(try await lab.outbox.save(FormSave(edits, isMe: random(8) == 0 ? true : nil), of: contact))
    }

    private func otherClient() async throws {
        let all = lab.server.with { $0.people.keys.sorted() }
        guard !all.isEmpty else { return }
        let id = all[random(all.count)]
        if random(4) == 0 {
            lab.server.with { $0.people[id] = nil }
        } else {
            let name = name()
            lab.change(ContactID(Int64(id))) { $0[.job] = .text(name) }
        }
        if random(2) == 0 { try await synchronise() }
    }

    /// All of the server's contacts, and only these.
    private func synchronise() async throws {
        lab.clock.advance(by: 0.5)
        let people = lab.server.with { $0.people }
        try await lab.store.upsert(people.values.sorted { $0.id < $1.id }.compactMap(\.contact), asked: lab.clock.now)
        for id in try await lab.store.missing(atMost: 1_000) {
            guard let number = try await lab.store.remoteNumber(of: id), people[number] == nil else { continue }
            try await lab.store.remove(ids: [id], asked: lab.clock.now)
        }
    }

    /// The weather is fine, and the person decides about all that waits.
    func end() async throws {
        lab.server.with { $0.troubles = [] }
        for _ in 0..<12 {
            try await lab.outbox.resume()
            try await lab.pass(130)
            try await lab.pass(1_800)
            let waiting = try await lab.outbox.waiting()
            for change in waiting { try await decide(change) }
            if waiting.isEmpty { break }
        }
        try await lab.settled(synchronise())
    }

    private func decide(_ change: WaitingChange) async throws {
        switch change.state {
        case .notice: try await lab.outbox.acknowledge(change.id)
        case .problem(.conflict): _ = try await lab.outbox.choose([change.slot: .mine], of: change.contact)
        case .problem(.refused): try await lab.outbox.retry(change.contact)
        case .problem(.gone) where random(2) == 0: _ = try await lab.outbox.createAgain(change.contact)
        case .problem, .contactGone: _ = try await lab.outbox.drop(change.id)
        default: break
        }
    }

    func check() async throws {
        let waiting = try await lab.outbox.waiting()
        #expect(waiting.isEmpty, "\(waiting.map { ($0.contact, $0.slot, $0.state) }) after \(log)")
        let people = lab.server.with { $0.people }
        let made = people.values.map(\.uuid).filter { !$0.isEmpty }
        #expect(Set(made).count == made.count, "twice after \(log)")
        var stored: Set<Int> = []
        for summary in try await lab.store.unsortedSummaries() {
            let id = ContactID(Int64(summary.id))
            let number = try await lab.store.remoteNumber(of: summary.id)
            guard let number, let person = people[number] else {
                Issue.record("\(summary.displayName) is shown and not there after \(log)")
                continue
            }
            stored.insert(number)
            let form = try await lab.editable(id)
            #expect(
                form.values
                    == Dictionary(
                        uniqueKeysWithValues: person.values.compactMap { key, value in
                            ContactKey(rawValue: key).map { ($0, value) }
                        }), "\(log)")
            #expect(form.tags == person.tags, "\(log)")
            let parts = person.parts.values.flatMap(\.values).count
            #expect(form.parts.count == parts, "parts of \(number) after \(log)")
            #expect(summary.firstName.map { .text($0) } == person[.firstName], "\(log)")
            let shown = try await lab.shown(id)
            #expect(shown?.contactFields.count == person.parts["field"]?.count ?? 0, "\(log)")
        }
        #expect(stored == Set(people.keys), "\(log)")
        // The memory is as the disk has it.
        let isSame = try await lab.outbox.look { transaction in
            let read = try OutboxMemory(transaction.db, now: transaction.now)
            return read.pending.isEmpty && transaction.memory.pending.isEmpty && read.made == transaction.memory.made
                && read.gone == transaction.memory.gone
        }
        #expect(isSame, "\(log)")
        let overlays = try await lab.store.read { try Int.fetchOne($0, sql: "SELECT count(*) FROM contact_overlay") }
        #expect(overlays == 0, "\(log)")
    }
}
