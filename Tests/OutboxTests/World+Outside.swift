import Foundation
import Model

@testable import Contacts

// The network.
extension World {
    func request(
        _ call: Call, sent: [SlotState] = [], readAt: Double = -1, then: @escaping (Reply) throws -> Void
    ) throws {
        try step("before a request")
        requests += 1
        let began = epoch
        let back = { [self] (delay: Double, reply: Reply) in
            at(delay) { [self] in
                guard epoch == began else { return }
                guarded {
                    try step("after an answer")
                    try then(reply)
                }
            }
        }
        /// The request comes to the server.
        let arrive = { [self] (answers: Bool, half: ModelServer.Half?, status: Int?) in
            if !call.isRead, !answers { checkHold(sent) }
            let before = server.log.count
            let reply = server.answer(call, readAt: readAt, half: half)
            noteReminders(since: before)
            if !call.isRead { trace("server: \(call) -> \(reply.status)") }
            if case .contact(let id) = call, !isFinal, random.chance(0.05) {
                let dice = Dice(seed, UInt64(100_000 + count))
                at(random.uniform(0.01, 2)) { [self] in other(dice, id) }
            }
            if !answers, status != nil, reply.status < 300 { expectLook(sent) }
            if answers { back(random.uniform(0.01, 0.5), status.map { Reply(status: $0) } ?? reply) }
        }
        let latency = random.chance(0.95) ? random.uniform(0.05, 1) : random.uniform(1, 14)
        guard !isFinal, random.chance(faults) else { return at(latency) { arrive(true, nil, nil) } }
        disturbances += 1
        let fault = random.pick(
            ["never", "lost", "429", "401", "page", "503", "500", "302"]
                + (call.isRead ? [] : ["lost", "late", "late504", "500after", "half", "half", "403"]))
        let patience = random.pick([1.0, 30])
        trace("network: \(fault) of \(call)")
        let late = random.chance(setting.beyond) ? random.uniform(122, 160) : random.uniform(0, 105)
        switch fault {
        case "never": back(patience, Reply(status: Reply.lost))
        case "lost":
            at(min(latency, patience)) { arrive(false, nil, Reply.lost) }
            back(patience, Reply(status: Reply.lost))
        case "late", "late504":
            at(patience + late) { arrive(false, nil, nil) }
            let status = fault == "late" ? Reply.lost : random.pick([504, Reply.page])
            back(patience, Reply(status: status))
            if late > Reconciler.hold { isBeyond = true }
        case "500after": at(latency) { arrive(true, nil, 500) }
        case "half":
            switch call {
            case .put, .create: at(latency) { [self] in arrive(true, random.pick([.first, .butReminder]), 500) }
            default: at(latency) { arrive(true, nil, 500) }
            }
        case "page": back(latency, Reply(status: Reply.page))
        default: back(latency, Reply(status: Int(fault) ?? 500))
        }
    }

    /// A reminder that went with its day is not kept where it has a change of its own.
    private func noteReminders(since count: Int) {
        for entry in server.log[count...] where entry.writer == .cascade && entry.spot.slot.kind == .reminder {
            let contact = oracle.numbers[entry.spot.uuid].flatMap { client.store.contacts[$0] }
            guard contact?.rows[entry.spot.slot] != nil else { continue }
            oracle.count("a change of a reminder beside a write of its day")
            oracle.gaps.insert(entry.spot)
        }
    }

    /// A request was carried out and its answer is lost: where nothing else happens, it is found before the hold is over.
    /// A value that the server does not show is not, nor is a reminder that went.
    private func expectLook(_ sent: [SlotState]) {
        let before = [disturbances, epoch, server.log.count]
        let isOtherwise = sent.contains { state in
            state.slot == .place || state.value == .text("ODD")
                || state.slot.kind == .reminder && !server.living.contains { $0.values[state.slot] == state.value }
        }
        if sent.isEmpty || isOtherwise { return }
        at(110) { [self] in
            let isUndisturbed = isUp && !isFinal && before == [disturbances, epoch, server.log.count]
            let isInDoubt = client.store.contacts.values.contains { $0.attempt?.sent == sent }
            if isUndisturbed, isInDoubt { oracle.bad.append("looks late") }
        }
    }

    private func checkHold(_ sent: [SlotState]) {
        let attempts = client.store.contacts.values.compactMap(\.attempt)
        let isHeld = attempts.contains { $0.holdUntil >= now && $0.sent.contains { sent.contains($0) } }
        if !isHeld { isBeyond = true }
    }
}

// The other client.
extension World {
    func other(_ dice: Dice, _ id: Int? = nil) {
        let living = server.living
        guard !isFinal, !living.isEmpty, let person = server.person(id ?? dice.pick(living).id) else { return }
        let (chance, text) = (dice.next(), "o\(newNumber())")
        trace("other: \(person.uuid) \(chance) \(text)")
        let numbers = { (kind: PartKind) in (person.parts[kind] ?? [:]).keys.sorted() }
        func ask(_ call: Call) { _ = server.answer(call, by: .other) }
        let kind = dice.pick([PartKind.field, .field, .task, .activity, .reminder, dice.pick(PartKind.things)])
        switch chance {
        case ..<0.37: server.set(person.id, dice.pick(Slot.person + Slot.work + Slot.meeting), .text(text), .other)
        case ..<0.45: photograph(person, text, dice)
        case ..<0.5:
            if person.values[.yearly] != nil, dice.chance(0.3) { return server.reword(person.id, text) }
            let isOn = person.values[.yearly] == nil && person.values[.birthday] != nil
            server.set(person.id, .yearly, isOn ? .on : nil, .other)
        case ..<0.6:
            let words = kind == .reminder ? text : dice.pick([text, "p1"])
            ask(.addPart(person.id, kind, .part(kind, words), tag: nil))
        case ..<0.7 where !numbers(kind).isEmpty: ask(.changePart(kind, dice.pick(numbers(kind)), .part(kind, text)))
        case ..<0.8:
            let kinds = [PartKind.field, .field, .address, .relationship, .task, .activity, .photo, .reminder]
            let kind = dice.pick(kinds + [dice.pick(PartKind.things)])
            if !numbers(kind).isEmpty { ask(.removePart(kind, dice.pick(numbers(kind)))) }
        case ..<0.86: server.set(person.id, .tag("T"), person.values[.tag("T")] == nil ? .on : nil, .other)
        case ..<0.9: server.setUser(person.id, .other, -1)
        case ..<0.95: ask(.delete(person.id))
        default: ask(.create("srv\(text)", [.name: .text(text), .about: .text(text)]))
        }
    }

    /// A photo of another client, which it may show, or the initials.
    private func photograph(_ person: ModelServer.Person, _ text: String, _ dice: Dice) {
        var row: Int?
        if dice.chance(0.7) {
            let reply = server.answer(.addPart(person.id, .photo, .part(.photo, text), tag: nil), by: .other)
            if case .made(let number) = reply.body { row = number }
        }
        if dice.chance(0.6) { _ = server.answer(.setAvatar(person.id, row), by: .other) }
    }
}
