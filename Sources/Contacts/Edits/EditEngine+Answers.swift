import Foundation
import GRDB
import Model

// Answers.
extension EditEngine {
    /// What came of the last request.
    mutating func receive(_ response: EditResponse, _ db: Database, now: TimeInterval) throws {
        if let date = response.date { serverDate = (date, now) }
        switch response.answer {
        case .lost, .offline: unanswered += 1
        case .postponed: break
        default: unanswered = 0
        }
        let outstanding = outstanding
        self.outstanding = .none
        pauseReason = nil
        var answer = response.answer
        // Another contact than the one that was asked for is no answer.
        if case .contact(let copy) = answer {
            if copy.id != askedFor { answer = .page } else if try isStranger(copy, db) { answer = .gone }
        }
        switch (outstanding, answer) {
        case (.none, _): break
        case (.writing(let id), let answer): try settle(db, id, answer, now)
        case (.readingTime, .time): break
        case (.reading(let id), .contact(let copy)): try read(db, id, copy, now)
        case (.reading(let id), .gone), (.readingReminders(let id, _, _), .gone), (.readingPhotos(let id), .gone):
            try gone(db, book.edit(id)?.contact, now)
        case (.readingReminders(let id, let copy, let asked), .reminders(let there, let doubtful)):
            try write(db, id, copy, reminders: there, doubtful: doubtful, asked: asked, now: now)
        case (.looking(let id), .contact(let copy)): try look(db, id, copy, now)
        case (.looking(let id), .gone), (.lookingAtReminders(let id, _, _), .gone):
            try gone(db, book.edit(id)?.contact, now, endsWrite: true)
        case (.lookingAtReminders(let id, let copy, let asked), .reminders(let there, _)):
            try change(db) { $0.looked(id, copy, reminders: there, asked: asked, now: now) }
        case (.lookingForCreation(let id), .newestContacts(let newest, let areAll)):
            try change(db) { [asked] in
                $0.lookedForCreation(id, newest, areAll: areAll, asked: asked, now: now)
            }
        case (.fetching(let contact), .contact(let copy)):
            try change(db) { [asked] in
                if case .store = $0.accept(copy, asked: asked, now: now) {
                    $0.copyChanges.append(.store(copy, contact))
                }
            }
        case (.fetching(let contact), .gone): try gone(db, contact, now)
        case (.readingPhotos(let id), let answer): try readPhotos(db, id, answer, now)
        case (.removingPhoto(let photo), let answer): try removedPhoto(db, photo, answer, now)
        case (.reading(let id), let answer), (.readingReminders(let id, _, _), let answer),
            (.readingTime(let id), let answer), (.looking(let id), let answer),
            (.lookingAtReminders(let id, _, _), let answer), (.lookingForCreation(let id), let answer):
            try readAgain(db, id, answer, now)
        case (.fetching(let contact), let answer):
            let sent = book.edits(of: contact).filter { $0.state == .sent }
            for edit in sent { try readAgain(db, edit.id, answer, now) }
        }
    }

    /// The server has not what was asked for. A contact that has another name there since is not that.
    private mutating func gone(
        _ db: Database, _ contact: ContactID?, _ now: TimeInterval, endsWrite: Bool = false
    ) throws {
        guard let contact, let askedFor else { return }
        try change(db) { book in
            guard book.remote(contact) == askedFor else { return }
            if endsWrite { book.ended[askedFor] = now }
            book.gone(contact)
        }
    }

    /// Whether a contact is another one than that which its name on the server stands for here.
    private mutating func isStranger(_ copy: ServerContact, _ db: Database) throws -> Bool {
        guard let contact = book.contact(copy.id), try copies.copy(of: contact, db)?.isAnother(than: copy) ?? false
        else { return false }
        try change(db) { $0.keepFromStranger(contact) }
        return true
    }

    /// A question that was not answered is asked again; an answer that concerns all holds up all.
    private mutating func readAgain(_ db: Database, _ id: EditID, _ answer: EditAnswer, _ now: TimeInterval) throws {
        if pause(answer, now) { return }
        var moment = now + pauseAfter(answer)
        if case .failed = answer {
            // It is asked as seldom as after a write that has failed, and not given up: nothing is wrong with the edit.
            let failures = failedReadings[id, default: 0]
            failedReadings[id] = failures + 1
            moment = now + policy.pauses[min(failures, policy.pauses.count - 1)]
        }
        switch answer {
        case .lost, .failed: putOff[id] = moment
        default: break
        }
        try change(db) { book in
            book.update(id) {
                $0.notBefore = moment
                if $0.state == .waiting { $0.issue = answer.unread }
            }
        }
    }

