public import Foundation
import GRDB

extension ContactStore {
    /// Opens the database, and makes it and its folder if there is none, readable by the user alone.
    ///
    /// An unreadable database is set aside (see `setAside`) and a new one begun; throws `damagedInUse` while another process
    /// sends its pending changes. A read-only database is opened all the same: see `readOnlyReason`.
    @concurrent
    public static func open(
        at file: URL, bounds: StoreBounds = StoreBounds(), decoder: any ContactDecoder
    ) async throws(ContactStoreError) -> ContactStore {
        let files = StoreFiles(database: file)
        do {
            return try openWritable(files, bounds, decoder)
        } catch {
            let error = ContactStoreError(error)
            guard error == .notWritable || error == .full else { throw error }
            // If reading fails too, the first error tells the cause.
            guard let store = try? openReadOnly(files, bounds, decoder, because: error) else { throw error }
            return store
        }
    }

    static var configuration: Configuration {
        var configuration = Configuration()
        configuration.busyMode = .timeout(5)
        configuration.label = "contacts"
        configuration.maximumReaderCount = 3
        configuration.prepareDatabase { db in
            // A power cut may lose the last page of a synchronisation, never the database (sqlite.org/wal.html).
            try db.execute(sql: "PRAGMA synchronous = NORMAL")
            // Of each connection, in KiB: the system keeps the pages of the file in memory anyway.
            try db.execute(sql: "PRAGMA cache_size = -512")
        }
        return configuration
    }

    private static func openWritable(
        _ files: StoreFiles, _ bounds: StoreBounds, _ decoder: any ContactDecoder
    ) throws -> ContactStore {
        try files.prepare()
        do {
            if files.isMarkedDamaged { throw ContactStoreError.damaged }
            try refuseNewer(files)
            // A killed program may have left a small copy.
            try files.removeSmallCopy()
            return try ContactStore(pool(files), files: files, bounds: bounds, decoder: decoder)
        } catch  where ContactStoreError(error) == .damaged {
            // The new database sends the pending changes; the former one must not send them too.
            let lock = EditingLock(database: files.database)
            defer { lock.release() }
            guard lock.take() else { throw ContactStoreError.damagedInUse }
            let setAside = try files.setAside()
            try files.prepare()
            return try ContactStore(pool(files), files: files, bounds: bounds, decoder: decoder, setAside: setAside)
        }
    }

    /// A pool writes to each database that it opens, so a newer version's database is refused before.
    private static func refuseNewer(_ files: StoreFiles) throws {
        var configuration = configuration
        configuration.readonly = true
        do {
            try DatabaseSchema.refuseNewer(DatabaseQueue(path: files.database.path, configuration: configuration))
        } catch let error as ContactStoreError {
            throw error
        } catch {
            // Opening it for writing fails with the cause.
        }
    }

    static func pool(_ files: StoreFiles) throws -> DatabasePool {
        if files.isNew {
            let new = try DatabaseQueue(path: files.database.path, configuration: configuration)
            try new.writeWithoutTransaction { db in
                // So that it can become smaller where it is. Only while it is empty.
                try db.execute(sql: "PRAGMA auto_vacuum = INCREMENTAL; VACUUM")
            }
            try new.close()
        }
        return try DatabasePool(path: files.database.path, configuration: configuration)
    }

    /// SQLite reads a write-ahead log with the help of a file beside it. Where that file cannot be made, `immutable=1` promises
    /// that the database does not change; SQLite then ignores the log (sqlite.org/wal.html, "Read-Only Databases").
    private static func openReadOnly(
        _ files: StoreFiles, _ bounds: StoreBounds, _ decoder: any ContactDecoder,
        because readOnlyReason: ContactStoreError
    ) throws -> ContactStore {
        var configuration = configuration
        configuration.readonly = true
        do {
            let queue = try DatabaseQueue(path: files.database.path, configuration: configuration)
            return try ContactStore(
                queue, files: files, bounds: bounds, decoder: decoder, readOnlyReason: readOnlyReason)
        } catch {
            let queue = try DatabaseQueue(
                path: files.database.absoluteString + "?immutable=1", configuration: configuration)
            return try ContactStore(
                queue, files: files, bounds: bounds, decoder: decoder, readOnlyReason: readOnlyReason)
        }
    }
}
