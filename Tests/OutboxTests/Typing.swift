import Model

@testable import Contacts

/// The values that a person types.
struct Typing {
    let client: ModelClient
    let dice: Dice

    private func value(_ slot: Slot) -> SlotValue? {
        if slot == .birthday, dice.chance(0.12) { return .text(dice.pick(["BAD", "BAD", "ERR"])) }
        if slot == .about, dice.chance(0.05) { return .text("ODD") }
        if [.about, .birthday, .job, .met].contains(slot), dice.chance(0.15) { return nil }
        return .text("v\(client.world.newNumber())")
    }

    func wishes(
        _ id: ContactID, _ shown: [Slot: SlotValue], isNew: Bool = false, knowsReminder: Bool = true
    ) -> [(Slot, SlotValue?)] {
        var wishes: [(Slot, SlotValue?)] = []
        for slot in Slot.person + Slot.work + [.met] {
            let share = Slot.person.contains(slot) ? 0.3 : 0.12
            if slot == .name && isNew || dice.chance(share) { wishes.append((slot, value(slot))) }
        }
        if wishes.contains(where: { $0.0 == .met }) {
            wishes.append((.place, dice.chance(0.5) ? shown[.place] : .text("w\(client.world.newNumber())")))
        }
        let day = wishes.last { $0.0 == .birthday }.map { $0.1 } ?? shown[.birthday]
        if day != nil, knowsReminder, !isNew || wishes.contains(where: { $0.0 == .birthday }), dice.chance(0.25) {
            wishes.append((.yearly, shown[.yearly] == nil ? .on : nil))
        } else if day == nil, shown[.yearly] != nil {
            wishes.append((.yearly, nil))
        }
        if dice.chance(0.35) { wishes.append(part(.field, shown)) }
        if dice.chance(0.1) { wishes.append(part(.address, shown)) }
        if dice.chance(0.15) { wishes.append((.tag(dice.pick(["T", "U"])), shown[.tag("T")] == nil ? .on : nil)) }
        if dice.chance(0.15), let wish = relation(id, shown) { wishes.append(wish) }
        return wishes.filter { $0.1 != shown[$0.0] }
    }

    private func slots(_ kind: PartKind, _ shown: [Slot: SlotValue]) -> [Slot] {
        shown.keys.filter { $0.kind == kind }.sorted { $0.stored < $1.stored }
    }

    private func part(_ kind: PartKind, _ shown: [Slot: SlotValue]) -> (Slot, SlotValue?) {
        let mine = slots(kind, shown)
        let new = "p\(client.world.newNumber())"
        // Equal reminders change places when one of them goes with its day.
        let texts = kind == .reminder ? [new] : [new, "p1"]
        let text = dice.pick(dice.chance(0.06) ? ["BAD", "ERR"] : texts)
        let chance = dice.next()
        if chance < 0.5 || mine.isEmpty { return (newPart(kind), .part(kind, text)) }
        return (dice.pick(mine), chance < 0.75 ? .part(kind, text) : nil)
    }

    private func relation(_ id: ContactID, _ shown: [Slot: SlotValue]) -> (Slot, SlotValue?)? {
        let mine = slots(.relationship, shown)
        if !mine.isEmpty, dice.chance(0.4) { return (dice.pick(mine), nil) }
        guard let other = other(than: id) else { return nil }
        return (newPart(.relationship), .relation(.local(other)))
    }

    private func other(than id: ContactID) -> ContactID? {
        let others = client.store.contacts.values.filter {
            ![0, id.rawValue].contains($0.id.rawValue) && !$0.isGone && !$0.isToBeDeleted
        }
        return others.isEmpty ? nil : dice.pick(others.map(\.id).sorted())
    }

    private func newPart(_ kind: PartKind) -> Slot { .part(kind, PartID(client.world.newNumber())) }

    /// An entry of a section is added, changed, ticked or removed.
    func entry(_ id: ContactID, _ shown: [Slot: SlotValue]) -> [(Slot, SlotValue?)] {
        let kind = dice.pick([PartKind.task, .activity, .reminder, dice.pick(PartKind.things)])
        var (slot, value) = part(kind, shown)
        guard let typed = value else { return [(slot, nil)] }
        if kind == .activity, let other = other(than: id), dice.chance(0.6) {
            value = typed.attended(by: [.local(other)])
        } else if kind == .task, let former = shown[slot], dice.chance(0.5) {
            value = former.ticked(dice.chance(0.7))
        } else {
            value = typed.attended(by: shown[slot]?.namedContacts ?? []).ticked(dice.chance(0.3))
        }
        return value == shown[slot] ? [] : [(slot, value)]
    }

    /// Another picture is shown, or a photo is removed. A photo that was to be shown, and is not yet, goes.
    func photo(_ contact: OutboxContact, _ there: [PartID]) -> (wishes: [(Slot, SlotValue?)], removed: PartID?) {
        let chance = dice.next()
        if chance < 0.2, !there.isEmpty {
            let photo = dice.pick(there)
            let slot = Slot.part(.photo, photo)
            let instead = contact.avatar(without: photo).map { avatar($0, contact) } ?? []
            return (instead.filter { $0.0 != slot } + [(slot, nil)], photo)
        }
        if chance < 0.3 { return (avatar(.initials, contact), nil) }
        if chance < 0.5, !there.isEmpty { return (avatar(.photo(dice.pick(there)), contact), nil) }
        return (newPhoto(contact), nil)
    }

    func newPhoto(_ contact: OutboxContact) -> [(Slot, SlotValue?)] {
        let name = dice.chance(0.12) ? dice.pick(["BAD", "ERR", "hidden\(client.world.newNumber())"]) : nil
        let slot = newPart(.photo)
        guard let id = slot.partID else { return [] }
        return [(slot, .part(.photo, name ?? "f\(client.world.newNumber())"))] + avatar(.photo(id), contact)
    }

    private func avatar(_ value: AvatarValue, _ contact: OutboxContact) -> [(Slot, SlotValue?)] {
        let inVain = client.world.on("photoInVain") ? contact.photoInVain(for: value) : nil
        return [(.avatar, .avatar(value))] + [inVain].compactMap(\.self).map { ($0, nil) }
    }
}
