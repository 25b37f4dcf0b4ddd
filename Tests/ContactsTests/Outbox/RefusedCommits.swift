import GRDB

@testable import Contacts

/// Lets no transaction come to its end, as a disk that fails when all was written.
private final class RefusedCommits: TransactionObserver, Sendable {
    func observes(eventsOfKind eventKind: DatabaseEventKind) -> Bool { true }
    func databaseDidChange(with event: DatabaseEvent) {}
    func databaseWillCommit() throws { throw DatabaseError(resultCode: .SQLITE_IOERR) }
    func databaseDidCommit(_ db: Database) {}
    func databaseDidRollback(_ db: Database) {}
}

extension ContactStore {
    /// No transaction of this store comes to its end meanwhile.
    func refusingCommits(_ body: () async throws -> Void) async throws {
        let refused = RefusedCommits()
        try await writeSynced { db in db.add(transactionObserver: refused) }
        try await body()
        try await writeSynced { db in db.remove(transactionObserver: refused) }
    }
}
