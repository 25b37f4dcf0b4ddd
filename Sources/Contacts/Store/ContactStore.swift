public import Foundation
import GRDB
public import Model
import Platform
import Synchronization

/// The stored contacts. The program shows them with or without a network.
///
/// All work is done off the caller's thread.
public final class ContactStore: Sendable {
    let gate: DatabaseGate
    let changes = ChangeFeed()

    /// Reads the copies of the server's answers.
    let decoder: any ContactDecoder
    let files: StoreFiles?
    let storage: BoundedStorage
    /// Nil where nothing is edited.
    let outbox = Mutex<Outbox?>(nil)
    /// Nil for a store that no other process can open.
    let editing: EditingLock?

    /// The new place of a damaged database. The next synchronisation loads its contacts again.
    public let setAside: URL?

    /// The typing that was taken over from a damaged database.
    public let rescued: OutboxRescue

    /// The reason why nothing can be stored: the disk is full, or the folder read-only. Stored contacts can be read.
    public let readOnlyReason: ContactStoreError?

    /// A store that lives as long as this object.
    public static func inMemory(
        bounds: StoreBounds = StoreBounds(), decoder: any ContactDecoder
    ) throws(ContactStoreError) -> ContactStore {
        do {
            return try ContactStore(
                DatabaseQueue(configuration: configuration), files: nil, bounds: bounds, decoder: decoder)
        } catch {
            throw ContactStoreError(error)
        }
    }

    /// Removes all files of a closed store and returns their URLs.
    ///
    /// Throws `notRemoved` with the remaining files.
    public static func removeFiles(at file: URL) throws(ContactStoreError) -> [URL] {
        try StoreFiles(database: file).remove()
    }

    /// Brings the tables up to date, unless nothing can be written.
    init(
        _ database: any DatabaseWriter, files: StoreFiles?, bounds: StoreBounds, decoder: any ContactDecoder,
        setAside: URL? = nil, readOnlyReason: ContactStoreError? = nil
    ) throws {
        storage = BoundedStorage(bounds)
        gate = DatabaseGate(database)
        self.files = files
        editing = files.map { EditingLock(database: $0.database) }
        self.decoder = decoder
        self.setAside = setAside
        self.readOnlyReason = readOnlyReason
        let migrator = DatabaseSchema.migrator
        try DatabaseSchema.refuseNewer(database)
        if let readOnlyReason {
            // Tables of an older version cannot be read as they are.
            guard try database.read(migrator.hasCompletedMigrations) else { throw readOnlyReason }
            rescued = OutboxRescue()
            return
        }
        do {
            try migrator.migrate(database)
        } catch let error as DatabaseError where error.resultCode == .SQLITE_ERROR {
            // Tables that are not ours, or not as we left them.
            throw ContactStoreError.damaged
        }
        var rescued = OutboxRescue()
        for file in files?.unread ?? [] {
            rescued.add(try OutboxRescue(from: file, into: database, decoder: decoder))
            try files?.markRead(file)
        }
        self.rescued = rescued
        let changes = changes
        database.asyncWriteWithoutTransaction { $0.add(transactionObserver: changes) }
    }

    /// Waits for running transactions and closes the database. Later calls throw `closed`.
    public func close() async throws(ContactStoreError) {
        let database = await gate.take()
        changes.close()
        defer { editing?.release() }
        outbox.withLockHeld { $0 = nil }
        do {
            // The connections themselves close with the last reference to them.
            try await database?.barrierWriteWithoutTransaction { _ in }
        } catch {
            throw ContactStoreError(error)
        }
    }
}

extension ContactStore {
    /// Stores contacts as a server sent them. `asked` is the moment of the request by the edits' clock; nil is now. Partial
    /// contacts are in no list.
    public func upsert(_ contacts: [Contact], asked: TimeInterval? = nil) async throws(ContactStoreError) {
        _ = try await storeChanges(contacts, asked: asked)
    }

    /// Forgets contacts that were deleted on the server, by their numbers here. A contact with pending changes stays.
    public func remove(ids: [Int], asked: TimeInterval? = nil) async throws(ContactStoreError) {
        let asked = asked ?? editClock
        try await takeIn(brings: false) { try $0.forget(ids, asked: asked) }
    }

    /// How many contacts are shown, without the archived ones.
    public func count() async throws(ContactStoreError) -> Int {
        try await read {
            try Int.fetchOne(
                $0, sql: "SELECT count(*) FROM contact WHERE \(ContactSummary.isListed) AND NOT is_archived") ?? 0
        }
    }

    /// All contacts, in no particular order.
    public func unsortedSummaries(includingArchived: Bool = false) async throws(ContactStoreError) -> [ContactSummary] {
        try await read { try ContactSummary.fetchAll($0, includingArchived: includingArchived) }
    }

    /// The summary of a contact for lists; nil if no list shows it.
    public func summary(id: Int) async throws(ContactStoreError) -> ContactSummary? {
        try await read { try ContactSummary.fetchListed($0, ids: [id]).first }
    }

