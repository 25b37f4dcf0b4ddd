import Foundation
import Model

@testable import Contacts

// What the person may complain about.
extension Oracle {
    /// What is wrong after all has come to rest.
    mutating func complaints(_ server: ServerModel) -> [String] {
        let byKey = Dictionary(grouping: intents, by: \.key)
        var complaints = doubled(server)
        var last: [Key: (writer: ServerModel.Writer, time: TimeInterval)] = [:]
        var history: [Key: [ServerModel.Entry]] = [:]
        var gapKeys: Set<Key> = []
        for entry in server.log {
            let key = Key(thing: entry.thing, place: entry.place)
            if entry.writer == .us {
                complaints += judge(entry, key, byKey, last, history, &gapKeys, server)
            }
            last[key] = (entry.writer, entry.time)
            history[key, default: []].append(entry)
        }
        let people = Dictionary(grouping: server.people.values, by: \.thing)
        for (key, intents) in byKey where !adopted.contains(key.thing) {
            complaints += judge(key, intents, people[key.thing] ?? [], byKey, history, gapKeys, server)
        }
        return complaints + needless(history, server) + lostReminders(server, history) + lostSwitches(server, history)
    }

    /// What was made more than once.
    private func doubled(_ server: ServerModel) -> [String] {
        // What another client deleted may have been made anew: nobody could know.
        var gone: [Thing: Int] = [:]
        for entry in server.log where entry.writer == .other && (entry.new == nil || entry.place == .deletion) {
            switch entry.place {
            case .deletion: gone[entry.thing, default: 0] += 1
            case .part(let thing): gone[thing, default: 0] += 1
            default: break
            }
        }
        return server.made.filter { $0.value - gone[$0.key, default: 0] > 1 }.map { "doubled \($0.key)" }
    }

    /// What a person has typed themselves is nothing that they have not seen, whoever wrote it.
    private func meant(_ intents: [Intent]?) -> Set<String?> { Set((intents ?? []).map(\.made)) }

    /// One write of ours.
    private mutating func judge(
        _ entry: ServerModel.Entry, _ key: Key, _ byKey: [Key: [Intent]],
        _ last: [Key: (writer: ServerModel.Writer, time: TimeInterval)], _ history: [Key: [ServerModel.Entry]],
        _ gapKeys: inout Set<Key>, _ server: ServerModel
    ) -> [String] {
        let before = last[key]
        let isGap = before.map { $0.writer == .other && $0.time > entry.readAt } ?? false
        let here = byKey[key] ?? []
        switch entry.place {
        case .new, .user: return []
        case .deletion:
            var complaints: [String] = []
            if !here.contains(where: \.isAlive) { complaints.append("deleted though taken back \(entry.thing)") }
            for (other, state) in last where other.thing == entry.thing && state.writer == .other {
                guard let current = history[other]?.last?.new, other.place != .value(.metWhere) else { continue }
                if case .reminder = other.place { continue }
                if case .part(let part) = other.place {
                    if goesWithAnother(entry, server) { continue }
                    // What was replaced is gone, which nothing notes.
                    if part.isFormer, !server.isLeft(part) { continue }
                }
                if case .label(let part, _) = other.place, isGone(part, entry.thing, history) { continue }
                // Of one that was made again.
                if other.place == .new || other.place == .deletion { continue }
                if state.time > entry.readAt {
                    gaps += 1
                } else if seen[other]?.contains(current) != true, !meant(byKey[other]).contains(current) {
                    complaints.append("deleted an unseen change \(other): \(current)")
                }
            }
            return complaints
        // Made again by the next try: see `lostReminders`.
        case .reminder where entry.isHalf: return []
        case .reminder(let day):
            let wasLost = history[key]?.last?.isHalf == true
            if wasLost, entry.new != nil { return [] }
            // Made again, while the person gave that up.
            let wasMadeAgain = history[key]?.suffix(2).first?.isHalf == true
            if wasMadeAgain, entry.new == nil, remindersGivenUp[key] != nil { return [] }
            let births = byKey[Key(thing: entry.thing, place: .value(day))] ?? []
            // One that was taken back may be on its way there or back.
            let isMeant =
                births.contains { !Self.isDay($0.made) || !Self.isDay($0.saw) }
                || here.contains { !$0.isAlive || $0.made == entry.new }
            let isRestored = entry.new != nil && (history[key] ?? []).contains { $0.writer == .other }
            if isMeant || isRestored { return [] }
            if isGap {
                gaps += 1
                return []
            }
            return ["reminder changed unasked \(entry.thing): \(entry.old ?? "-") to \(entry.new ?? "-")"]
        case .value(.metWhere): return judgePlace(entry, key, here, history)
        case .value, .part, .label, .tag:
            if isGap {
                gaps += 1
                gapKeys.insert(key)
            } else if isReplacedAgain(entry, byKey) {
                return []
            } else if !here.contains(where: { $0.made == entry.new || $0.saw == entry.new }), !isGivenBack(entry, here)
            {
                return ["changed unasked \(key): \(entry.old ?? "-") to \(entry.new ?? "-")"]
            } else if before?.writer == .other, seen[key]?.contains(entry.old) != true,
                !here.contains(where: { $0.made == entry.old }), !isAskedAboutLater(entry, server)
            {
                return ["lost update \(key): \(entry.old ?? "-") to \(entry.new ?? "-")"]
            }
            return []
        }
    }

