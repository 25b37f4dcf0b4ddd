public import Foundation
import GRDB

/// A contact with whom the user wants to be in touch every so often.
public struct KeepInTouch: Sendable, Equatable, Identifiable {
    public let contact: ContactSummary
    /// By when, as midnight in UTC: see `Contact.stayInTouchDue`.
    public let due: Date

    public var id: Int { contact.id }
}

extension ContactStore {
    /// The contacts for whom the user set a frequency, without archived ones and the dead, the longest overdue first.
    public func keepInTouch() async throws(ContactStoreError) -> [KeepInTouch] {
        try await read { db in
            let sql = """
                SELECT \(ContactSummary.columns), due FROM contact JOIN keep_in_touch ON contact_id = id
                WHERE NOT is_archived AND NOT is_deceased ORDER BY due, display_name, id
                """
            return try Row.fetchAll(db, sql: sql).map { row in
                KeepInTouch(
                    contact: ContactSummary(row: row),
                    due: Date(timeIntervalSince1970: row[ContactSummary.columnCount]))
            }
        }
    }
}
