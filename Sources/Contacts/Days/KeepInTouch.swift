public import Foundation
import GRDB
import Model

/// A contact with whom the user wants to be in touch every so often.
public struct KeepInTouch: Sendable, Equatable, Identifiable {
    /// With whom to be in touch.
    public let contact: ContactSummary
    /// By when, as midnight in UTC: see `Contact.stayInTouchDue`.
    public let due: Date

    /// The contact's number on this computer.
    public var id: Int { contact.id }

    fileprivate init(row: Row) {
        contact = ContactSummary(row: row)
        due = Date(timeIntervalSince1970: row[ContactSummary.columnCount])
    }
}

/// Those with whom the user should be in touch by now.
public struct Overdue: Sendable, Equatable {
    /// The numbers of those who should have been met or called before today.
    public let ids: Set<Int>
    /// How many these are.
    public var count: Int { ids.count }
    /// The longest overdue of these; as many as were asked for.
    public let first: [KeepInTouch]
    /// Those whose day is today.
    public let today: [KeepInTouch]
}

extension ContactStore {
    private static let keepInTouchSource = """
        FROM contact JOIN keep_in_touch ON contact_id = id
        WHERE \(ContactSummary.isListed) AND NOT is_archived AND NOT is_deceased
        """
    private static let keepInTouchOrder = "ORDER BY due, display_name, id"

    /// The contacts for whom the user set a frequency, without archived ones and the dead, the longest overdue first.
    public func keepInTouch() async throws(ContactStoreError) -> [KeepInTouch] {
        try await read { db in
            let sql = "SELECT \(ContactSummary.columns), due \(Self.keepInTouchSource) \(Self.keepInTouchOrder)"
            return try Row.fetchAll(db, sql: sql).map(KeepInTouch.init(row:))
        }
    }

    /// Those of them whose day lies before the one that `now` is in a time zone: their numbers, and the first ones; and all
    /// whose day it is.
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
                ids: ids, first: first.map(KeepInTouch.init(row:)), today: due.map(KeepInTouch.init(row:)))
        }
    }
}
