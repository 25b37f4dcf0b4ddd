import Model

extension Oracle {
    mutating func giveUpReminders(of thing: Thing) { remindersGivenUp.insert(thing) }

    /// The person switches a reminder alone.
    mutating func intend(_ isOn: Bool, reminderOf day: ContactKey, of thing: Thing) -> Int {
        intend(thing, .reminder(day), isOn ? nil : "on", isOn ? "on" : nil, reminder: isOn)
    }

    /// Reminders that a try of ours has lost on the way, and that no later one has made again.
    func lostReminders(_ server: ServerModel, _ history: [Key: [ServerModel.Entry]]) -> [String] {
        server.living.flatMap { person in
            person.values.keys.filter { day in
                let last = history[Key(thing: person.thing, place: .reminder(day))]?.last
                let newest = history[Key(thing: person.thing, place: .value(day))]?.last
                // The day is another client's now, or was taken away.
                if let last, let newest, newest.writer == .other, newest.time > last.time { return false }
                let days = history[Key(thing: person.thing, place: .value(day))] ?? []
                if let last, days.contains(where: { $0.new == nil && $0.time >= last.time }) { return false }
                // Who switched it off, or took back that it is on, has lost nothing.
                let switched = intents.last { $0.isAbout(day, of: person.thing) && $0.reminder != nil }
                let isSwitchedOff = switched.map { $0.reminder == false || !$0.isAlive } ?? false
                return last?.isHalf == true && person.values[day]?.remindableDay != nil && !isSwitchedOff
                    && !remindersGivenUp.contains(person.thing)
            }.map { "reminder lost \(person.thing) \($0)" }
        }
    }

    /// Switches that were the last word about their day, and that the server does not have.
    func lostSwitches(_ server: ServerModel, _ history: [Key: [ServerModel.Entry]]) -> [String] {
        server.living.flatMap { person in
            person.values.keys.filter { day in
                let places = [Place.value(day), .reminder(day)]
                let isTouched = places.contains { place in
                    history[Key(thing: person.thing, place: place)]?.contains { $0.writer == .other } == true
                }
                guard !isTouched, person.values[day]?.remindableDay != nil, !remindersGivenUp.contains(person.thing),
                    let last = intents.last(where: { $0.isAbout(day, of: person.thing) }), last.isAlive,
                    let isOn = last.reminder
                else { return false }
                return person.reminders.contains(day) != isOn
            }.map { "switch lost \(person.thing) \($0)" }
        }
    }
}

extension Oracle.Intent {
    fileprivate func isAbout(_ day: ContactKey, of thing: Oracle.Thing) -> Bool {
        key.thing == thing && (key.place == .value(day) || key.place == .reminder(day))
    }
}
