public import Foundation
import GRDB

/// How far the synchronisation has come; stored with the contacts.
public struct SyncState: Sendable, Equatable {
    /// When all pages were last read to the end.
    public var lastFullPass: Date?
    /// Every change up to this moment of the server's clock is stored.
    public var newestUpdate: Date?
    /// The last time when the stored contacts were known to equal the server's, by this machine's clock.
    public var lastSynchronised: Date?
    /// How many contacts the server counts.
    public var serverTotal: Int?
    /// The server's total less the stored contacts after the last full pass: the server counts these contacts and cannot send
    /// them.
    public var unlisted = 0
    /// Where a full pass that was interrupted goes on; nil if none was.
    public var nextPage: Int?
    /// When that pass began, by this machine's clock.
    public var passBegan: Date?
    /// How much the server sends at once. `nextPage` counts pages of this size.
    var pageSize = PageSize()

    /// Nothing was synchronised yet.
    public init() {}
}

extension SyncState {
    static func fetch(_ db: Database) throws -> SyncState {
        let row = try Row.fetchOne(
            db,
            sql: """
                SELECT last_full_pass, newest_update, server_total, unlisted, next_page, pass_began, last_synchronised,
                    page_size, page_size_since
                FROM sync_state
                """)
        var state = SyncState()
        guard let row else { return state }
        state.lastFullPass = Date(stored: try row.decode(atIndex: 0))
        state.newestUpdate = Date(stored: try row.decode(atIndex: 1))
        state.serverTotal = try row.decode(atIndex: 2)
        state.unlisted = try row.decode(atIndex: 3)
        state.nextPage = try row.decode(atIndex: 4)
        state.passBegan = Date(stored: try row.decode(atIndex: 5))
        state.lastSynchronised = Date(stored: try row.decode(atIndex: 6))
        state.pageSize = PageSize(
            stored: try row.decode(atIndex: 7), since: Date(stored: try row.decode(atIndex: 8)))
        return state
    }

    func save(_ db: Database) throws {
        try db.execute(
            sql: """
                REPLACE INTO sync_state
                    (id, last_full_pass, newest_update, server_total, unlisted, next_page, pass_began,
                    last_synchronised, page_size, page_size_since)
                VALUES (1, ?, ?, ?, ?, ?, ?, ?, ?, ?)
                """,
            arguments: [
                lastFullPass?.stored, newestUpdate?.stored, serverTotal, unlisted, nextPage, passBegan?.stored,
                lastSynchronised?.stored, pageSize.count, pageSize.since?.stored,
            ])
    }
}
