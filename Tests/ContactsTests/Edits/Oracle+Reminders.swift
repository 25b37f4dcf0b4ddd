import Model

extension Oracle {
    /// Reminders that a try of ours has lost on the way, and that no later one has made again.
    func lostReminders(_ server: ServerModel, _ history: [Key: [ServerModel.Entry]]) -> [String] {
        server.living.flatMap { person in
            person.values.keys.filter { day in
                let last = history[Key(thing: person.thing, place: .reminder(day))]?.last
                // Whoever gives up the edit gives up the reminder.
                let isGivenUp = intents.contains { $0.key.thing == person.thing && !$0.isAlive }
                // Who switched it off has lost nothing.
                let value = Key(thing: person.thing, place: .value(day))
                let isSwitchedOff = intents.last { $0.key == value && $0.reminder != nil }?.reminder == false
                return last?.isHalf == true && person.values[day]?.remindableDay != nil && !isGivenUp && !isSwitchedOff
            }.map { "reminder lost \(person.thing) \($0)" }
        }
    }
}
