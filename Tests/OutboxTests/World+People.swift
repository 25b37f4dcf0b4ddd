import Model

@testable import Contacts

// The person.
extension World {
    typealias Receipt = [(slot: Slot, before: SlotValue?, after: SlotValue?)]

    func act(_ dice: Dice) throws {
        let chance = dice.next()
        let ids = client.store.contacts.values.filter { $0.id.rawValue != 0 && !$0.isGone && !$0.isToBeDeleted }
        if chance < 0.17 || ids.isEmpty { return try make(dice) }
        let id = dice.pick(ids.map(\.id).sorted())
        switch chance {
        case ..<0.46: try open(id, dice)
        case ..<0.54: try openSection(id, dice)
        case ..<0.62: try showPhotos(id, dice)
        case ..<0.7:
            if client.store.forms[id] == nil {
                try put(id, [(.existence, nil)], dice, notBefore: now + 20, undo: 0.5)
            }
        case ..<0.76: try put(OutboxContact.account, [(.me, dice.chance(0.67) ? .person(.local(id)) : nil)])
        case ..<0.84:
            let rows = client.store.contacts.values.flatMap { contact in
                contact.rows.keys.filter {
                    $0 == .existence || !contact.isToBeDeleted && ($0.kind != .photo || contact.line(of: $0) == [$0])
                }.map { (contact.id, $0) }
            }
            if !rows.isEmpty {
                let (id, slot) = dice.pick(rows.sorted { ($0.0, $0.1.stored) < ($1.0, $1.1.stored) })
                try drop(id, slot)
            }
        case ..<0.94: try answer(dice)
        default:
            guard let number = client.remote(of: id)?.number else { return }
            process(after: 0) { [self] in try client.look(id, number) {} }
        }
    }

    private func make(_ dice: Dice) throws {
        let id = newContact()
        let contact = OutboxContact(id: id, remote: nil, uuid: "u\(id.rawValue)")
        client.store.contacts[id] = contact
        oracle.numbers[contact.uuid] = id
        do {
            let typing = Typing(client: client, dice: dice)
            let photo = dice.chance(0.2) ? typing.newPhoto(contact) : []
            try put(id, [(.existence, .on)] + typing.wishes(id, [:], isNew: true) + photo, dice)
        } catch {
            if client.store.contacts[id]?.rows.isEmpty ?? false { client.store.contacts[id] = nil }
            throw error
        }
    }

    private func open(_ id: ContactID, _ dice: Dice) throws {
        guard client.store.forms[id] == nil, let contact = client[id] else { return }
        // The form reads the reminder.
        let number = contact.remote?.number
        if let person = number.flatMap({ server.people[$0] }), contact.rows[.yearly] == nil, contact.attempt == nil {
            client.store.contacts[id]?.copy.show(.yearly, person.values[.yearly])
        }
        guard let read = client[id] else { return }
        let isReminderKnown = read.copy.shows(.yearly) || read.rows[.yearly] != nil
        var wishes = Typing(client: client, dice: dice).wishes(id, read.shown, knowsReminder: isReminderKnown)
        for (slot, row) in read.rows.sorted(by: { $0.key.stored < $1.key.stored })
        where ![.existence, .avatar].contains(slot) && !slot.isThing {
            guard case .conflict(let theirs)? = row.problem, dice.chance(0.3) else { continue }
            wishes = wishes.filter { $0.0 != slot } + [(slot, theirs.first?.value)]
        }
        try type(wishes, read, dice)
    }

    /// The form has the wishes, and is saved some time later.
    func type(_ wishes: [(Slot, SlotValue?)], _ read: OutboxContact, _ dice: Dice) throws {
        let id = read.id
        let typed = wishes.map { slot, value in
            ModelClient.Typed(
                slot: slot, wanted: value, base: read.rows[slot].map(\.base) ?? read.copy[slot],
                saw: saw(slot, of: read))
        }
        guard !typed.isEmpty else { return }
        try client.transaction {
            client.store.forms[id] = typed
            for field in typed { oracle.see(read.uuid, field.slot, [field.saw[0], read.copy[field.slot]]) }
        }
        process(after: dice.pick([0.1, 0.1, 3, 20, 100, 300])) { [self] in try save(id, dice) }
    }

