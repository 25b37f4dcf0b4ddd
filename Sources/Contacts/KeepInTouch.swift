public import Foundation
import GRDB
import MonicaAPI

/// A contact with whom the user wants to be in touch every so often.
public struct KeepInTouch: Sendable, Equatable, Identifiable {
    public let contact: ContactSummary
    /// By when, as midnight in UTC: see `Contact.stayInTouchDue`.
    public let due: Date

    public var id: Int { contact.id }

    fileprivate init(row: Row) {
        contact = ContactSummary(row: row)
        due = Date(timeIntervalSince1970: row[ContactSummary.columnCount])
    }
}

/// Those with whom the user should have been in touch before today.
public struct Overdue: Sendable, Equatable {
    public let count: Int
    /// The longest overdue; as many as were asked for.
    public let first: [KeepInTouch]
}

extension ContactStore {
    private static let keepInTouchSource = """
        FROM contact JOIN keep_in_touch ON contact_id = id WHERE NOT is_archived AND NOT is_deceased
        """
    private static let keepInTouchOrder = "ORDER BY due, display_name, id"

    /// The contacts for whom the user set a frequency, without archived ones and the dead, the longest overdue first.
    public func keepInTouch() async throws(ContactStoreError) -> [KeepInTouch] {
        try await read { db in
            let sql = "SELECT \(ContactSummary.columns), due \(Self.keepInTouchSource) \(Self.keepInTouchOrder)"
            return try Row.fetchAll(db, sql: sql).map(KeepInTouch.init(row:))
        }
    }

    /// Those of them whose day lies before the one that `now` is in a time zone: how many, and the first ones.
    public func overdue(
        first limit: Int = 0, now: Date = .now, timeZone: TimeZone = .current
    ) async throws(ContactStoreError) -> Overdue {
        let today = CivilDay(of: now, in: timeZone).midnight.timeIntervalSince1970
        return try await read { db in
            let source = "\(Self.keepInTouchSource) AND due < ?"
            let count = try Int.fetchOne(db, sql: "SELECT COUNT(*) \(source)", arguments: [today])
            let sql = "SELECT \(ContactSummary.columns), due \(source) \(Self.keepInTouchOrder) LIMIT ?"
            let first = limit > 0 ? try Row.fetchAll(db, sql: sql, arguments: [today, limit]) : []
            return Overdue(count: count ?? 0, first: first.map(KeepInTouch.init(row:)))
        }
    }
}
