package import Foundation

/// The day on which user and contact last met or called each other.
package enum LastContact {
    /// The later one of the last call and the last activity. A day to come counts only without an earlier one: of an activity
    /// that was entered before its day, the server tells no earlier activity.
    package static func day(called: Date?, met: Date?, today: CivilDay) -> Date? {
        guard let called, let met else { return called ?? met }
        let (earlier, later) = (min(called, met), max(called, met))
        let end = today.midnight.addingTimeInterval(CivilDay.seconds)
        return later < end || earlier >= end ? later : earlier
    }
}
