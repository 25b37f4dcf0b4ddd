public import Foundation
import GRDB
import Model

/// A contact with a stay-in-touch frequency.
public struct KeepInTouch: Sendable, Equatable, Identifiable {
    /// The contact.
    public let contact: ContactSummary
    /// By when, as midnight in UTC: see `Contact.stayInTouchDue`.
    public let due: Date

    /// The contact's number on this computer.
    public var id: Int { contact.id }

    /// Nil for a day that is in no calendar.
    fileprivate init?(row: Row) throws {
        guard let due = Date(stored: try row.decode(atIndex: ContactSummary.columnCount)) else { return nil }
        contact = try ContactSummary(row: row)
        self.due = due
    }
}

/// The contacts to be in touch with by today.
public struct Overdue: Sendable, Equatable {
    /// The numbers of the contacts with a day before today.
    public let ids: Set<Int>
    /// How many these are.
    public var count: Int { ids.count }
    /// The longest overdue of these; as many as requested.
    public let first: [KeepInTouch]
    /// The contacts with today as their day.
    public let today: [KeepInTouch]
}

extension ContactStore {
    private static let keepInTouchSource = """
        FROM contact JOIN keep_in_touch ON contact_id = id
        WHERE \(ContactSummary.isListed) AND NOT is_archived AND NOT is_deceased
        """
    private static let keepInTouchOrder = "ORDER BY due, display_name, id"

    /// The contacts with a frequency, without archived and dead ones, the longest overdue first.
    public func keepInTouch() async throws(ContactStoreError) -> [KeepInTouch] {
        try await read { db in
            let sql = "SELECT \(ContactSummary.columns), due \(Self.keepInTouchSource) \(Self.keepInTouchOrder)"
            return try Row.fetchAll(db, sql: sql).compactMap(KeepInTouch.init(row:))
        }
    }

    /// The contacts with a day before that of `now` in a time zone: all numbers and the first `limit` contacts. Also all
    /// contacts with that day.
    public func overdue(
        first limit: Int = 0, now: Date = .now, timeZone: TimeZone = .current
    ) async throws(ContactStoreError) -> Overdue {
        let today = CivilDay(of: now, in: timeZone).midnight.timeIntervalSince1970
        return try await read { db in
            let source = "\(Self.keepInTouchSource) AND due"
            let columns = "SELECT \(ContactSummary.columns), due"
            let ids = try Int.fetchSet(db, sql: "SELECT id \(source) < ?", arguments: [today])
            let sql = "\(columns) \(source) < ? \(Self.keepInTouchOrder) LIMIT ?"
            let first = limit > 0 ? try Row.fetchAll(db, sql: sql, arguments: [today, limit]) : []
            let due = try Row.fetchAll(db, sql: "\(columns) \(source) = ? \(Self.keepInTouchOrder)", arguments: [today])
            return Overdue(
                ids: ids, first: try first.compactMap(KeepInTouch.init(row:)),
                today: try due.compactMap(KeepInTouch.init(row:)))
        }
    }
}
