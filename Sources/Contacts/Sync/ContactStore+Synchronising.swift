import Foundation
import GRDB
import Model

/// The notes of a synchronisation.
extension ContactStore {
    /// Stores contacts and returns how many were new or changed.
    func storeChanges(_ contacts: [Contact], asked: TimeInterval? = nil) async throws(ContactStoreError) -> Int {
        let asked = asked ?? editClock
        var changed = 0
        for some in contacts.inTransactions {
            changed += try await takeIn { intake in try some.count { try intake.take($0, asked: asked).isNew } }
        }
        return changed
    }

    /// How many contacts a server should list.
    func listedCount() async throws(ContactStoreError) -> Int {
        try await read {
            try Int.fetchOne(
                $0,
                sql: """
                    SELECT count(*) FROM contact WHERE \(Self.isInServersList)
                    AND id NOT IN (SELECT id FROM outbox_contact WHERE is_gone)
                    """) ?? 0
        }
    }

    /// How many contacts the full pass has met.
    func metCount() async throws(ContactStoreError) -> Int {
        try await read { try Int.fetchOne($0, sql: "SELECT count(*) FROM seen") ?? 0 }
    }

    /// Begins a full pass without any seen contact.
    func beginPass(_ state: SyncState) async throws(ContactStoreError) {
        try await write { db in
            try db.execute(sql: "DELETE FROM seen")
            try state.save(db)
        }
    }

    /// Stores a page of a full pass, and with its last contacts how far the pass has come.
    ///
    /// Returns how many contacts the pass has met, and how many of them are new to it.
    func record(
        _ contacts: [Contact], _ state: SyncState, asked: TimeInterval? = nil
    ) async throws(ContactStoreError) -> (met: Int, new: Int) {
        let asked = asked ?? editClock
        var new = 0
        let parts = contacts.inTransactions
        for (number, some) in parts.enumerated() {
            new += try await takeIn { intake in
                let seen = try intake.db.cachedStatement(sql: "INSERT OR IGNORE INTO seen (id) VALUES (?)")
                var new = 0
                for contact in some {
                    let id = try intake.take(contact, asked: asked).id
                    try seen.execute(arguments: [id])
                    new += intake.db.changesCount
                }
                if number == parts.count - 1 { try state.save(intake.db) }
                return new
            }
        }
        return (try await metCount(), new)
    }

    /// Notes that the stored contacts equal the server's.
    func noteSynchronised(at now: Date) async throws(ContactStoreError) {
        try await write { db in
            var state = try SyncState.fetch(db)
            state.lastSynchronised = now
            try state.save(db)
        }
    }

    /// Notes how much the server sends at once; a pass that was interrupted counts its pages by another size.
    func note(_ size: PageSize) async throws(ContactStoreError) {
        try await write { db in
            var state = try SyncState.fetch(db)
            guard state.nextPage == nil else { return }
            state.pageSize = size
            try state.save(db)
        }
    }

    func save(_ state: SyncState) async throws(ContactStoreError) {
        try await write { try state.save($0) }
    }

    /// The latest change of any contact, by the server's clock, without partial contacts: no list has them.
    func newestUpdate() async throws(ContactStoreError) -> Date? {
        let sql = "SELECT max(updated_at) FROM contact WHERE NOT is_partial"
        return Date(stored: try await read { try Double.fetchOne($0, sql: sql) })
    }

    /// An edit waits for one transaction at most.
    static let maxContactsInTransaction = 20
}

extension [Contact] {
    /// At least one, without contacts if there are none.
    fileprivate var inTransactions: [[Contact]] {
        stride(from: 0, to: Swift.max(1, count), by: ContactStore.maxContactsInTransaction).map {
            Array(self[$0..<Swift.min($0 + ContactStore.maxContactsInTransaction, count)])
        }
    }
}
