import Foundation
import GRDB

/// Stores the copies of version 1 anew as version 2, some at a time, for as long as there are any.
enum CopyConversion {
    /// The time that an edit may have to wait. A transaction ends with the first contact after it.
    private static let maxDuration = Duration.milliseconds(15)
    static let maxContacts = 500

    /// Whether copies of version 1 may be left.
    static func isNeeded(_ db: Database) throws -> Bool {
        try Bool.fetchOne(db, sql: "SELECT 1 FROM copy_conversion") ?? false
    }

    /// Converts the next contacts and notes how far it came. Returns how many there were; none when all are converted.
    static func advance(
        _ db: Database, by decoder: any ContactDecoder, atMost limit: Int = maxContacts
    ) throws -> Int {
        guard var last = try Int.fetchOne(db, sql: "SELECT last_contact FROM copy_conversion") else { return 0 }
        let ids = try Int.fetchAll(
            db, sql: "SELECT id FROM contact WHERE id > ? ORDER BY id LIMIT ?", arguments: [last, limit])
        let start = ContinuousClock.now
        var count = 0
        for id in ids {
            try ContactCopy.convert(db, contactID: id, by: decoder)
            last = id
            count += 1
            if ContinuousClock.now - start > maxDuration { break }
        }
        if count == 0 {
            try db.execute(sql: "DELETE FROM copy_conversion")
        } else {
            try db.execute(sql: "UPDATE copy_conversion SET last_contact = ?", arguments: [last])
        }
        return count
    }
}

extension ContactStore {
    /// Converts a former version's database: its derived columns, the form of its copies, the size of its file. Whenever this
    /// ends, all can be read, and the next call continues from there.
    @concurrent
    public func renew() async throws(ContactStoreError) {
        try await bringUpToDate()
        try await convertCopies()
        try await makeSmall()
    }

    /// Stores a former version's copies in the present form. Until then they stay readable.
    ///
    /// Other changes come in between; an end in the middle does no harm, and the next call goes on from there. Does nothing
    /// when all is in the form of this version, or nothing can be stored; throws `noRoom` where the disk has none for news.
    /// `report` is told how many contacts were looked at.
    @concurrent
    func convertCopies(
        _ report: @Sendable (_ done: Int) async -> Void = { _ in }
    ) async throws(ContactStoreError) {
        guard readOnlyReason == nil, try await read(CopyConversion.isNeeded) else { return }
        var done = 0
        while true {
            if Task.isCancelled { throw .cancelled }
            let count = try await write { [decoder, storage] db in
                guard storage.hasRoom(for: 0) else { throw ContactStoreError.noRoom }
                return try CopyConversion.advance(db, by: decoder)
            }
            guard count > 0 else { return }
            done += count
            await report(done)
        }
    }
}
