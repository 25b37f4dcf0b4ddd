import Foundation
import Model

@testable import Contacts

/// Knows what a person saw, saved, took back and chose, and what the server logged: nothing of the queue.
struct Oracle {
    typealias Thing = ServerModel.Thing
    typealias Place = ServerModel.Place

    /// Of a person who was asked which of two values to keep, though no other client had changed one.
    static let needlessQuestion = "needless question "

    struct Key: Hashable {
        let thing: Thing
        let place: Place

        /// Whether the client made it, so that there was nothing at first.
        var isOurs: Bool {
            switch place {
            case .part(let part), .label(let part, _): part.isOurs || thing.isOurs
            default: thing.isOurs
            }
        }
    }

    /// Why an intent holds no more.
    enum End { case undone, theirs, replaced }

    struct Intent {
        let id: Int
        let key: Key
        let saw: String?
        let made: String?
        var end: End?
        var endedAt: TimeInterval?

        var isAlive: Bool { end == nil }
    }

    struct Question {
        let key: Key
        let value: String?
    }

    private(set) var intents: [Intent] = []
    /// What the person knows of the server's values.
    private(set) var seen: [Key: Set<String?>] = [:]
    /// Told to be gone on the server.
    var toldGone: Set<Thing> = []
    var partsToldGone: Set<Int> = []
    /// Made by another, and taken for ours by the person.
    var adopted: Set<Thing> = []
    /// Changed in one process when what came before was taken back in another.
    var disputed: Set<Key> = []
    /// Dropped in one process, and undone in another that did not know.
    var undoneAfterDrop: Set<Int> = []
    /// Reminders that the person does not want again, or leaves as they are; with how much they had meant until then.
    var remindersGivenUp: [Key: Int] = [:]
    /// What was meant in the place of what a person preferred to it.
    var chosenOver: [Int: [Int]] = [:]
    private(set) var questions: [Question] = []
    private(set) var gaps = 0
    /// What is meant now is meant at this time.
    var now: TimeInterval = 0
    /// When somebody meant something of a first meeting, or took it back.
    var meetings: [Thing: [TimeInterval]] = [:]

    mutating func intend(
        _ thing: Thing, _ place: Place, _ saw: String?, _ made: String?
    ) -> Int {
        let key = Key(thing: thing, place: place)
        intents.append(Intent(id: intents.count, key: key, saw: saw, made: made))
        see(key, saw)
        noteMeeting(key)
        return intents.count - 1
    }

    mutating func end(_ ids: [Int], _ reason: End?) {
        for id in ids {
            intents[id].end = reason
            intents[id].endedAt = reason == nil ? nil : now
            // Without it holds what is there.
            if reason == .undone, let former = chosenOver.removeValue(forKey: id) { end(former, nil) }
            noteMeeting(intents[id].key)
        }
    }

    mutating func end(_ reason: End, where isMeant: (Intent) -> Bool) {
        for index in intents.indices where isMeant(intents[index]) { intents[index].end = reason }
    }

    mutating func see(_ key: Key, _ value: String?) { seen[key, default: []].insert(value) }

    mutating func ask(_ thing: Thing, _ place: Place, _ value: String?) {
        questions.append(Question(key: Key(thing: thing, place: place), value: value))
    }

    /// What the person is to see of each thing, where nobody else had a hand in it.
    func standing(besides touched: Set<Key>) -> [Thing: [Place: String?]] {
        var standing: [Thing: [Place: String?]] = [:]
        var unsure = touched
        for intent in intents {
            if intent.isAlive {
                standing[intent.key.thing, default: [:]][intent.key.place] = .some(intent.made)
            } else if intent.end != .undone {
                unsure.insert(intent.key)
            }
        }
        for key in unsure { standing[key.thing]?[key.place] = nil }
        return standing
    }

    /// Who the user is to be, when at first it was `user`: what the person said last.
    func user(after user: Thing?) -> Thing? {
        intents.filter { $0.key.place == .user && $0.isAlive }.reduce(user) { user, intent in
            if intent.made != nil { return intent.key.thing }
            return user == intent.key.thing ? nil : user
        }
    }

    // The verdict.

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
                if case .part = other.place, goesWithAnother(entry, server) { continue }
                if case .label(let part, _) = other.place, isGone(part, entry.thing, history) { continue }
                // Of one that was made again.
                if other.place == .new || other.place == .deletion { continue }
                if state.time > entry.readAt {
                    gaps += 1
                } else if seen[other]?.contains(current) != true {
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
            } else if !here.contains(where: { $0.made == entry.new || $0.saw == entry.new }), !isGivenBack(entry, here)
            {
                return ["changed unasked \(key): \(entry.old ?? "-") to \(entry.new ?? "-")"]
            } else if before?.writer == .other, seen[key]?.contains(entry.old) != true,
                !here.contains(where: { $0.made == entry.old }), !isAskedAboutLater(entry)
            {
                return ["lost update \(key): \(entry.old ?? "-") to \(entry.new ?? "-")"]
            }
            return []
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
                || entries.isEmpty && last.made == intents[0].saw
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

extension ServerModel.Person {
    /// What a part says; more than one where it was doubled.
    fileprivate func parts(_ thing: ServerModel.Thing) -> [PartValue] {
        parts.values.filter { $0.thing == thing }.map(\.value).sorted { $0.brief < $1.brief }
    }
}

extension ServerModel.Thing {
    /// Whether the client made it, so that it began without values.
    var isOurs: Bool { if case .served = self { false } else { true } }

    /// Whether it was made again since the server had it no more.
    var isAgain: Bool { if case .contact(_, let life) = self { life > 0 } else { false } }
}
