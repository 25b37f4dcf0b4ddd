import Model

@testable import Contacts

/// Knows the values that the person saw and last wanted, and the server's log. It knows nothing of the client.
final class Oracle {
    typealias Spot = ModelServer.Spot
    struct Intent { let value: SlotValue?, isBack: Bool }
    struct Change { let writer: ModelServer.Writer, value: SlotValue? }

    unowned let world: World
    /// The numbers of contacts by UUID; several UUIDs may be of one contact.
    var numbers: [String: ContactID] = [:]
    /// Of the contacts at the start: whether there was a reminder.
    var reminded: [String: Bool] = [:]
    var asked: [(spot: Spot, values: [SlotState])] = []
    var counts: [String: Int] = [:]
    var intents: [Spot: [Intent]] = [:], seen: [Spot: Set<SlotValue?>] = [:]
    var goneContacts: Set<String> = [], noticed: Set<Spot> = [], gaps: Set<Spot> = []
    /// The reminders that the client put back.
    var kept: Set<Spot> = []
    var history: [Spot: [Change]] = [:], bad: [String] = []
    /// The slots that another client changed, as far as the log was read.
    var others: Set<Spot> = [], lookedAt = 0, flickered: Set<Spot> = []

    init(_ world: World) { self.world = world }

    func count(_ name: String) { counts[name, default: 0] += 1 }

    /// The person wants a value; `isBack` for the return to a former one.
    func want(_ uuid: String, _ slot: Slot, _ value: SlotValue?, saw: [SlotValue?], isBack: Bool = false) {
        world.later { [self] in
            world.trace("person: \(uuid) \(slot) := \(String(describing: value))\(isBack ? " (back)" : "")")
            intents[Spot(uuid: uuid, slot: slot), default: []].append(Intent(value: value, isBack: isBack))
            seen[Spot(uuid: uuid, slot: slot), default: []].formUnion(saw)
        }
    }
    func see(_ uuid: String, _ slot: Slot, _ values: [SlotValue?]) {
        world.later { [self] in seen[Spot(uuid: uuid, slot: slot), default: []].formUnion(values) }
    }
    /// The person wants nothing more of the slot, or of all.
    func kill(_ uuid: String, _ slot: Slot? = nil) {
        world.later { [self] in
            for spot in intents.keys where spot.uuid == uuid && (slot == nil || slot == spot.slot) {
                seen[spot, default: []].formUnion((intents.removeValue(forKey: spot) ?? []).map(\.value))
            }
        }
    }
    func told(_ uuid: String) { world.later { [self] in goneContacts.insert(uuid) } }
    func notice(_ uuid: String, _ notice: Notice) {
        world.later { [self] in noticed.insert(Spot(uuid: uuid, slot: notice.slot)) }
    }

    /// The client puts a reminder back as it was before a write of its day.
    func keep(_ uuid: String, _ slot: Slot) {
        world.later { [self] in
            count("a reminder put back after a write of its day")
            kept.insert(Spot(uuid: uuid, slot: slot))
        }
    }

    func complaints() -> [String] {
        bad += world.server.doubled.map { "doubled \($0)" } + world.server.broken
        checkLog()
        for (spot, list) in intents { if let last = list.last { checkEnd(spot, last) } }
        checkReminders()
        checkKept()
        checkPhotos()
        checkQuestions()
        if world.client.store.contacts.values.allSatisfy(\.rows.isEmpty) { checkCopies() }
        return bad.sorted()
    }
}

// The log.
extension Oracle {
    var server: ModelServer { world.server }
    /// All values that the person wanted or saw.
    func known(_ spot: Spot) -> Set<SlotValue?> {
        let none = spot.slot == .avatar ? SlotValue.avatar(.initials) : nil
        return (seen[spot] ?? []).union((intents[spot] ?? []).map { $0.value ?? none })
    }
    func complain(_ text: String, _ spot: Spot, _ values: SlotValue?...) {
        bad.append("\(text) (\(spot.uuid) \(spot.slot.stored) \(values))")
    }
    /// The client takes the first of two rows for another client's.
    func isDoubled(_ spot: Spot) -> Bool {
        spot.slot.isNative && server.twice.contains { $0.uuid == spot.uuid } || isStray(spot)
    }
    /// Another client changed the part before it was found here.
    private func isStray(_ spot: Spot) -> Bool {
        server.touched.contains { other in
            guard let part = other.slot.partID, !other.slot.isNative, other.uuid == spot.uuid else { return false }
            return (other == spot || spot.slot.isNative) && world.client.store.parts.remote(of: part) == nil
        }
    }
    /// With the other contacts by their numbers here.
    func local(_ value: SlotValue?) -> SlotValue? {
        value?.naming { other in
            guard case .remote(let remote) = other, let person = remote.number.flatMap({ server.people[$0] }) else {
                return nil
            }
            return numbers[person.uuid].map { .local($0) }
        }
    }
    func was(_ spot: Spot, by writer: ModelServer.Writer) -> Bool {
        history[spot]?.contains { $0.writer == writer } ?? false
    }
    func had(_ spot: Spot, _ value: SlotValue?) -> Bool {
        history[spot]?.contains { $0.value == value } ?? false
    }

