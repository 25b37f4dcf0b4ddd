import Foundation
import GRDB
import Platform
import Synchronization

/// How much of a database's file is in use.
private struct DatabaseExtent {
    let pages: Int
    let freePages: Int
    let pageSize: Int
    /// Whether free pages can be given back where the file is. Databases of 0.1.0 cannot.
    let isIncremental: Bool

    init(_ db: Database) throws {
        pages = try Int.fetchOne(db, sql: "PRAGMA page_count") ?? 0
        freePages = try Int.fetchOne(db, sql: "PRAGMA freelist_count") ?? 0
        pageSize = try Int.fetchOne(db, sql: "PRAGMA page_size") ?? 0
        isIncremental = try Int.fetchOne(db, sql: "PRAGMA auto_vacuum") == 2
    }

    /// Less comes and goes with every synchronisation.
    var isWasteful: Bool { pages > 0 && freePages >= pages / 4 }

    /// Of a copy without the free pages; the greatest number where it is no number.
    var usedBytes: Int {
        let bytes = (pages - freePages).multipliedReportingOverflow(by: pageSize)
        return bytes.overflow ? .max : bytes.partialValue
    }
}

extension ContactStore {
    /// How many times a copy is begun anew after a write.
    private static let maxTries = 30
    private static let maxPause = Duration.seconds(60)
    private static let pagesAtOnce = 256
    /// The number of checks whether the database is in use.
    private static let maxLooks = 100
    private static let timeBetweenLooks = Duration.milliseconds(20)

    /// Returns unused space in the database's file to the disk, from a quarter of the file on.
    ///
    /// A copy replaces a database of 0.1.0; the disk must have room for it. Reading and writing go on meanwhile. A write makes
    /// the copy begin anew after `pause`: a second, then twice as long each time, since a synchronisation writes for long.
    /// Whenever this ends, all can be read as before.
    @concurrent
    func makeSmall(
        pause: @escaping @Sendable (Duration) async throws -> Void = { try await Task.sleep(for: $0) }
    ) async throws(ContactStoreError) {
        guard readOnlyReason == nil, let files else { return }
        var length = Duration.seconds(1)
        for _ in 0..<Self.maxTries {
            if Task.isCancelled { throw .cancelled }
            let extent = try await read { try DatabaseExtent($0) }
            guard extent.isWasteful, storage.hasRoom(for: extent.usedBytes) else { return }
            if extent.isIncremental { return try await giveBack() }
            if try await replaceBySmallCopy(files) { return }
            // Cancelled while it waits: the next round notices.
            try? await pause(length)
            length = min(length * 2, Self.maxPause)
        }
    }

    /// Of a database that knows where its pages are used.
    private func giveBack() async throws(ContactStoreError) {
        while true {
            if Task.isCancelled { throw .cancelled }
            let left = try await write { db in
                try db.execute(sql: "PRAGMA incremental_vacuum(\(Self.pagesAtOnce))")
                return try Int.fetchOne(db, sql: "PRAGMA freelist_count") ?? 0
            }
            if left == 0 { return }
        }
    }

    /// Returns false after a write, or while another process has the database open.
    private func replaceBySmallCopy(_ files: StoreFiles) async throws(ContactStoreError) -> Bool {
        do {
            // A killed program may have left a copy.
            try files.removeSmallCopy()
            defer {
                // The next opening of the database removes a remaining copy.
                try? files.removeSmallCopy()
            }
            let copier = try Copier(files)
            gate.onWrite { copier.interrupt() }
            defer { gate.onWrite(nil) }
            try await copier.copy()
            for _ in 0..<Self.maxLooks {
                guard try copier.isCurrent() else { return false }
                if let isReplaced = try replace(by: copier, files) { return isReplaced }
                // A cancellation during the sleep ends the caller's next round.
                try? await Task.sleep(for: Self.timeBetweenLooks)
            }
            return false
        } catch let error as DatabaseError where [.SQLITE_INTERRUPT, .SQLITE_BUSY].contains(error.resultCode) {
            // A write interrupted the copier.
            return false
        } catch {
            throw ContactStoreError(error)
        }
    }

    /// Nil while the database is in use.
    private func replace(by copier: Copier, _ files: StoreFiles) throws -> Bool? {
        var isReplaced = false
        let isFree = try gate.replace { [changes] former in
            // A database that cannot be closed stays in use.
            guard let pool = former as? DatabasePool, (try? pool.close()) != nil else { return former }
            // Where it fails, the database is the former one.
            isReplaced = (try? copier.replace()) ?? false
            let new = try Self.pool(files)
            new.writeWithoutTransaction { $0.add(transactionObserver: changes) }
            return new
        }
        return isFree ? isReplaced : nil
    }
}

/// A small copy of a database, and the connection that notices later writes.
private struct Copier {
    private let files: StoreFiles
    private let database: DatabaseQueue
    private let version: Int?

    init(_ files: StoreFiles) throws {
        self.files = files
        var configuration = ContactStore.configuration
        configuration.label = "small copy"
        // Readers and writers may have to wait that long.
        configuration.busyMode = .timeout(0.2)
        database = try DatabaseQueue(path: files.database.path, configuration: configuration)
        version = try database.read(Self.version)
    }

    func interrupt() {
        database.interrupt()
    }

    /// Copies all that is stored and waits until it is on the disk.
    func copy() async throws {
        let place = try files.createSmallCopy()
        try await database.writeWithoutTransaction { db in
            // Of the copy; the database itself keeps its own.
            try db.execute(sql: "PRAGMA auto_vacuum = INCREMENTAL")
            try db.execute(sql: "VACUUM INTO ?", arguments: [place.path])
        }
        try files.synchroniseSmallCopy()
    }

    /// Whether the database is unchanged since the copy began.
    func isCurrent() throws -> Bool {
        try database.read(Self.version) == version
    }

    /// Replaces the database by the copy; this process must have closed the database. Returns false, without a change, if
    /// another process has it open, or if it was written after the copy began.
    func replace() throws -> Bool {
        defer {
            // An open file without a name does no harm.
            try? database.close()
        }
        return try database.writeWithoutTransaction { db in
            // The log goes into the file and is removed; fails unless this is the only connection of all.
            guard try String.fetchOne(db, sql: "PRAGMA journal_mode = DELETE") == "delete" else { return false }
            var isReplaced = false
            // The exclusive transaction keeps other connections out until the copy has its name.
            try db.inTransaction(.exclusive) {
                if try Self.version(db) == version {
                    try files.takeSmallCopy()
                    isReplaced = true
                }
                return .rollback
            }
            return isReplaced
        }
    }

    /// SQLite's count of other connections' writes.
    private static func version(_ db: Database) throws -> Int? {
        try Int.fetchOne(db, sql: "PRAGMA data_version")
    }
}
