import Model

extension Oracle {
    /// The person switches a reminder, with its day or alone.
    mutating func intend(_ isOn: Bool, reminderOf day: ContactKey, of thing: Thing) -> Int {
        intend(thing, .reminder(day), isOn ? nil : "on", isOn ? "on" : nil)
    }

    mutating func giveUpReminders(_ days: some Sequence<ContactKey>, of thing: Thing) {
        for day in days { remindersGivenUp[Key(thing: thing, place: .reminder(day))] = intents.count }
    }

    /// Reminders that a try of ours has lost on the way, and that no later one has made again.
    func lostReminders(_ server: ServerModel, _ history: [Key: [ServerModel.Entry]]) -> [String] {
        daysThere(server).filter { key, day, _ in
            let days = history[Key(thing: key.thing, place: .value(day))] ?? []
            guard let last = history[key]?.last, last.isHalf, remindersGivenUp[key] == nil else { return false }
            // The day is another client's now, or was taken away.
            if let newest = days.last, newest.writer == .other, newest.time > last.time { return false }
            if days.contains(where: { !Self.isDay($0.new) && $0.time >= last.time }) { return false }
            // Who switched it off, or took back that it is on, has lost nothing.
            return intents.last { $0.key == key }.map { $0.isAlive == ($0.made != nil) } ?? true
        }.map { key, day, _ in "reminder lost \(key.thing) \(day)" }
    }

    /// Switches that were the last word about their reminder, and that the server does not have.
    func lostSwitches(_ server: ServerModel, _ history: [Key: [ServerModel.Entry]]) -> [String] {
        daysThere(server).filter { key, day, isOn in
            let ofDay = Key(thing: key.thing, place: .value(day))
            let isTouched = [key, ofDay].contains { history[$0]?.contains { $0.writer == .other } == true }
            guard !isTouched, !disputed.contains(key), let last = intents.last(where: { $0.key == key && $0.isAlive })
            else { return false }
            let isLeft = intents[last.id...].contains { $0.key == key && $0.end == .theirs }
            if isLeft || remindersGivenUp[key].map({ $0 > last.id }) ?? false { return false }
            // It went with its day.
            let isGone = intents[last.id...].contains { intent in
                intent.key == ofDay && !(Self.isDay(intent.made) && Self.isDay(intent.saw))
            }
            return !isGone && isOn != (last.made != nil)
        }.map { key, day, _ in "switch lost \(key.thing) \(day)" }
    }

    /// Whether a value of a day says one: who is dead may be so since nobody knows when.
    static func isDay(_ value: String?) -> Bool { value != nil && value != ContactValue.death(nil).brief }

    /// The days of which the server may remind, and whether it does.
    private func daysThere(_ server: ServerModel) -> [(reminder: Key, day: ContactKey, isOn: Bool)] {
        server.living.flatMap { person in
            person.values.filter { $0.value.remindableDay != nil }.keys.sorted().map { day in
                (Key(thing: person.thing, place: .reminder(day)), day, person.reminders.contains(day))
            }
        }
    }
}
