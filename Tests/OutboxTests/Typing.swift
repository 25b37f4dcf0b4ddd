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
        let text = dice.chance(0.06) ? dice.pick(["BAD", "ERR"]) : dice.pick(["p\(client.world.newNumber())", "p1"])
        let chance = dice.next()
        if chance < 0.5 || mine.isEmpty { return (.part(kind, PartID(client.world.newNumber())), .part(kind, text)) }
        return (dice.pick(mine), chance < 0.75 ? .part(kind, text) : nil)
    }

    private func relation(_ id: ContactID, _ shown: [Slot: SlotValue]) -> (Slot, SlotValue?)? {
        let mine = slots(.relationship, shown)
        if !mine.isEmpty, dice.chance(0.4) { return (dice.pick(mine), nil) }
        let others = client.store.contacts.values.filter {
            ![0, id.rawValue].contains($0.id.rawValue) && !$0.isGone && !$0.isToBeDeleted
        }
        guard !others.isEmpty else { return nil }
        let other = dice.pick(others.map(\.id).sorted())
        return (.part(.relationship, PartID(client.world.newNumber())), .relation(.local(other)))
    }
}
