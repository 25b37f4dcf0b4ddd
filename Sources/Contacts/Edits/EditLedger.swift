import Foundation
import GRDB
import Model
import Platform
import Synchronization

/// The edits of an account as the process knows them, for the queue that sends them and for synchronisation, which may not
/// overwrite what they changed. Used on the thread that writes the database.
final class EditLedger: Sendable {
    let account: String
    private let surroundings: EditQueue.Surroundings
    private let policy: EditPolicy
    /// Edits were changed by another than the queue.
    private let onChange: @Sendable () -> Void
    /// Another process has changed edits of these contacts.
    private let onNews: @Sendable (Set<ContactID>) -> Void
    private let engine = Mutex<EditEngine?>(nil)

    init(
        account: String, surroundings: EditQueue.Surroundings, policy: EditPolicy,
        onNews: @escaping @Sendable (Set<ContactID>) -> Void, onChange: @escaping @Sendable () -> Void
    ) {
        self.account = account
        self.surroundings = surroundings
        self.policy = policy
        self.onNews = onNews
        self.onChange = onChange
    }

    /// The moment by the clock that requests and their answers are ordered by.
    var now: TimeInterval { surroundings.clock() }

    func withEngine<Value>(_ db: Database, _ body: (inout EditEngine) throws -> Value) throws -> Value {
        try engine.withLockHeld { engine in
            var current =
                try engine ?? EditEngine(db, account: account, copies: surroundings.copies(), policy: policy)
            // As the disk keeps it.
            current.moment = Date(timeIntervalSince1970: surroundings.date().timeIntervalSince1970.rounded(.down))
            let value = try body(&current)
            if let news = current.news { onNews(news) }
            current.news = nil
            engine = current
            return value
        }
    }

    /// Reads all anew the next time: what is in memory may be ahead of the disk.
    func forget() {
        engine.withLockHeld { $0 = nil }
    }

    /// The connection is another one, whose counts of changes are others: whatever is stored is looked at.
    func connectionChanged() {
        engine.withLockHeld { $0?.dataVersion = nil }
    }

    /// Stores what a server sent in one transaction with what becomes of the edits.
    func takeIn<Value>(_ intake: CopyIntake, _ body: (inout CopyIntake) throws -> Value) throws -> Value {
        let (value, hasChanged) = try withEngine(intake.db) { engine in
            let before = engine.book.edits
            // What moves an edit's state has to be on the disk; the rest of a pass can be had again.
            if !before.isEmpty { try intake.db.execute(sql: "PRAGMA synchronous = FULL") }
            defer {
                // Where it fails, more is synced than need be.
                if !before.isEmpty { try? intake.db.execute(sql: "PRAGMA synchronous = NORMAL") }
            }
            let value = try engine.change(intake.db) { book in
                var intake = intake
                intake.book = book
                intake.now = now
                let value = try body(&intake)
                if let changed = intake.book { book = changed }
                return value
            }
            return (value, engine.book.edits != before)
        }
        if hasChanged { onChange() }
        return value
    }
}
