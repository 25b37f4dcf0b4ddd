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
        let meantAt: TimeInterval
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
    /// Stored in one process when a form of another was saved that did not show it.
    var unseen: Set<Key> = []
    /// Dropped in one process, and undone in another that did not know.
    var undoneAfterDrop: Set<Int> = []
    /// Reminders that the person does not want again, or leaves as they are; with how much they had meant until then.
    var remindersGivenUp: [Key: Int] = [:]
    /// What was meant in the place of what a person preferred to it.
    var chosenOver: [Int: [Int]] = [:]
    private(set) var questions: [Question] = []
    var gaps = 0
    /// What is meant now is meant at this time.
    var now: TimeInterval = 0
    /// When somebody meant something of a first meeting, or took it back.
    var meetings: [Thing: [TimeInterval]] = [:]

    mutating func intend(
        _ thing: Thing, _ place: Place, _ saw: String?, _ made: String?
    ) -> Int {
        let key = Key(thing: thing, place: place)
        intents.append(Intent(id: intents.count, key: key, saw: saw, made: made, meantAt: now))
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
}

extension ServerModel.Thing {
    /// Whether the client made it, so that it began without values.
    var isOurs: Bool { if case .served = self { false } else { true } }

    /// Whether it was made again since the server had it no more.
    var isAgain: Bool { if case .contact(_, let life) = self { life > 0 } else { false } }
}