    /// A contact with all that the server said of it; nil if it is not stored.
    public func contact(id: Int) async throws(ContactStoreError) -> Contact? {
        try await read { [decoder] in try Contact.fetch($0, id: id, by: decoder) }
    }

    /// The URL of a contact's picture, with the picture inside if it comes so; nil if there is none.
    public func avatarURL(ofContact id: Int) async throws(ContactStoreError) -> String? {
        try await read { [decoder] db in
            try Face.url(db, contactID: id) ?? Contact.fetch(db, id: id, by: decoder)?.avatar.url
        }
    }

    /// How far the synchronisation has come.
    public func syncState() async throws(ContactStoreError) -> SyncState {
        try await read { try SyncState.fetch($0) }
    }
}

extension ContactStore {
    func read<Value: Sendable>(
        _ body: @escaping @Sendable (Database) throws -> Value
    ) async throws(ContactStoreError) -> Value {
        do {
            return try await gate.use(isWriting: false) { try await $0.read(body) }
        } catch {
            throw noting(ContactStoreError(error))
        }
    }

    /// In one transaction: all or nothing.
    func write<Value: Sendable>(
        _ body: @escaping @Sendable (Database) throws -> Value
    ) async throws(ContactStoreError) -> Value {
        if let readOnlyReason { throw readOnlyReason }
        do {
            return try await gate.use(isWriting: true) { try await $0.write(body) }
        } catch {
            throw noting(ContactStoreError(error))
        }
    }

    /// Runs the body's own transactions. Each is durable when it ends, even if the power fails.
    ///
    /// Throws `replaced` where another process has taken the file away, before the body or during it.
    func writeSynced<Value: Sendable>(
        _ body: @escaping @Sendable (Database) throws -> Value
    ) async throws(ContactStoreError) -> Value {
        if let readOnlyReason { throw readOnlyReason }
        do {
            return try await gate.use(isWriting: true) { database in
                try await Self.writeToTheEnd(database) { db in
                    // Of the connection that writes, for as long as this writes.
                    try db.execute(sql: "PRAGMA synchronous = FULL")
                    defer {
                        // Where it fails, more is synced than need be.
                        try? db.execute(sql: "PRAGMA synchronous = NORMAL")
                    }
                    try db.checkPlace()
                    let value = try body(db)
                    try db.checkPlace()
                    return value
                }
            }
        } catch {
            throw noting(ContactStoreError(error))
        }
    }

    /// Runs a body on the writing connection. It writes nothing, and reads state that only this connection knows.
    func lookOnWriter<Value: Sendable>(
        _ body: @escaping @Sendable (Database) throws -> Value
    ) async throws(ContactStoreError) -> Value {
        do {
            return try await gate.use(isWriting: false) { try await Self.writeToTheEnd($0, body) }
        } catch {
            throw noting(ContactStoreError(error))
        }
    }

    /// A cancelled caller begins nothing, and interrupts nothing: the outbox would lose the memory that it has lent.
    private static func writeToTheEnd<Value: Sendable>(
        _ database: any DatabaseWriter, _ body: @escaping @Sendable (Database) throws -> Value
    ) async throws -> Value {
        try Task.checkCancellation()
        return try await Task { try await database.writeWithoutTransaction(body) }.value
    }

    /// As `write`, for content that the server can send again: throws where the bounds leave no room for it.
    func writeNews<Value: Sendable>(
        _ body: @escaping @Sendable (Database, BoundedStorage) throws -> Value
    ) async throws(ContactStoreError) -> Value {
        try await write { [storage] db in
            try storage.checkRoom(db)
            return try body(db, storage)
        }
    }

    /// Stores answers of a server and their effect on pending changes, in one transaction. `brings` says whether that needs room.
    func takeIn<Value: Sendable>(
        brings: Bool = true, _ body: @escaping @Sendable (inout CopyIntake) throws -> Value
    ) async throws(ContactStoreError) -> Value {
        if let readOnlyReason { throw readOnlyReason }
        let outbox = outbox.withLockHeld { $0 }
        do {
            return try await gate.use(isWriting: true) { [storage, decoder] database in
                try await Self.writeToTheEnd(database) { db in
                    if brings { try storage.checkRoom(db) }
                    var intake = CopyIntake(db: db, storage: storage, decoder: decoder)
                    if let outbox { return try outbox.takeIn(intake, body) }
                    var value: Value?
                    try db.inTransaction {
                        value = try body(&intake)
                        return .commit
                    }
                    guard let value else { throw ContactStoreError.other(code: -1) }
                    return value
                }
            }
        } catch {
            throw noting(ContactStoreError(error))
        }
    }

    /// The present moment of the outbox. Answers of the server carry the moment of their question.
    var editClock: TimeInterval { outbox.withLockHeld { $0 }?.now ?? 0 }

    private func noting(_ error: ContactStoreError) -> ContactStoreError {
        if error == .damaged { files?.markDamaged() }
        return error
    }
}
