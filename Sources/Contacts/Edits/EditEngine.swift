import Foundation
import GRDB
import Model

/// Where the copies lie that come and go with edits, in the same transaction.
protocol EditCopies: Sendable {
    func copy(of contact: ContactID, _ db: Database) throws -> ServerContact?
    func store(_ copy: ServerContact, as contact: ContactID, _ db: Database) throws
    func remove(_ contact: ContactID, _ db: Database) throws
    /// Removes a copy of this contact of the server's that lies under another number.
    func adopt(_ remote: RemoteID, as contact: ContactID, _ db: Database) throws
    /// The contact that is the user: nil where it is not known; in it, nil if no contact is.
    func user(_ db: Database) throws -> ContactID??
    func setUser(_ contact: ContactID?, _ db: Database) throws
    /// Stores that the yearly reminder of a contact's day was set or removed.
    func setReminder(_ reminder: DayReminder, _ db: Database) throws
    /// Whether a photo is the picture of another contact.
    func isPicture(_ photo: ServerPhoto, besides contact: ContactID, _ db: Database) throws -> Bool
    /// Writes anew what is shown of contacts: their copies with the edits on top.
    func show(_ contacts: Set<ContactID>, _ book: EditBook, _ db: Database) throws
}

/// Sends the stored edits one request at a time: says what to ask, and is told what came of it.
///
/// All it must remember is in the database before a request leaves. It waits for nothing, and reads no clock: `now` is in
/// seconds by a clock that runs on while the computer sleeps.
struct EditEngine: Sendable {
    enum Step {
        case ask(EditRequest)
        /// Nothing to do before this moment; nil for nothing at all.
        case wait(until: TimeInterval?)
    }

    /// What was asked, and for what.
    enum Outstanding {
        case none
        case readingTime(EditID)
        case reading(EditID)
        case readingReminders(EditID, ServerContact, asked: TimeInterval)
        case writing(EditID)
        case looking(EditID)
        case lookingAtReminders(EditID, ServerContact, asked: TimeInterval)
        case lookingForCreation(EditID)
        case fetching(ContactID)
        case readingPhotos(EditID)
        case removingPhoto(RemoteID)
    }

    private(set) var book: EditBook
    let account: String
    let copies: any EditCopies
    let policy: EditPolicy
    var outstanding = Outstanding.none
    var ready: EditRequest?
    var asked: TimeInterval = 0
    /// The contact of which something was asked for.
    var askedFor: RemoteID?
    /// The newest date of the server, and when it came.
    var serverDate: (date: Date, at: TimeInterval)?
    var pausedUntil: TimeInterval = 0
    /// How many questions in a row had no answer.
    var unanswered = 0
    /// How often in a row what was read for an edit was old before it could be replaced.
    var lateReadings: [EditID: Int] = [:]
    /// How often in a row the server failed where something was to be read for an edit.
    var failedReadings: [EditID: Int] = [:]
    /// How often in a row the photos of a deletion's contact could not be read for want of an answer of the server.
    var photoReadings: [EditID: Int] = [:]
    /// How often in a row a photo could not be deleted for that.
    var photoRemovals: [RemoteID: Int] = [:]
    /// Edits for which nothing could be read, and until when they were put off for that.
    var putOff: [EditID: TimeInterval] = [:]
    /// Why nothing at all is sent now; once the pause is over, why nothing was, until the next answer.
    var pauseReason: EditIssue?
    /// Why nothing at all is sent now, or may be.
    var standstill: EditIssue? {
        pauseReason?.isNotOurTurn == true ? pauseReason : book.writeRefusal ?? pauseReason
    }
    /// By which the changes of other processes are noticed; nil where it is not known what they have changed.
    var dataVersion: Int?
    /// The contacts whose edits another process has changed, until somebody is told; nil where none has stored anything.
    var news: Set<ContactID>?
    /// The copy that was read before the write under way.
    var lastRead: ServerContact?
    /// The time of day, for what is stored next.
    var moment: Date?

    /// The edit whose request is on its way.
    var inFlight: EditID? { if case .writing(let id) = outstanding { id } else { nil } }

    /// Reads what is stored. Only the process that has called `takeOver` may call `step`.
    init(_ db: Database, account: String, copies: any EditCopies, policy: EditPolicy = EditPolicy()) throws {
        self.account = account
        self.copies = copies
        self.policy = policy
        // Whatever another process stores meanwhile makes the version another one.
        dataVersion = try Self.dataVersion(db)
        book = try EditTable.load(db, account: account)
    }

    /// The process has begun to send: from now on requests that may have left are looked for.
    mutating func takeOver(_ db: Database, now: TimeInterval) throws {
        if pauseReason?.isNotOurTurn == true { pauseReason = nil }
        try change(db) { [policy] book in
            for edit in book.edits {
                if edit.state == .sending { book.heldUntil[edit.id] = now + policy.hold }
                // The clock may have begun anew.
                let moment = edit.isHeld ? now + policy.deletionWindow : edit.notBefore == 0 ? 0 : now
                book.update(edit.id) { $0.notBefore = moment }
            }
            // What another process asked for before it may still come.
            book.ended = book.ended.filter { (now - policy.maxRequestAge...now).contains($0.value) }
        }
    }

