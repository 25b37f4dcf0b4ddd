import GRDB
import Platform
import Synchronization

/// The limits of the content that synchronisation stores. They do not apply to the user's own edits.
public struct StoreBounds: Sendable {
    /// More than any address book has.
    public var contacts = 1_000_000
    /// Of the database's file.
    public var bytes = 8 << 30
    /// Whether the disk has room for content that the server can send again, and for so many bytes besides. Called before each
    /// transaction of a synchronisation, on a thread that may block.
    public var hasRoom: @Sendable (_ bytes: Int) -> Bool

    /// The usual bounds; `hasRoom` says whether the disk has so many bytes left, and may block.
    public init(hasRoom: @escaping @Sendable (_ bytes: Int) -> Bool = { _ in true }) {
        self.hasRoom = hasRoom
    }
}

/// Keeps the content of synchronisation within bounds.
final class BoundedStorage: Sendable {
    private let bounds: StoreBounds
    /// At least how many contacts are stored; nil before they were counted. Counting takes long where there are many.
    private let contacts = Mutex<Int?>(nil)

    init(_ bounds: StoreBounds) {
        self.bounds = bounds
    }

    /// Whether the disk has room for so many bytes of content that the server can send again.
    func hasRoom(for bytes: Int) -> Bool { bounds.hasRoom(bytes) }

    /// Throws where nothing more is to be stored.
    func checkRoom(_ db: Database) throws {
        guard hasRoom(for: 0) else { throw ContactStoreError.noRoom }
        let pages = try Int.fetchOne(db, sql: "PRAGMA page_count") ?? 0
        let pageSize = try Int.fetchOne(db, sql: "PRAGMA page_size") ?? 0
        let size = pages.multipliedReportingOverflow(by: pageSize)
        guard !size.overflow, size.partialValue < bounds.bytes else { throw ContactStoreError.tooLarge }
    }

    /// Counts a contact that was added, and throws if it is one too many.
    func checkAdded(_ db: Database) throws {
        let estimate = contacts.withLockHeld { contacts in
            contacts = contacts.map { $0 + 1 }
            return contacts
        }
        if let estimate, estimate <= bounds.contacts { return }
        // Contacts that were removed since the last count make room.
        let count = try Int.fetchOne(db, sql: "SELECT count(*) FROM contact") ?? 0
        contacts.withLockHeld { $0 = count }
        guard count <= bounds.contacts else { throw ContactStoreError.tooManyContacts }
    }
}