    /// The shown value, and the server's beside it.
    private func saw(_ slot: Slot, of contact: OutboxContact) -> [SlotValue?] {
        guard case .conflict(let theirs)? = contact.rows[slot]?.problem else { return [contact.shown[slot]] }
        return [contact.shown[slot]] + theirs.map(\.value)
    }

    func save(_ id: ContactID, _ dice: Dice) throws {
        guard isUp, let form = client.store.forms[id] else { return }
        guard client.store.contacts[id]?.isToBeDeleted != true else { return client.store.forms[id] = nil }
        oracle.count("saves")
        try put(id, form.map { ($0.slot, $0.wanted) }, dice, form: form)
    }

    /// One transaction: a form, a deletion, Undo, Drop.
    func put(
        _ id: ContactID, _ wishes: [(Slot, SlotValue?)], _ dice: Dice? = nil, form: [ModelClient.Typed]? = nil,
        notBefore: Double = 0, undo: Double = 0.3, isBack: Bool = false, unwanted: Set<Slot> = []
    ) throws {
        guard let uuid = client[id]?.uuid else { return }
        var receipt: Receipt = []
        try client.transaction {
            guard var contact = client[id] else { return }
            let shown = contact.shown
            for (number, (slot, value)) in wishes.enumerated() {
                var base = contact.copy[slot]
                var saw = isBack ? [shown[slot]] : saw(slot, of: contact)
                let told = form?[number].saw ?? saw
                if let form, on("formBase") { (base, saw) = (form[number].base, form[number].saw) }
                oracle.see(uuid, slot, told)
                let conflict = contact.rows[slot]?.problem
                if slot == .me { oracle.see(uuid, slot, [nil]) }
                var states = saw.map { SlotState(slot, $0) }
                if slot == .existence, value == nil {
                    states = contact.seen
                    base = contact.remote == nil ? nil : .on
                    for state in states { oracle.see(uuid, state.slot, [state.value]) }
                }
                receipt.append((slot, shown[slot], value))
                let isHeld = value == nil && (slot == .existence || slot.kind == .photo)
                client.reconciler.set(
                    slot, to: value, base: base, saw: states, at: now, notBefore: isHeld ? notBefore : 0, in: &contact)
                if !unwanted.contains(slot) {
                    oracle.want(
                        uuid, slot, value, saw: slot == .existence ? [] : [told[0], nil],
                        isBack: isBack || value == base)
                }
                let isChoice =
                    told.count > 1 && conflict == .conflict(values: [SlotState(slot, value)]) && told[1] == value
                if isChoice, contact.rows[slot] != nil, contact.attempt?.covers(slot) != true {
                    oracle.complain("a choice waits", Oracle.Spot(uuid: uuid, slot: slot))
                }
                if slot.kind == .relationship, value == nil { dropReverse(contact, slot) }
                let day = wishes.last { $0.0 == .birthday }.map { $0.1 } ?? shown[.birthday]
                // There is nothing to remind of.
                if slot == .yearly, value != nil, day == nil { oracle.kill(uuid, slot) }
                if slot == .birthday, value == nil, isBack {
                    let reminder = oracle.intents[Oracle.Spot(uuid: uuid, slot: .yearly)]?.last?.value
                    let isLater = reminder != nil && !wishes.contains { $0.0 == .yearly }
                    if isLater { oracle.count("a later reminder goes with the undo of its birthday") }
                    oracle.kill(uuid, .yearly)
                }
            }
            if form != nil { client.store.forms[id] = nil }
            client.keep(contact)
            if client.store.contacts[id] == nil { oracle.kill(uuid) }
        }
        oracle.count("transactions")
        guard let dice, dice.chance(undo) else { return }
        let delay = dice.chance(0.5) ? dice.uniform(0.1, 10) : dice.uniform(10, notBefore > 0 ? 18 : 400)
        process(after: delay) { [self] in try self.undo(id, receipt, uuid) }
    }

