import Foundation
import Model

@testable import Contacts

// A network that loses, delays and lies; and another client.
extension Simulation {
    private enum Fault {
        case never, lost, late, gatewayLate, rateLimited, unauthorized, page, gateway, failed, failedAfter,
            failedHalf, forbidden
    }

    var isOffline: Bool { !isFinal && offline?.contains(now) ?? false }

    /// Carries a request to the server and its answer back.
    func network(
        _ request: EditRequest, readAt: TimeInterval = -1, making thing: Thing? = nil,
        inPlaceOf former: RemotePart? = nil, back: @escaping (EditResponse) throws -> Void
    ) {
        let date = server.date
        var isWrite = false
        if case .write = request { isWrite = true }
        // For the process that asks, and no later one.
        let run = epoch
        func answer(in delay: TimeInterval, _ answer: EditAnswer, hasDate: Bool = true) {
            after(delay) {
                guard run == self.epoch, self.engine != nil else { return }
                try back(EditResponse(answer, date: hasDate ? date : nil))
            }
        }
        func carryOut(in delay: TimeInterval, half: ServerModel.Half? = nil, reply: ((EditAnswer) -> Void)? = nil) {
            after(delay) {
                let answer = self.carryOut(request, readAt, thing, former, half)
                reply?(answer)
            }
        }
        if isOffline { return answer(in: 0.01, .offline, hasDate: false) }
        let latency = random.chance(0.95) ? random.number(in: 0.05...1) : random.number(in: 1...14)
        let isFaulty = !isFinal && random.chance(faultRate)
        guard isFaulty else {
            return carryOut(in: latency) { answer(in: self.random.number(in: 0.01...0.5), $0) }
        }
        var faults: [Fault] = [.never, .lost, .rateLimited, .unauthorized, .page, .gateway, .failed]
        if isWrite { faults += [.lost, .late, .failedAfter, .failedHalf, .gatewayLate] }
        if isWrite, world.forbids { faults += Array(repeating: .forbidden, count: 6) }
        let fault = random.pick(faults)
        let patience = random.pick([1.0, 30])
        note("network: \(fault)")
        switch fault {
        case .never: answer(in: patience, .lost, hasDate: false)
        case .lost:
            carryOut(in: min(latency, patience))
            answer(in: patience, .lost, hasDate: false)
        case .late:
            carryOut(in: patience + random.number(in: 0...90))
            answer(in: patience, .lost, hasDate: false)
        case .gatewayLate:
            carryOut(in: patience + random.number(in: 0...90))
            answer(in: patience, random.chance(0.5) ? .gateway : .page, hasDate: false)
        case .rateLimited: answer(in: latency, .rateLimited(wait: 60))
        case .unauthorized: answer(in: latency, .unauthorized)
        case .forbidden: answer(in: latency, .forbidden(["no"]))
        case .page: answer(in: latency, .page, hasDate: false)
        case .gateway: answer(in: latency, .gateway, hasDate: false)
        case .failed: answer(in: latency, .failed(status: 500))
        case .failedAfter: carryOut(in: latency) { _ in answer(in: 0.1, .failed(status: 500)) }
        case .failedHalf:
            let half: ServerModel.Half = random.chance(0.5) ? .names : .butReminders
            carryOut(in: latency, half: half) { answer(in: 0.1, $0) }
        }
    }

    private func carryOut(
        _ request: EditRequest, _ readAt: TimeInterval, _ thing: Thing?, _ former: RemotePart?,
        _ half: ServerModel.Half?
    ) -> EditAnswer {
        let answer = server.answer(request, readAt: readAt, making: thing, inPlaceOf: former, half: half)
        if case .write(let write) = request {
            note("server: \(write) -> \(answer)")
            if case .addPart(_, let value) = write, case .done(_, let made?) = answer {
                partThings[RemotePart(value.kind, made)] = thing
                if let former { (partThings[former], replacedThings[former]) = (.former(former.id), thing) }
                if value.kind == .relationship { noteRows() }
            }
        } else if case .contact(let remote) = request, world.hasOthers, !isFinal, random.chance(0.06) {
            // Just between the reading and the write.
            after(random.number(in: 0.01...2)) { self.anotherClient(remote) }
        }
        return answer
    }

    /// Another client changes something.
    func anotherClient(_ remote: RemoteID? = nil) {
        guard !isFinal, !server.living.isEmpty else { return }
        let person = remote.map { server.person($0) } ?? random.pick(server.living)
        guard let person else { return }
        counter += 1
        let value = "o\(counter)"
        let name = RemoteID(String(person.id))
        let parts = person.parts.keys.filter { $0.kind != .relationship }.sorted { $0.id < $1.id }
        let part = parts.isEmpty ? nil : random.pick(parts)
        if world.relates, random.chance(0.25) { return anotherRelates(person) }
        let dice = random.fraction()
        note("other: \(person.thing) \(dice)")
        switch dice {
        case ..<0.5:
            let key = random.pick(keys)
            server.set(person.id, key, otherValue(key), .other)
        case ..<0.55:
            guard let day = Self.days(keys).first else { return }
            let isOn = person.reminders.contains(day)
            server.setReminders(person.id, [day], isOn ? [] : [day], .other)
        case ..<0.65: addPart(value, to: name, by: .other)
        case ..<0.78:
            guard let part, var there = person.parts[part]?.value else { return }
            let isLabel = random.chance(0.3)
            if isLabel { there.labels = [newLabel()] } else { there = Self.part(value, part.kind, there.labels) }
            _ = server.answer(.write(.changePart(name, part, there)), by: .other)
        case ..<0.86:
            guard let part else { return }
            _ = server.answer(.write(.removePart(name, part)), by: .other)
        case ..<0.92: _ = server.answer(.write(.delete(name)), by: .other)
        default:
            let waiting = engine?.book.edits.compactMap(\.creation).first
            let first = waiting?.values[.firstName] ?? .text(value)
            let creation = ContactCreation(
                uuid: "o\(counter)", values: [.firstName: first, .description: .text(value)])
            _ = server.answer(.write(.create(creation)), by: .other)
        }
    }

    /// What nobody has typed here.
    func otherValue(_ key: ContactKey) -> ContactValue {
        counter += 1
        return switch key {
        case .birthday, .metOn: .day(newDay())
        case .death: .death(newDay())
        case .metThrough: .contact(.remote(RemoteID(String(random.pick(server.living).id))))
        default: .text("o\(counter)")
        }
    }
}