    /// Before a question is asked again.
    private func pauseAfter(_ answer: EditAnswer) -> TimeInterval {
        if case .lost = answer { unansweredPause } else { policy.pageHold }
    }

    /// What cannot be read does not hold up the deletion for long.
    private mutating func readPhotos(_ db: Database, _ id: EditID, _ answer: EditAnswer, _ now: TimeInterval) throws {
        if pause(answer, now) { return }
        let tries = photoReadings[id, default: 0] + 1
        if answer.isUncertain, tries < policy.photoTries {
            photoReadings[id] = tries
            return try readAgain(db, id, answer, now)
        }
        photoReadings[id] = nil
        let photos = if case .photos(let photos) = answer { photos } else { [ServerPhoto]() }
        try change(db) { $0.update(id) { $0.progress.photos = photos } }
    }

    /// One that the server does not want to delete stays there; of the others the next one comes first.
    private mutating func removedPhoto(
        _ db: Database, _ photo: RemoteID, _ answer: EditAnswer, _ now: TimeInterval
    ) throws {
        if pause(answer, now) { return }
        let tries = photoRemovals[photo, default: 0] + 1
        let isTriedAgain = answer.isUncertain && tries < policy.photoTries
        photoRemovals[photo] = isTriedAgain ? tries : nil
        let moment = now + pauseAfter(answer)
        try change(db) { book in
            guard let index = book.photos.firstIndex(of: photo) else { return }
            book.photos.remove(at: index)
            guard isTriedAgain else { return }
            book.photos.append(photo)
            book.photosAfter = moment
        }
    }

    /// As long as synchronisation waits, whose answer lets this go on too.
    private var unansweredPause: TimeInterval {
        policy.unansweredPauses[min(max(unanswered, 1), policy.unansweredPauses.count) - 1]
    }

    /// Offline, a token that is refused, and a spent budget concern all edits.
    private mutating func pause(_ answer: EditAnswer, _ now: TimeInterval) -> Bool {
        switch answer {
        case .offline: (pausedUntil, pauseReason) = (now + unansweredPause, .offline)
        case .unauthorized: (pausedUntil, pauseReason) = (.infinity, .unauthorized)
        case .rateLimited(let wait), .postponed(let wait):
            (pausedUntil, pauseReason) = (now + wait, .rateLimited)
        default: return false
        }
        return true
    }

    private mutating func read(_ db: Database, _ id: EditID, _ copy: ServerContact, _ now: TimeInterval) throws {
        guard let edit = book.edit(id) else { return }
        if case .values(let change) = edit.change {
            let days = copy.values.filter { $0.key.group == change.group && $0.value.remindableDay != nil }
            if !days.isEmpty {
                return send(.readingReminders(id, copy, asked: asked), .reminders(copy.id, of: days))
            }
        }
        try write(db, id, copy, reminders: [], asked: asked, now: now)
    }

    /// Makes a request of an edit, and stores that it may leave.
    mutating func write(
        _ db: Database, _ id: EditID, _ copy: ServerContact, reminders: Set<ContactKey>,
        doubtful: Set<ContactKey> = [], asked: TimeInterval, now: TimeInterval
    ) throws {
        guard let edit = book.edit(id) else { return }
        failedReadings[id] = nil
        if try readsAnew(db, edit, asked: asked, now: now) { return }
        let serverTime = serverDate.map { $0.date.addingTimeInterval((now - $0.at).rounded(.down) - policy.leeway) }
        let request = try change(db) { book -> EditWrite? in
            guard book.isDue(id, now), let edit = book.edit(id) else { return nil }
            func begin(_ write: EditWrite) -> EditWrite {
                let copy = edit.creation == nil ? copy : nil
                book.beginSending(id, write, copy: copy, reminders: reminders, serverTime: serverTime)
                return write
            }
            switch book.plan(edit, copy, reminders: reminders, doubtful: doubtful) {
            case .write(let write): return begin(write)
            case .replace(let there, let after):
                book.beginReplacing(id, there, by: after)
                return begin(.addPart(copy.id, after))
            case .conflict(let conflict):
                book.store(copy, as: edit.contact, asked: asked)
                book.update(id) {
                    $0.state = .conflicting
                    $0.issue = nil
                    $0.progress.conflict = conflict
                }
            case .nothing:
                book.overtake(edit)
                book.forgetLostReminders(switchedBy: edit)
                book.compareLater(edit, nil, now: now)
                book.end(id, isCarriedOut: true)
                book.store(copy, as: edit.contact, asked: asked)
                book.passOnSwitches(of: edit)
            case .refuse(let issue):
                book.store(copy, as: edit.contact, asked: asked)
                book.refuse(id, issue)
            }
            return nil
        }
        lastRead = edit.creation == nil ? copy : nil
        if let request { send(.writing(id), .write(request)) }
    }

