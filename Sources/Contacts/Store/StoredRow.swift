import Foundation
import GRDB

/// GRDB's subscripts of a row end the program where a value has another type: `decode` throws, and a damaged database is set
/// aside the next time it is opened.
extension Row {
    /// A number that counts on from others; throws where nothing could be counted on from it.
    func number(atIndex index: Int) throws -> Int64 {
        let number = try decode(Int64.self, atIndex: index)
        guard (0..<Self.endOfNumbers).contains(number) else { throw ContactStoreError.damaged }
        return number
    }

    /// No number that was ever given is as great.
    static let endOfNumbers = Int64(1) << 62
}

extension Date {
    /// Seconds since 1970 of the years 1 to 9999: arithmetic with days beyond them would end the program.
    private static let storable = -62_135_596_800.0..<253_402_300_800.0

    /// Dates are stored as seconds since 1970: text costs a parser for each row.
    var stored: Double { timeIntervalSince1970 }

    /// Nil also for a moment that is in no calendar.
    init?(stored: Double?) {
        guard let stored, Self.storable.contains(stored) else { return nil }
        self.init(timeIntervalSince1970: stored)
    }
}
