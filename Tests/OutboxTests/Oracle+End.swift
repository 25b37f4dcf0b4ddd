import Model

@testable import Contacts

// The end.
extension Oracle {
    func person(_ uuid: String) -> ModelServer.Person? { server.people.values.first { $0.uuid == uuid } }
    /// Whether no server has the contact any more.
    func isDead(_ id: ContactID) -> Bool {
        numbers.allSatisfy { $0.value != id || person($0.key)?.deletedBy != nil || person($0.key) == nil }
    }
    func isDead(_ value: SlotValue?) -> Bool {
        value?.localContacts.contains(where: isDead) ?? false
    }

    func checkEnd(_ spot: Spot, _ intent: Intent) {
        let (slot, last) = (spot.slot, history[spot]?.last?.writer ?? .start)
        let none = slot == .avatar ? SlotValue.avatar(.initials) : nil
        let wanted = intent.value == .text("ODD") ? .text("odd") : intent.value ?? none
        if slot == .me {
            let found = local(server.user.map { .person(.remote(RemoteID($0))) })
            let isTheirs = (intent.isBack || had(spot, wanted)) && last != .us
            if found != wanted, !isDead(wanted), !isTheirs { complain("lost me", spot, wanted, found) }
            return
        }
        let person = person(spot.uuid)
        if slot == .existence {
            let isThere = person.map { $0.deletedBy == nil } ?? false
            let isTold = person?.deletedBy == .other || person != nil && goneContacts.contains(spot.uuid)
            if isThere != (wanted != nil), wanted == nil || !isTold { complain("existence is otherwise", spot, wanted) }
            return
        }
        if let existence = intents[Spot(uuid: spot.uuid, slot: .existence)]?.last, existence.value == nil { return }
        guard let person else { return complain("no contact", spot, wanted) }
        let found = local(person.values[slot])
        if person.deletedBy != nil {
            let isTold = person.deletedBy != .other || goneContacts.contains(spot.uuid) || intent.isBack
            if slot == .yearly || isTold || found == wanted || had(spot, wanted) || isDead(wanted) { return }
            if !isEqualToTheirs(spot) { complain("vanished", spot, wanted) }
        } else if slot == .yearly {
            let isTheirs = was(spot, by: .other) || was(Spot(uuid: spot.uuid, slot: .birthday), by: .other)
            if found != wanted, person.values[.birthday] != nil, !isTheirs { complain("reminder lost", spot, wanted) }
        } else {
            checkValue(spot, intent, wanted, found, last)
        }
    }

    func checkValue(
        _ spot: Spot, _ intent: Intent, _ wanted: SlotValue?, _ found: SlotValue?, _ last: ModelServer.Writer
    ) {
        if found == wanted || found == .text("odd") || noticed.contains(spot) || server.twice.contains(spot) { return }
        if isCleared(spot, found) { return }
        let wasThere = intent.isBack || had(spot, wanted)
        // A reminder that went with its day is kept.
        let isLost = spot.slot.kind == .reminder && last == .cascade && !gaps.contains(spot)
        if isDead(wanted) || wasThere && (last == .other || last == .cascade) && !isLost { return }
        if spot.slot == .place, intent.isBack || last == .other && was(spot, by: .us) { return }
        let isTheirs = intent.isBack || history[spot]?.contains { $0.writer == .other && $0.value == found } ?? false
        if gaps.contains(spot) || kept.contains(spot), last == .us, isTheirs { return }
        // Removed from the other page.
        if spot.slot.kind == .relationship, spot.slot.isNative, found == nil, last == .us { return }
        if isEqualToTheirs(spot) { return count("an equal part of another client taken for ours") }
        // Made anew from the other page.
        let rows = person(spot.uuid)?.parts[.relationship] ?? [:]
        let isRelationship = spot.slot.kind == .relationship
        if isRelationship, let other = wanted?.localContacts.first,
            rows.values.contains(where: { local($0.value)?.localContacts == [other] })
        {
            return
        }
        if isDoubled(spot) { return count("a part twice, which another client changed") }
        complain("lost", spot, wanted, found)
    }

    /// Whether another client had a part that says the same.
    func isEqualToTheirs(_ spot: Spot) -> Bool {
        guard let kind = spot.slot.kind, let list = intents[spot] else { return false }
        return history.contains { other, changes in
            other.uuid == spot.uuid && other.slot.kind == kind
                && changes.contains { change in
                    change.writer == .other && change.value != nil && list.contains { $0.value == change.value }
                }
        }
    }

    /// A reminder stays unless it was set.
    func checkReminders() {
        for person in server.living where person.values[.birthday] != nil {
            let spots = [Slot.yearly, .birthday].map { Spot(uuid: person.uuid, slot: $0) }
            guard let was = reminded[person.uuid], intents[spots[0]] == nil else { continue }
            let isFree =
                intents[spots[1]]?.contains { $0.value == nil } ?? false || spots.contains { self.was($0, by: .other) }
            if !isFree, (person.values[.yearly] != nil) != was { complain("reminder changed", spots[0]) }
        }
    }