    /// Whether a label has gone with its field, which may have been made anew without it.
    private func wasGone(_ key: Key, _ history: [Key: [ServerModel.Entry]]) -> Bool {
        guard case .label(let part, _) = key.place else { return false }
        return history[Key(thing: key.thing, place: .part(part))]?.contains { $0.new == nil } ?? false
    }

    /// Whether a field is made once more without its labels: another client has deleted what came in its place, while
    /// nobody here knew of it.
    private func isReplacedAgain(_ entry: ServerModel.Entry, _ byKey: [Key: [Intent]]) -> Bool {
        guard case .part(let part) = entry.place, entry.old == nil else { return false }
        return byKey.contains { key, intents in
            guard key.thing == entry.thing, case .label(part, _) = key.place else { return false }
            return intents.contains { $0.isAlive && $0.made == nil }
        }
    }

    /// What became of all that was made of one value.
    private mutating func judge(
        _ key: Key, _ intents: [Intent], _ people: [ServerModel.Person], _ byKey: [Key: [Intent]],
        _ history: [Key: [ServerModel.Entry]], _ gapKeys: Set<Key>, _ server: ServerModel
    ) -> [String] {
        switch key.place {
        // Of all contacts together, and after all others: see `user` and `lostSwitches`.
        case .user, .reminder: return []
        case _ where disputed.contains(key): return []
        default: break
        }
        let alive = intents.filter(\.isAlive)
        let deletion = byKey[Key(thing: key.thing, place: .deletion)] ?? []
        if key.place == .new {
            if !alive.isEmpty, people.isEmpty, !deletion.contains(where: \.isAlive) {
                return ["contact lost \(key.thing)"]
            }
            let isLeft = people.contains { !$0.isDeleted } && !intents.contains { $0.end == .theirs }
            return alive.isEmpty && isLeft ? ["contact stays though undone \(key.thing)"] : []
        }
        guard let person = people.max(by: { $0.id < $1.id }) else { return [] }
        if key.place == .deletion {
            return !alive.isEmpty && !person.isDeleted ? ["not deleted \(key.thing)"] : []
        }
        // A label goes with its field.
        if case .label(let part, _) = key.place, !person.isDeleted, person.parts(part).isEmpty { return [] }
        let entries = history[key] ?? []
        if person.isDeleted {
            guard server.deletedBy[key.thing] == .other, let last = alive.last, !toldGone.contains(key.thing),
                !deletion.contains(where: \.isAlive)
            else { return [] }
            let isThere =
                entries.contains { $0.new == last.made } || last.made == nil && key.isOurs
                || entries.isEmpty && last.made == intents[0].saw || last.made == nil && wasGone(key, history)
            return isThere ? [] : ["vanished \(key)"]
        }
        let current: String? =
            switch key.place {
            case .value(let value): server.brief(person.values[value])
            case .part(let thing): person.parts(thing).map(\.brief).first
            case .label(let thing, let label): person.parts(thing).flatMap(\.labels).first { $0 == label }
            case .tag(let name): person.tags[name] != nil ? name : nil
            default: nil
            }
        let lastWriter = entries.last?.writer
        guard let last = alive.last else {
            let isOurs = lastWriter == .us && current != intents[0].saw && intents.contains { $0.made == current }
            let isPart = if case .part = key.place { true } else { false }
            // A part that another client has changed is theirs, with its labels.
            if case .label(let part, _) = key.place,
                history[Key(thing: key.thing, place: .part(part))]?.last?.writer == .other
            {
                return []
            }
            // An undo gives back what another client had made of it, also where that reads as ours.
            let wasTheirs = entries.contains { $0.writer == .other && $0.new == current }
            if isOurs, !wasTheirs, !(current == nil && isPart), !intents.contains(where: { $0.end == .theirs }) {
                return ["stays though taken back \(key): \(current ?? "-")"]
            }
            return []
        }
        if current == last.made || partsToldGone.contains(last.id) { return [] }
        let wasMade = entries.contains { $0.new == last.made } || last.made == nil && key.thing.isOurs
        let isTheirs = entries.contains { $0.writer == .other && $0.new == current }
        let isChosen = intents.contains { $0.id > last.id && !$0.isAlive && $0.saw == current }
        // Whatever erases what no answer shows is judged by itself.
        if wasMade, key.place == .value(.metWhere), current == nil { return [] }
        if wasMade, lastWriter == .other || isTheirs && (gapKeys.contains(key) || isChosen) { return [] }
        // What had arrived of a change that was given up later is left there.
        if intents.contains(where: { $0.id > last.id && $0.end == .theirs && $0.made == current }) { return [] }
        let tookTheirs = intents.contains { $0.id > last.id && $0.end == .theirs }
        if lastWriter == .other, seen[key]?.contains(current) == true, tookTheirs { return [] }
        return ["lost \(key): saved \(last.made ?? "-"), there is \(current ?? "-")"]
    }
}

extension ServerModel {
    /// Whether somebody has a part still.
    fileprivate func isLeft(_ part: Thing) -> Bool {
        people.values.contains { $0.parts.values.contains { $0.thing == part } }
    }
}

extension ServerModel.Person {
    /// What a part says; more than one where it was doubled.
    fileprivate func parts(_ thing: ServerModel.Thing) -> [PartValue] {
        parts.values.filter { $0.thing == thing }.map(\.value).sorted { $0.brief < $1.brief }
    }
}