    /// Changes the edits in one transaction: all or nothing.
    @discardableResult
    mutating func change<Value>(_ db: Database, _ body: (inout EditBook) throws -> Value) throws -> Value {
        var result: Value?
        var new = book
        try db.inTransaction(.immediate) {
            if try takeInOthers(db) { new = book }
            new.policy = policy
            new.moment = moment
            new.lookup = CopyLookup(copies: copies, db: db)
            result = try body(&new)
            try EditTable.save(db, new, over: book, account: account)
            for change in new.copyChanges {
                switch change {
                case .store(let copy, let contact): try copies.store(copy, as: contact, db)
                case .remove(let contact): try copies.remove(contact, db)
                case .adopt(let remote, let contact): try copies.adopt(remote, as: contact, db)
                case .user(let contact): try copies.setUser(contact, db)
                case .reminder(let reminder): try copies.setReminder(reminder, db)
                }
            }
            try copies.show(new.shownDifferently(from: book), new, db)
            new.copyChanges = []
            new.seenByForm = nil
            new.reshown = []
            new.lookup = nil
            return .commit
        }
        book = new
        guard let result else { throw ContactStoreError.other(code: -1) }
        return result
    }

    /// Takes in what another process has stored since; false if there is nothing of it.
    mutating func catchUp(_ db: Database) throws -> Bool {
        guard try Self.dataVersion(db) != dataVersion else { return false }
        var isNew = false
        try db.inTransaction(.deferred) {
            isNew = try takeInOthers(db)
            return .commit
        }
        return isNew
    }

    /// Another one whenever another process has stored something.
    private static func dataVersion(_ db: Database) throws -> Int? {
        try Int.fetchOne(db.cachedStatement(sql: "PRAGMA data_version"))
    }

    /// To be called inside a transaction, so that nothing else comes meanwhile.
    private mutating func takeInOthers(_ db: Database) throws -> Bool {
        let version = try Self.dataVersion(db)
        guard version != dataVersion else { return false }
        let former = book
        book.take(stored: try EditTable.load(db, account: account))
        dataVersion = version
        news = book.shownDifferently(from: former).union(news ?? [])
        return true
    }

    /// What to ask next; to be called when something was stored, answered, or a moment has come.
    mutating func step(_ db: Database, now: TimeInterval) throws -> Step {
        while true {
            if let ready {
                self.ready = nil
                asked = now
                askedFor = ready.readContact
                return .ask(ready)
            }
            guard case .none = outstanding else { return .wait(until: nil) }
            if pausedUntil > now { return .wait(until: pausedUntil.isFinite ? pausedUntil : nil) }
            switch book.nextAction(now) {
            case .wait(nil) where !book.setAside.isEmpty:
                try change(db) { $0.stopTrying() }
            case .wait(let moment):
                pauseReason = nil
                return .wait(until: moment)
            case .send(let id): try begin(db, id, now)
            case .look(let id):
                guard let edit = book.edit(id) else { continue }
                if let remote = book.remote(edit.contact) {
                    send(.looking(id), .contact(remote))
                } else {
                    send(.lookingForCreation(id), .newestContacts(since: edit.progress.firstTry))
                }
            case .fetch(let contact):
                guard let remote = book.remote(contact) else { continue }
                send(.fetching(contact), .contact(remote))
            case .removePhoto(let photo): send(.removingPhoto(photo), .removePhoto(photo))
            }
        }
    }

    /// Whether nothing is under way, and nothing will be before a moment: also while there is no network or token, since
    /// nobody knows for how long.
    func isResting(until moment: TimeInterval, now: TimeInterval) -> Bool {
        guard case .none = outstanding, ready == nil else { return false }
        if pauseReason == .unlockable { return true }
        if pausedUntil > now, pausedUntil > moment || pauseReason != .rateLimited { return true }
        if case .wait(let next) = book.nextAction(now) { return next.map { $0 > moment } ?? true }
        return false
    }

    /// Nothing waits for a token or a network any more.
    mutating func resume() {
        pausedUntil = 0
        if pauseReason?.isNotOurTurn != true { pauseReason = nil }
    }

    /// The server may answer again: what waits for that is tried now.
    ///
    /// If nobody answers now, that makes the pauses between the tries no longer: somebody may ask often.
    mutating func tryAgain(_ db: Database, now: TimeInterval) throws {
        resume()
        unanswered = max(0, unanswered - 1)
        let late = putOff.filter { id, moment in book.edit(id)?.notBefore == moment && moment > now }
        putOff = [:]
        book.photosAfter = 0
        if late.isEmpty { return }
        try change(db) { book in
            for id in late.keys { book.update(id) { $0.notBefore = now } }
        }
    }

    mutating func send(_ outstanding: Outstanding, _ request: EditRequest) {
        self.outstanding = outstanding
        ready = request
    }

    private mutating func begin(_ db: Database, _ id: EditID, _ now: TimeInterval) throws {
        guard let edit = book.edit(id) else { return }
        guard let remote = book.remote(edit.contact) else {
            if edit.isDeletion {
                try change(db) { book in
                    // Another process may have found it on the server.
                    let isUnknown = book.remote(edit.contact) == nil && !book.isSending(edit.contact)
                    if isUnknown, book.isDue(id, now) { book.forget(edit.contact) }
                }
            } else if serverDate == nil {
                send(.readingTime(id), .time)
            } else {
                try write(db, id, ServerContact(id: RemoteID("")), reminders: [], asked: now, now: now)
            }
            return
        }
        if !policy.readsFirst, let copy = try copies.copy(of: edit.contact, db) {
            try write(db, id, copy, reminders: [], asked: now, now: now)
        } else if edit.isDeletion, edit.progress.photos == nil {
            send(.readingPhotos(id), .photos(remote))
        } else {
            send(.reading(id), .contact(remote))
        }
    }
}