    /// A reminder that went with a write of the birthday is there again.
    func checkKept() {
        for (spot, changes) in history where spot.slot.kind == .reminder && changes.last?.writer == .cascade {
            guard let person = person(spot.uuid), person.deletedBy == nil, !gaps.contains(spot) else { continue }
            // The person removed it, or gave the new one up.
            if let last = intents[spot]?.last, last.value == nil { continue }
            complain("a reminder went with its day", spot, changes.dropLast().last?.value)
        }
    }

    /// A photo from here is shown, or was, or its removal was taken back.
    func checkPhotos() {
        for person in server.living {
            let avatar = Spot(uuid: person.uuid, slot: .avatar)
            for part in (person.parts[.photo] ?? [:]).values where !part.tag.isNative {
                guard let id = part.tag.partID, !had(avatar, .avatar(.photo(id))) else { continue }
                let spot = Spot(uuid: person.uuid, slot: part.tag)
                if let last = intents[spot]?.last, last.isBack, last.value != nil { continue }
                complain("unused photo", spot)
            }
        }
    }

    func checkQuestions() {
        for (spot, values) in asked {
            if values.contains(where: { $0.value == .text("odd") }) {
                count("asked since the server keeps it otherwise")
            } else if spot.slot == .existence {
                let isTheirs = history.keys.contains { $0.uuid == spot.uuid && was($0, by: .other) }
                if !isTheirs { complain("needless question", spot) }
            } else if !was(spot, by: .other), !was(spot, by: .cascade), !isDoubled(spot), !isEqualToTheirs(spot) {
                complain("needless question", spot)
            }
        }
    }

    /// After each transaction: the shown value never returns to a former one, and no part shows twice.
    func look() {
        for entry in server.log[lookedAt...] where entry.writer != .us { others.insert(entry.spot) }
        lookedAt = server.log.count
        let contacts = world.client.store.contacts.values.filter { !$0.isGone && $0.id != OutboxContact.account }
        for contact in contacts where !others.contains(Spot(uuid: contact.uuid, slot: .existence)) {
            let shown = contact.shown
            for (spot, list) in intents where spot.uuid == contact.uuid && !others.contains(spot) {
                let isPlain =
                    ![.existence, .yearly, .avatar].contains(spot.slot)
                    && ![.relationship, .photo].contains(spot.slot.kind)
                // An equal part of another client may be taken for ours, and change with it.
                let mayBeTheirs = list.contains { $0.value?.isCommon ?? false }
                guard isPlain, let last = list.last?.value, last != .text("ODD"), !mayBeTheirs,
                    shown[spot.slot] != .text("odd"),
                    shown[spot.slot] != last
                else {
                    continue
                }
                if flickered.insert(spot).inserted {
                    complain("goes back in what is shown", spot, last, shown[spot.slot])
                }
            }
            let parts = shown.filter { slot, value in
                ([.field, .address].contains(slot.kind) || slot.isThing) && !value.isCommon
            }
            for (slot, value) in parts
            where slot.isNative && parts.contains(where: { !$0.key.isNative && $0.value == value }) {
                let spot = Spot(uuid: contact.uuid, slot: slot)
                if flickered.insert(spot).inserted { complain("shows a part twice", spot, value) }
            }
        }
    }

    /// The contacts of the client, each with its view of the server.
    private func views() -> [(OutboxContact, ServerView)] {
        world.client.store.contacts.values.compactMap { contact -> (OutboxContact, ServerView)? in
            guard let number = contact.remote?.number, let person = server.person(number) else { return nil }
            var parts = world.client.store.parts
            let reading = ModelPlanner.Reading(person: person)
            return (contact, ModelPlanner().view(reading, parts: &parts, names: world.client))
        }
    }

    /// When nothing waits: the copies show the values that were written last from here.
    func checkFreshness() {
        let writers = Dictionary(server.log.map { ($0.spot, $0.writer) }, uniquingKeysWith: { $1 })
        for (contact, theirs) in views() {
            for (slot, value) in theirs.values where slot != .yearly && contact.copy[slot] != value {
                let spot = Spot(uuid: contact.uuid, slot: slot)
                if writers[spot] == .us { complain("stale after a write", spot, value, contact.copy[slot]) }
            }
        }
    }

    func checkCopies() {
        let copies = world.client.store.contacts.values.filter { $0.id != OutboxContact.account }
        let (have, there) = (Set(copies.map(\.remote)), Set(server.living.map { RemoteID($0.id) }))
        if have != there || copies.count != there.count { bad.append("shows other contacts (\(have), \(there))") }
        for (contact, theirs) in views() {
            // The other lists are not read with the contact.
            let slots = Set(theirs.values.keys).union(contact.copy.values.keys).filter {
                let isOfCopy = $0.kind == nil || $0.kind == .field || $0.kind == .relationship
                return isOfCopy && $0 != .yearly && $0 != .place && theirs[$0] != contact.copy[$0]
            }
            if !slots.isEmpty { bad.append("stale copy (\(contact.uuid) \(slots.map(\.stored).sorted()))") }
        }
    }
}
