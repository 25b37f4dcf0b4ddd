import Foundation
import Model

/// Compares the wanted values of a contact with the server's values. It is pure: all that it knows comes in and goes out.
///
/// Moments are in seconds: of rows by the clock of the day, of holds by a clock that runs on in sleep.
struct Reconciler: Sendable {
    /// How long a request without an answer may still be carried out, in seconds.
    static let hold: TimeInterval = 120

    let reader: any SlotReader
    /// The rules that a test has taken out.
    var without: Set<OutboxRule> = []

    func follows(_ rule: OutboxRule) -> Bool { !without.contains(rule) }

    /// Sets a slot: the only way in, for forms, Undo, Drop and choices. `base` is the server's value when the form opened.
    /// `saw` are the values that the person saw; a deletion has them of all slots.
    func set(
        _ slot: Slot, to wanted: SlotValue?, base: SlotValue?, saw: [SlotState] = [], at now: TimeInterval,
        notBefore: TimeInterval = 0, in contact: inout OutboxContact
    ) {
        if follows(.mending) { retry(&contact) }
        if follows(.overtaken), contact.attempt?.covers(slot) ?? false { contact.attempt?.isOvertaken = true }
        // A contact without a picture shows its initials.
        let picture = slot == .avatar ? SlotValue.avatar(.initials) : nil
        let (wanted, base) = (wanted ?? picture, base ?? picture)
        let saw = follows(.saw) ? saw : []
        var row: PendingChange
        if let former = contact.rows[slot] {
            row = former
            if let theirs = former.shownConflict(of: slot, in: saw), follows(.formChooses) { row.base = theirs.value }
            row.expect(saw)
        } else {
            row = PendingChange(base: base, wanted: wanted, expected: [SlotState(slot, base)] + saw, madeAt: now)
            let copy = contact.copy[slot]
            if follows(.there), expects(row, copy, in: slot) { row.base = copy }
        }
        row.wanted = wanted
        row.notBefore = notBefore
        row.problem = nil
        let isReached = reader.isSame(wanted, row.base, in: slot)
        let isCovered = follows(.covered) && contact.attempt?.covers(slot) ?? false
        contact.rows[slot] = isReached && !isCovered ? nil : row
    }

    /// Takes the refusals away: all of a contact were refused together.
    func retry(_ contact: inout OutboxContact) {
        for (slot, row) in contact.rows where row.problem?.isRefusal ?? false { contact.rows[slot]?.problem = nil }
    }

    /// The conflict of a row ends: `mine` keeps the wanted value, else the server's value stands.
    func choose(mine: Bool, of slot: Slot, in contact: inout OutboxContact) {
        guard var row = contact.rows[slot], case .conflict(let theirs)? = row.problem else { return }
        if follows(.mending) { retry(&contact) }
        row.expect(theirs)
        row.problem = nil
        if slot != .existence { row.base = theirs.first?.value }
        contact.rows[slot] = mine ? row : nil
    }

    /// Notes the write that is about to go. To be stored before it does.
    func begin<Request>(
        _ write: PlannedWrite<Request>, over theirs: ServerView, at now: TimeInterval,
        in contact: inout OutboxContact
    ) {
        if follows(.expected) {
            // A change with a problem is not sent: the person has not seen the value that the write keeps.
            for state in write.sent where state.slot != .existence && contact.rows[state.slot]?.problem == nil {
                contact.rows[state.slot]?.expect([state])
            }
        }
        let kept = write.sent.map(\.slot).filter { contact.rows[$0] == nil }
        let sent = follows(.kept) ? write.sent : write.sent.filter { contact.rows[$0.slot] != nil }
        let known = theirs.values.keys.filter { follows(.known) && $0.isPart && $0.list == write.makes?.list }
        contact.attempt = Attempt(
            sent: sent, kept: follows(.kept) ? Set(kept) : [], known: Set(known), holdUntil: now + Self.hold)
    }

    /// The values that were sent are there. `answer` shows the whole contact after the write.
    func carriedOut(_ contact: inout OutboxContact, answer: ServerView? = nil) {
        guard let attempt = contact.attempt else { return }
        contact.attempt = nil
        for state in attempt.sent {
            let (slot, value) = (state.slot, state.value)
            if follows(.copyTakes) { contact.copy.show(slot, value) }
            if let row = contact.rows[slot] {
                contact.rows[slot]?.base = value
                if reader.isSame(row.wanted, value, in: slot) { contact.rows[slot] = nil }
            }
            if let answer, answer.shows(slot), !reader.isSame(answer[slot], value, in: slot),
                value == nil || !answer.hasSameTag(as: slot)
            {
                contact.notices.append(Notice(slot: slot, sent: value, found: answer[slot]))
            }
        }
        if let answer { contact.copy.merge(answer) }
    }

    /// A fresh answer: settles the attempt, compares, and keeps the copy. An empty one says that the contact, which is to
    /// be made, is not there. Changes `theirs` where a part turns out to be our own.
    func receive(_ theirs: inout ServerView, at now: TimeInterval, in contact: inout OutboxContact) {
        // An entry that is reached stays known until its section is read.
        let things = contact.copy.things.union(contact.rows.keys).union(contact.attempt?.sent.map(\.slot) ?? [])
        findPart(in: &theirs, of: &contact)
        let refusal = contact.attempt?.refusal.flatMap { $0.from <= now ? $0 : nil }
        let attempt = contact.attempt
        if let attempt {
            if !theirs.isEmpty, attempt.sent.allSatisfy({ theirs.shows($0.slot) && isSame($0, theirs) }) {
                carriedOut(&contact)
            } else if refusal == nil, now < attempt.holdUntil {
                return
            } else {
                giveUp(attempt, theirs, now, &contact)
            }
        }
        compare(theirs, in: &contact)
        // All slots of one request are mended together.
        if let attempt, let refusal, !attempt.isOvertaken {
            for state in attempt.sent where contact.rows[state.slot]?.problem == nil {
                contact.rows[state.slot]?.problem = .refused(sentences: refusal.sentences)
            }
        }
        contact.copy.merge(theirs.withoutThings(besides: things))
    }