    /// Whether the answers took long, or the computer slept between them: others may have changed the contact since. On a slow
    /// way more time is given with each reading.
    private mutating func readsAnew(
        _ db: Database, _ edit: Edit, asked: TimeInterval, now: TimeInterval
    ) throws -> Bool {
        let late = lateReadings[edit.id] ?? 0
        let limit = policy.maxReadingAge * TimeInterval(1 << min(late, 6))
        guard policy.readsFirst, book.remote(edit.contact) != nil, now - asked > limit else {
            lateReadings[edit.id] = nil
            return false
        }
        lateReadings[edit.id] = late + 1
        // Others go meanwhile.
        try change(db) { $0.update(edit.id) { $0.notBefore = now + 1 } }
        return true
    }

    private mutating func settle(_ db: Database, _ id: EditID, _ answer: EditAnswer, _ now: TimeInterval) throws {
        _ = pause(answer, now)
        let before = lastRead
        lastRead = nil
        try change(db) { [asked, policy, before] book in
            if !policy.storesSending { book.update(id) { $0.state = .sending } }
            switch answer {
            // An answer that does not say what it made is none.
            case .done(let whole, nil) where book.edit(id)?.isMadeWithoutName(whole) == true:
                book.notCarriedOut(id, .lost, now: now)
            case .done(let whole, let made):
                let remote = (book.edit(id)?.contact).flatMap { book.remote($0) }
                let isOurs = remote == nil || whole?.id == remote
                book.carriedOut(
                    id, isOurs ? whole : nil, before: before, made: made, asked: asked, now: now)
            case .gone: book.notCarriedOut(id, .contactGone, now: now)
            case .goneOrPersonGone:
                let isIntroduction = book.edit(id)?.deltas[.metThrough] != nil
                book.notCarriedOut(id, .personGone, about: isIntroduction ? [.metThrough] : [], now: now)
            case .refused(let messages, let keys):
                book.notCarriedOut(id, .refused(messages), about: keys, now: now)
            case .forbidden(let messages):
                book.notCarriedOut(id, .forbidden(messages), now: now)
                book.writeRefusal = .forbidden(messages)
            case .unauthorized: book.notCarriedOut(id, .unauthorized, now: now)
            case .rateLimited(let wait): book.notCarriedOut(id, .rateLimited, wait: wait, now: now)
            case .gateway: book.notCarriedOut(id, .gateway, now: now)
            case .page: book.notCarriedOut(id, .page, now: now)
            case .failed(let status): book.notCarriedOut(id, .failed(status: status), now: now)
            case .offline: book.notSent(id, .offline, now: now)
            case .postponed: book.notSent(id, .rateLimited, now: now)
            case .lost, .time, .contact, .reminders, .newestContacts, .photos: book.notCarriedOut(id, .lost, now: now)
            }
        }
    }

    private mutating func look(_ db: Database, _ id: EditID, _ copy: ServerContact, _ now: TimeInterval) throws {
        guard let edit = book.edit(id) else { return }
        let days = copy.values.filter { edit.daysToLookAt.contains($0.key) && $0.value.remindableDay != nil }
        if !days.isEmpty {
            return send(.lookingAtReminders(id, copy, asked: asked), .reminders(copy.id, of: days))
        }
        failedReadings[id] = nil
        try change(db) { [asked] in $0.looked(id, copy, reminders: nil, asked: asked, now: now) }
    }
}

extension EditAnswer {
    /// Whether nobody knows what the server would have said.
    fileprivate var isUncertain: Bool {
        switch self {
        case .lost, .page, .gateway: true
        default: false
        }
    }

    /// Why an edit waits whose question had this answer.
    fileprivate var unread: EditIssue? {
        switch self {
        // Nothing of the edit itself has left.
        case .lost: .offline
        case .page: .page
        case .gateway: .gateway
        case .failed(let status): .failed(status: status)
        case .refused(let messages, _), .forbidden(let messages): .refused(messages)
        default: nil
        }
    }
}
