import Contacts
import DemoServer
import Foundation
import Model
import Monica

/// How long it takes until an edit is on the disk, at rest and while a synchronisation stores one page after the other.
@MainActor
enum EditStoring {
    private static let edits = 200
    private static let pages = 10
    /// As a synchronisation asks for them.
    private static let pageSize = 100
    /// As it stores them.
    private static let inTransaction = 20

    static func measure(_ account: StoredAccount) async throws {
        let contacts = try await ContactStore.open(at: account.file, decoder: MonicaKind())
        guard let server = try account.connect().client.writeServer(choices: { nil }, photo: { _ in nil }) else {
            throw Unmeasurable("the server takes no changes")
        }
        // It never runs.
        let outbox = Outbox(store: contacts, server: server)
        // Contacts of the stored pages are left out: an edit keeps a new copy from being stored.
        let edited = try await contacts.summaries().filter { $0.id > pages * pageSize }.shuffled().prefix(edits)
        // The first one reads the tables of the outbox.
        if let first = edited.first { _ = try await outbox.undo(try await store(first, number: 0, in: outbox).receipt) }
        var atRest: [Double] = []
        for (number, contact) in edited.enumerated() {
            let edit = try await store(contact, number: number, in: outbox)
            atRest.append(edit.passed)
            // People never have hundreds of pending edits.
            _ = try await outbox.undo(edit.receipt)
        }
        report("edits.storing.p50", atRest.median, "ms")
        report("edits.storing.max", atRest.max() ?? 0, "ms")

        let synchronisation = try await Synchronisation(storingIn: contacts, versions: versions(account))
        var beside: [Double] = []
        var overtaken: [Double] = []
        for (number, contact) in edited.enumerated() {
            let begun = synchronisation.begun
            let edit = try await store(contact, number: number, in: outbox)
            beside.append(edit.passed)
            overtaken.append(Double(max(0, synchronisation.stored - begun)))
            _ = try await outbox.undo(edit.receipt)
        }
        let transactions = try await synchronisation.end()
        report("edits.storing.syncing.p50", beside.median, "ms")
        report("edits.storing.syncing.max", beside.max() ?? 0, "ms")
        // It waits for the one under way alone, so none that begins later is over before it.
        report("edits.storing.syncing.overtaken_by", overtaken.reduce(0, +) / Double(edits), "transactions")
        report("edits.transaction.p50", transactions.median, "ms")
        report("edits.transaction.max", transactions.max() ?? 0, "ms")
        try await contacts.close()
    }

    /// Milliseconds until the edit is stored, and the receipt that undoes it.
    private static func store(
        _ contact: ContactSummary, number: Int, in outbox: Outbox
    ) async throws -> (passed: Double, receipt: Receipt) {
        let name = contact.firstName.map { SlotValue.value(.text($0)) }
        let edit = SlotEdit(
            .value(.firstName), to: .value(.text("Edited \(number)")), base: name, saw: [name])
        let start = ContinuousClock.now
        let receipt = try await outbox.save(FormSave([edit]), of: ContactID(Int64(contact.id)))
        return ((ContinuousClock.now - start).seconds * 1_000, receipt)
    }

    /// The first contacts of another account under the same numbers, and as the server has them: each takes the other's place.
    private static func versions(_ account: StoredAccount) async throws -> [[[Contact]]] {
        var configuration = DemoServerConfiguration(contacts: account.contacts, rateLimit: nil)
        configuration.seed += 1
        let other = try DemoServer(configuration)
        defer { other.stop() }
        let connections = [
            try ServerConnection(address: other.address, token: other.token), try account.connect(),
        ]
        var versions: [[[Contact]]] = []
        for connection in connections {
            var parts: [[Contact]] = []
            for page in 1...pages {
                let answer = try await connection.client.contacts(page: page, perPage: pageSize, sort: .created)
                let contacts = answer.contacts
                for start in stride(from: 0, to: contacts.count, by: inTransaction) {
                    parts.append(Array(contacts[start..<min(start + inTransaction, contacts.count)]))
                }
            }
            versions.append(parts)
        }
        return versions
    }
}

/// Stores one part of a page after the other without a pause, as a synchronisation over an infinitely fast network.
@MainActor
private final class Synchronisation {
    private(set) var begun = 0
    /// Transactions that are over.
    private(set) var stored = 0
    private var times: [Double] = []
    private var isOver = false
    private var work: Task<Void, any Error>?

    init(storingIn store: ContactStore, versions: [[[Contact]]]) {
        work = Task { [weak self] in
            for part in stride(from: 0, to: Int.max, by: 1) {
                guard let self, !self.isOver else { return }
                let parts = versions[(part / versions[0].count) % versions.count]
                let start = ContinuousClock.now
                self.begun += 1
                try await store.upsert(parts[part % parts.count])
                self.times.append((ContinuousClock.now - start).seconds * 1_000)
                self.stored += 1
            }
        }
    }

    /// The milliseconds that each transaction took, with its wait for edits.
    func end() async throws -> [Double] {
        isOver = true
        try await work?.value
        return times
    }
}
