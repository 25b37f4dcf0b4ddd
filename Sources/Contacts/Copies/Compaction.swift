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
    /// How many times it is begun anew after somebody has written.
    private static let maxTries = 30
    private static let maxPause = Duration.seconds(60)
    private static let pagesAtOnce = 256
    /// How often it looks whether nobody uses the database.
    private static let maxLooks = 100
    private static let timeBetweenLooks = Duration.milliseconds(20)

    /// Gives the disk back what the database's file takes beyond its content, where that is a quarter or more.
    ///
    /// A database of 0.1.0 is replaced by a copy, for which the disk must have room. Reading and writing go on meanwhile;
    /// after a write a copy is begun anew, when `pause` is over: after a second, then after twice as long each time, since
    /// whoever fills the database writes for long. Whenever this ends, all can be read as before.
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

    /// Returns false where somebody writes, or another process has the database open.
    private func replaceBySmallCopy(_ files: StoreFiles) async throws(ContactStoreError) -> Bool {
        do {
            // One of a program that was killed.
            try files.removeSmallCopy()
            defer {
                // What is left is removed when the database is opened the next time.
                try? files.removeSmallCopy()
            }
            let copier = try Copier(files)
            gate.onWrite { copier.interrupt() }
            defer { gate.onWrite(nil) }
            try await copier.copy()
            for _ in 0..<Self.maxLooks {
                guard try copier.isCurrent() else { return false }
                if let isReplaced = try replace(by: copier, files) { return isReplaced }
                // Cancelled while it waits: the next round of whoever asked notices.
                try? await Task.sleep(for: Self.timeBetweenLooks)
            }
            return false
        } catch let error as DatabaseError where [.SQLITE_INTERRUPT, .SQLITE_BUSY].contains(error.resultCode) {
            // By a write, whatever it was that the copier just did.
            return false
        } catch {
            throw ContactStoreError(error)
        }
    }

    /// Nil where somebody uses the database.
    private func replace(by copier: Copier, _ files: StoreFiles) throws -> Bool? {
        var isReplaced = false
        let isFree = try gate.replace { [changes] former in
            // One that cannot be closed stays in use.
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

/// A small copy of a database, and the connection by which it is known whether somebody has written since.
private struct Copier {
    private let files: StoreFiles
    private let database: DatabaseQueue
    private let version: Int?

    init(_ files: StoreFiles) throws {
        self.files = files
        var configuration = ContactStore.configuration
        configuration.label = "small copy"
        // Whoever reads or writes would wait that long.
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

    /// Whether nobody has written since it was begun.
    func isCurrent() throws -> Bool {
        try database.read(Self.version) == version
    }

    /// Lets the copy take the place of the database, which nobody of this process has open any more. Returns false, and leaves
    /// all as it is, where another process has, or somebody has written since it was copied.
    func replace() throws -> Bool {
        defer {
            // What is open of a file without a name does no harm.
            try? database.close()
        }
        return try database.writeWithoutTransaction { db in
            // The log goes into the file and is removed; fails unless this is the only connection of all.
            guard try String.fetchOne(db, sql: "PRAGMA journal_mode = DELETE") == "delete" else { return false }
            var isReplaced = false
            // Nobody else gets in before the copy has its name.
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

    /// Counts what other connections write.
    private static func version(_ db: Database) throws -> Int? {
        try Int.fetchOne(db, sql: "PRAGMA data_version")
    }
}