    private func undo(_ id: ContactID, _ receipt: Receipt, _ uuid: String) throws {
        guard isUp, !isFinal, let contact = client[id], !contact.isGone, contact.uuid == uuid else { return }
        if receipt[0].slot == .existence, receipt[0].after == nil {
            guard contact.isToBeDeleted, let row = contact.rows[.existence], now < row.notBefore else { return }
        } else if contact.isToBeDeleted || client.store.forms[id] != nil {
            return
        }
        // Nothing brings the photos of others back.
        let lost = receipt.first { $0.slot.kind == .photo && $0.slot.isNative && $0.after == nil }?.slot
        if let lost, (contact.rows[lost]?.notBefore ?? 0) <= now { return }
        let shown = contact.shown
        var back = receipt.reversed().filter { shown[$0.slot] == $0.after || !on("undoShown") }.map {
            ($0.slot, $0.before)
        }
        if receipt[0].slot == .existence, receipt[0].after != nil { back = [(.existence, nil)] }
        if on("photoInVain"), back.contains(where: { $0.0 == .avatar }), let photo = contact.photoInVain(for: nil),
            !receipt.contains(where: { $0.slot == photo })
        {
            back.append((photo, nil))
        }
        trace("person: undo \(receipt)")
        // A slot that was set again since is not to be set back.
        let unwanted = Set(receipt.filter { shown[$0.slot] != $0.after }.map(\.slot)).subtracting([.existence])
        if !back.isEmpty { try put(id, back, isBack: true, unwanted: unwanted) }
    }

    private func drop(_ id: ContactID, _ slot: Slot) throws {
        guard let contact = client[id], let row = contact.rows[slot] else { return }
        trace("person: drops \(id.rawValue) \(slot)")
        if slot == .existence, row.wanted != nil {
            return contact.isGone ? try letGo(id) : try put(id, [(.existence, nil)])
        }
        let line = on("oneLine") ? contact.line(of: slot) : [slot]
        try client.transaction {
            guard var contact = client[id] else { return }
            for other in line where other.kind == .photo && other != slot { forget(other, &contact) }
            for slot in [slot] + line.filter({ $0 != slot && $0.kind != .photo }) {
                guard let row = contact.rows[slot] else { continue }
                oracle.want(contact.uuid, slot, row.base, saw: [], isBack: true)
                client.reconciler.set(slot, to: row.base, base: row.base, at: now, in: &contact)
            }
            client.keep(contact)
        }
    }

    /// The photo that was to be shown goes.
    private func forget(_ photo: Slot, _ contact: inout OutboxContact) {
        let base = contact.rows[photo].map(\.base) ?? contact.copy[photo]
        oracle.want(contact.uuid, photo, nil, saw: [contact.shown[photo]], isBack: true)
        let saw = [SlotState(photo, contact.shown[photo])]
        client.reconciler.set(photo, to: nil, base: base, saw: saw, at: now, in: &contact)
    }

    private func letGo(_ id: ContactID) throws {
        guard let uuid = client[id]?.uuid else { return }
        oracle.kill(uuid)
        try client.transaction { client.forget(id) }
    }

