public import Foundation
import GRDB
import Model
import Platform

/// The reason why the stored contacts could not be read or changed. Their stored state stays.
public enum ContactStoreError: Error, Hashable, Sendable {
    /// The disk is full.
    case full
    /// The disk has so little room left that nothing more is kept that the server has too.
    case noRoom
    /// The database is as large as it may become by synchronisation.
    case tooLarge
    /// More contacts than are stored.
    case tooManyContacts
    /// As many photos wait to be sent as are kept.
    case tooManyPhotos
    /// The folder or file cannot be written, or not even opened.
    case notWritable
    /// The file is no database any more. It is set aside when the store is opened the next time.
    case damaged
    /// A newer version of the program made the file, which stays as it is; the version that is needed, if it says so.
    case madeByNewer(version: String?)
    /// A form that was kept is of a newer version, or damaged.
    case unreadableDraft
    /// The file is damaged, and another process sends its pending changes. Until that ends, the file is not set aside.
    case damagedInUse
    /// Another process has removed or replaced the file: no process would find new content of this store.
    case replaced
    /// The store was closed.
    case closed
    /// Files that could not be removed.
    case notRemoved([URL])
    /// The task was cancelled.
    case cancelled
    /// Anything else; SQLite's extended result code.
    case other(code: Int32)

    init(_ error: any Error) {
        switch error {
        case let error as ContactStoreError: self = error
        case is CancellationError: self = .cancelled
        case let error as DatabaseError: self.init(error)
        // A value that no program of ours has stored.
        case is RowDecodingError, is StoredChangeError, is DecodingError: self = .damaged
        case let error as SystemError: self = [ENOSPC, EDQUOT].contains(error.code) ? .full : .notWritable
        case let error as CocoaError: self = error.code == .fileWriteOutOfSpace ? .full : .notWritable
        default: self = .other(code: -1)
        }
    }

    private init(_ error: DatabaseError) {
        // No room for the file that a write-ahead log needs beside it.
        if error.extendedResultCode == .SQLITE_IOERR_SHMSIZE {
            self = .full
            return
        }
        switch error.resultCode {
        case .SQLITE_FULL: self = .full
        case .SQLITE_READONLY, .SQLITE_CANTOPEN, .SQLITE_PERM, .SQLITE_AUTH: self = .notWritable
        case .SQLITE_CORRUPT, .SQLITE_NOTADB: self = .damaged
        case .SQLITE_INTERRUPT, .SQLITE_ABORT: self = .cancelled
        case .SQLITE_MISUSE: self = .closed
        default: self = .other(code: error.extendedResultCode.rawValue)
        }
    }
}