    /// Compares each row that no attempt covers. For each copy that is stored.
    func compare(_ theirs: ServerView, in contact: inout OutboxContact) {
        let former = contact.rows
        for (slot, row) in former where contact.attempt.map({ !$0.covers(slot) }) ?? true && theirs.shows(slot) {
            contact.rows[slot] = compared(row, slot, theirs, former)
        }
    }

    /// The server says that the contact is not there. Returns false for the end that a deletion wanted, and where nothing
    /// waits.
    func isWantedStill(_ contact: inout OutboxContact) -> Bool {
        guard !contact.isToBeDeleted, !contact.rows.isEmpty else { return false }
        contact.attempt = nil
        contact.isGone = true
        for slot in contact.rows.keys { contact.rows[slot]?.problem = .gone }
        return true
    }
}

extension Reconciler {
    private func isSame(_ state: SlotState, _ theirs: ServerView) -> Bool {
        reader.isSame(theirs[state.slot], state.value, in: state.slot)
    }

    private func expects(_ row: PendingChange, _ value: SlotValue?, in slot: Slot) -> Bool {
        // No user is replaced where the account has none, and no picture where there are initials.
        // A photo never changes, whichever name it has here.
        slot == .me && value == nil || slot == .avatar && value == .avatar(.initials) || slot.isPhoto && value != nil
            || row.expected.contains { $0.slot == slot && reader.isSame($0.value, value, in: slot) }
    }

    /// A part without an answer: the new part that says the sent value is ours.
    private func findPart(in theirs: inout ServerView, of contact: inout OutboxContact) {
        guard follows(.find), let attempt = contact.attempt else { return }
        for state in attempt.sent where state.value != nil && theirs[state.slot] == nil {
            guard case .part(let kind, let id) = state.slot else { continue }
            let found = theirs.values.filter {
                $0.key.list == .parts(kind) && !attempt.known.contains($0.key)
                    && reader.isSame($0.value, state.value, in: state.slot)
            }
            let numbers = found.keys.compactMap(\.partID)
            guard let other = numbers.min(), let remote = contact.parts.remote(of: other) else { continue }
            theirs.remove(.part(kind, other))
            theirs.show(state.slot, state.value)
            contact.parts.bind(id, to: remote, kind)
        }
    }

    /// The attempt is over, and was carried out in part or not at all. A slot that it was to leave alone, and did not,
    /// becomes a row.
    private func giveUp(_ attempt: Attempt, _ theirs: ServerView, _ now: TimeInterval, _ contact: inout OutboxContact) {
        contact.attempt = nil
        for state in attempt.sent where attempt.kept.contains(state.slot) && contact.rows[state.slot] == nil {
            guard theirs.shows(state.slot), !isSame(state, theirs) else { continue }
            let found = theirs[state.slot]
            contact.rows[state.slot] = PendingChange(
                base: found, wanted: state.value, expected: [SlotState(state.slot, found)], madeAt: now)
        }
    }

    /// The row after a comparison; nil when it is reached.
    private func compared(
        _ row: PendingChange, _ slot: Slot, _ theirs: ServerView, _ rows: [Slot: PendingChange]
    ) -> PendingChange? {
        let found = theirs[slot]
        if reader.isSame(found, row.wanted, in: slot) { return nil }
        var row = row
        let refusal = row.problem.flatMap { $0.isRefusal ? $0 : nil }
        if case .reminder(let day) = slot, theirs[.value(day)] == nil, rows[.value(day)]?.wanted == nil {
            return nil
        } else if slot == .existence, row.wanted == nil {
            let unseen = follows(.deletionSaw) ? unseen(theirs, by: row) : []
            row.base = .on
            row.problem = unseen.isEmpty ? refusal : .conflict(values: unseen)
        } else if expects(row, found, in: slot) {
            row.base = found
            row.problem = refusal
        } else {
            row.problem = .conflict(values: [SlotState(slot, found)])
        }
        return row
    }

    /// The values that the person had not seen at the deletion. Relationships, tags, pictures and sections do not
    /// count.
    private func unseen(_ theirs: ServerView, by deletion: PendingChange) -> [SlotState] {
        let unseen = theirs.values.filter { slot, value in
            switch slot {
            case .existence, .reminder, .tag, .avatar, .part(.relationship, _), .part(.photo, _): false
            case .part(let kind, _) where kind.section != nil: false
            default: !expects(deletion, value, in: slot)
            }
        }
        return unseen.map { SlotState($0.key, $0.value) }.sorted { $0.slot.stored < $1.slot.stored }
    }
}

extension PendingChange {
    /// The conflicting value of the slot, if the person saw it.
    fileprivate func shownConflict(of slot: Slot, in saw: [SlotState]) -> SlotState? {
        guard slot != .existence, case .conflict(let theirs)? = problem else { return nil }
        return theirs.first { saw.contains($0) }
    }
}

extension Slot {
    /// The number of a part.
    var partID: PartID? { if case .part(_, let id) = self { id } else { nil } }
    var isPhoto: Bool { if case .part(.photo, _) = self { true } else { false } }
    var isPart: Bool { partID != nil }
    /// Whether the stored sections have it.
    var isThing: Bool { if case .part(let kind, _) = self { kind.isThing } else { false } }
}