    /// Looks at one change that needs the person.
    func answer(_ dice: Dice) throws {
        let lines = client.store.contacts.values.flatMap { contact in
            contact.rows.filter { slot, row in
                (row.problem != nil || client.problem(slot, row, of: contact) == .gone)
                    && (!contact.isToBeDeleted || slot == .existence) && client.store.forms[contact.id] == nil
            }.map { (contact.id, $0.key) }
        }
        guard !lines.isEmpty else { return }
        let (id, slot) = dice.pick(lines.sorted { ($0.0, $0.1.stored) < ($1.0, $1.1.stored) })
        guard let contact = client[id], let row = contact.rows[slot] else { return }
        let (isMine, problem) = (dice.chance(0.5), client.problem(slot, row, of: contact))
        trace("person: answers \(id.rawValue) \(slot) \(String(describing: problem)) \(isMine)")
        if contact.isGone { return isMine ? try makeAgain(contact) : try letGo(id) }
        if problem == .gone { return try drop(id, slot) }
        if case .conflict(let theirs)? = row.problem { return try choose(contact, slot, theirs, isMine, dice) }
        oracle.count("refused")
        let bad = contact.rows.filter { ($0.value.wanted?.isBad ?? false) || ($0.value.wanted?.isFatal ?? false) }
        if bad.isEmpty, slot == .yearly || Slot.person.contains(slot), faults == 0, problem != .refused(sentences: []) {
            oracle.complain("refused although it was mended", Oracle.Spot(uuid: contact.uuid, slot: slot))
        }
        guard isMine else { return try drop(id, slot) }
        if let slot = bad.keys.min(by: { $0.stored < $1.stored }) {
            if slot.kind == .photo {
                return try put(id, Typing(client: client, dice: dice).newPhoto(contact), dice)
            }
            let value = slot.kind.map { SlotValue.part($0, "m\(newNumber())") } ?? .text("m\(newNumber())")
            return try put(id, [(slot, value)])
        }
        try client.transaction {
            guard var contact = client[id] else { return }
            client.reconciler.retry(&contact)
            client.keep(contact)
        }
    }

    private func choose(
        _ contact: OutboxContact, _ slot: Slot, _ theirs: [SlotState], _ isMine: Bool, _ dice: Dice
    ) throws {
        let (id, uuid) = (contact.id, contact.uuid)
        oracle.asked.append((ModelServer.Spot(uuid: uuid, slot: slot), theirs))
        oracle.count("asked")
        if !isMine, slot == .existence { return try put(id, [(slot, .on)], isBack: true) }
        let (found, wanted) = (theirs.first?.value, contact.rows[slot]?.wanted)
        let goesToo = !isMine && slot == .avatar && on("photoInVain")
        let photos = goesToo ? Array(contact.line(of: slot).dropFirst()) : []
        try client.transaction {
            guard var contact = client[id] else { return }
            for photo in photos { forget(photo, &contact) }
            client.reconciler.choose(mine: isMine, of: slot, in: &contact)
            if !isMine { oracle.want(uuid, slot, found, saw: [found], isBack: true) }
            if isMine { for state in theirs { oracle.see(uuid, state.slot, [state.value]) } }
            client.keep(contact)
        }
        guard slot != .existence, dice.chance(0.3) else { return }
        let choice = [(slot, isMine ? found : wanted, isMine ? wanted : found)]
        let receipt = photos.map { ($0, contact.shown[$0], nil) } + choice
        process(after: dice.uniform(0.1, 200)) { [self] in try undo(id, receipt, uuid) }
    }

    /// Create Again.
    private func makeAgain(_ contact: OutboxContact) throws {
        let uuid = "u\(newNumber())"
        oracle.numbers[uuid] = contact.id
        try client.transaction {
            oracle.kill(contact.uuid)
            var rows: [Slot: PendingChange] = [:]
            for (slot, value) in contact.shown.merging([.existence: .on], uniquingKeysWith: { $1 }) {
                if slot.kind == .address || slot.isThing && contact.rows[slot] == nil { continue }
                if !contact.hasHere(slot) { continue }
                if value.localContacts.contains(where: { client.store.contacts[$0]?.isGone ?? true }) { continue }
                rows[slot] = PendingChange(base: nil, wanted: value, expected: [SlotState(slot, nil)], madeAt: now)
                // A photo is shown, or its removal was taken back.
                oracle.want(uuid, slot, value, saw: [nil], isBack: slot.kind == .photo)
            }
            client.store.contacts[contact.id] = OutboxContact(id: contact.id, remote: nil, uuid: uuid, rows: rows)
            client.store.forms[contact.id] = nil
        }
    }
}
