import GRDB
import GRDBSQLite

extension Database {
    /// Throws `replaced` if its file was moved or removed: other processes would never find later writes.
    func checkPlace() throws {
        var hasMoved: CInt = 0
        // One in memory has no place, and does not know the question.
        let isKnown = sqlite3_file_control(sqliteConnection, nil, SQLITE_FCNTL_HAS_MOVED, &hasMoved) == SQLITE_OK
        if isKnown, hasMoved != 0 { throw ContactStoreError.replaced }
    }
}