    func checkLog() {
        // Both rows of a relationship go at one moment.
        let asked = Set(
            server.log.filter { $0.spot.slot.kind == .relationship && $0.new == nil && known($0.spot).contains(nil) }
                .map(\.time))
        var times: [Spot: Double] = [:]
        for entry in server.log {
            let (spot, old, new) = (entry.spot, local(entry.old), local(entry.new))
            let last = history[spot]?.last?.writer ?? .start
            let isReverse = spot.slot.kind == .relationship && new != nil && spot.slot.isNative && history[spot] == nil
            let isOurs = entry.writer == .us && ![.yearly, .place].contains(spot.slot) && old != new && !isReverse
            if isOurs, spot.slot == .existence, new == nil {
                checkDeletion(entry, times)
            } else if isOurs {
                if last == .other, times[spot] ?? -1 > entry.readAt {
                    count("another client between reading and write")
                    gaps.insert(spot)
                } else if !(spot.slot.kind == .relationship && new == nil && asked.contains(entry.time)) {
                    checkChange(spot, old, new, last)
                }
            } else if spot.slot.kind == .reminder, entry.writer == .cascade, last == .other,
                times[spot] ?? -1 > entry.readAt
            {
                gaps.insert(spot)
            }
            times[spot] = entry.time
            history[spot, default: []].append(Change(writer: entry.writer, value: new))
        }
    }

    func checkChange(_ spot: Spot, _ old: SlotValue?, _ new: SlotValue?, _ last: ModelServer.Writer) {
        let known = known(spot)
        if server.twice.contains(spot) || isDoubled(spot) { return count("a part twice, which another client changed") }
        let isMade = old == nil && known.contains { $0?.ticked(false) == new }
        let comesBack = kept.contains(spot) && new != nil && had(spot, new)
        if new != .text("odd"), !known.contains(new), !isMade, !comesBack, !isCleared(spot, new) {
            let isEqual =
                spot.slot.isNative
                && intents.contains { other, list in
                    other.uuid == spot.uuid && other.slot.kind == spot.slot.kind && list.contains { $0.value == old }
                }
            if isEqual { return count("an equal part of another client taken for ours") }
            return complain("changed unasked", spot, old, new)
        }
        if last != .other || spot.slot.isTag || spot.slot == .existence || known.contains(old) { return }
        if spot.slot == .me, old == nil || known.contains(where: { local($0) == old }) { return }
        // No picture is lost with the initials.
        if spot.slot == .avatar, old == .avatar(.initials) || isCleared(spot, new) { return }
        if kept.contains(spot) { return count("another client changed a reminder beside a write of its day") }
        complain("lost update", spot, old, new)
    }

    /// An avatar becomes the initials when its photo is removed.
    func isCleared(_ spot: Spot, _ new: SlotValue?) -> Bool {
        guard spot.slot == .avatar, new == .avatar(.initials) else { return false }
        return intents.contains { other, list in
            other.uuid == spot.uuid && other.slot.kind == .photo && list.contains { $0.value == nil }
        }
    }

    func checkDeletion(_ entry: ModelServer.Entry, _ times: [Spot: Double]) {
        let uuid = entry.spot.uuid
        if !known(entry.spot).contains(nil) { return complain("deleted unasked", entry.spot) }
        if intents[entry.spot]?.last?.value != nil, intents[entry.spot] != nil, !goneContacts.contains(uuid) {
            complain("deleted though taken back", entry.spot)
        }
        for (spot, changes) in history where spot.uuid == uuid && changes.last?.writer == .other {
            let slot = spot.slot
            let isUncounted = slot.kind != nil && slot.kind != .field
            if slot == .yearly || slot == .place || slot == .avatar || slot.isTag || isUncounted {
                continue
            }
            if times[spot] ?? -1 > entry.readAt {
                count("another client between reading and write")
            } else if let value = changes.last?.value, !(seen[spot]?.contains(value) ?? false),
                !server.touched.contains(spot),
                !intents.contains(where: { other, list in
                    other.uuid == uuid && other.slot.kind == .field && list.contains { $0.value == value }
                })
            {
                complain("deleted an unseen change", spot, value)
            }
        }
    }
}
