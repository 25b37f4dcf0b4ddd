import Model

extension Oracle {
    /// The person undoes what one process has saved. A later change of the same in another one stays the last word, unless
    /// that is undone before it goes.
    mutating func takeBack(_ ids: [Int]) {
        // A part that a later change needs stays, with the labels that it was made with.
        let needed = ids.filter { intents[$0].saw == nil && (isOvertaken($0) || isLabelled($0, besides: ids)) }
        let staying = Set(needed.map { intents[$0].key.place })
        for id in ids {
            let wasDropped = intents[id].end == .undone
            if isOvertaken(id) || staying.contains(where: intents[id].key.place.isOf) {
                disputed.insert(intents[id].key)
            } else {
                end([id], .undone)
            }
            if wasDropped { undoneAfterDrop.insert(id) }
        }
    }

    /// Whether a later change adds a label to a part, or takes one away.
    private func isLabelled(_ id: Int, besides others: [Int]) -> Bool {
        guard case .part(let part) = intents[id].key.place else { return false }
        return intents[(id + 1)...].contains { later in
            guard case .label(part, _) = later.key.place else { return false }
            return later.isAlive && later.key.thing == intents[id].key.thing && !others.contains(later.id)
        }
    }

    /// What was dropped holds again, and with it what led back from it; `before`: what the person meant before the drop.
    /// Whether it was meant to can't be told where another process undid it meanwhile.
    mutating func revive(_ id: Int, before: [Intent]) {
        end([id], nil)
        if undoneAfterDrop.contains(id) { disputed.insert(intents[id].key) }
        if let next = Self.leadingBack(from: intents[id], before), intents[next].end == .replaced { end([next], nil) }
    }

    /// The person drops what was never carried out. A change that led back from it has nothing to do any more.
    mutating func dropAlone(_ ids: [Int]) {
        end(ids, .undone)
        for id in ids {
            // What was to take another change back is given up as well: that one stays.
            let isBack = intents[..<id].contains { earlier in
                earlier.key == intents[id].key && earlier.end == .undone && earlier.saw == intents[id].made
            }
            if isBack { end([id], .theirs) }
            if let next = Self.leadingBack(from: intents[id], intents) { end([next], .replaced) }
        }
    }

    /// The next change of the same, if it leads back from one. A later one follows from that, and stays what it is.
    private static func leadingBack(from first: Intent, _ intents: [Intent]) -> Int? {
        let next = intents.first { $0.id > first.id && $0.key == first.key && $0.isAlive }
        // A switch is a word of its own.
        if case .reminder = first.key.place { return nil }
        return next.flatMap { $0.saw == first.made && $0.made == first.saw ? $0.id : nil }
    }

    /// The person prefers a value that they saved before to what is there, also where that is of themselves. What reads the
    /// same, but is still to come, stays the last word.
    mutating func choose(_ id: Int, over theirs: String?, _ log: [ServerModel.Entry]) {
        let key = intents[id].key
        let entry = log.last { $0.thing == key.thing && $0.place == key.place && $0.new == theirs }
        guard entry?.writer == .us else { return }
        let former = intents.filter { $0.id > id && $0.key == key && $0.isAlive && $0.made == theirs }.map(\.id)
        end(former, .replaced)
        chosenOver[id] = former
    }

    mutating func noteMeeting(_ key: Key) {
        if key.place.isOfMeeting { meetings[key.thing, default: []].append(now) }
    }

    /// A write of where you met, which no answer shows. Nobody can know what they write over; and a request about the rest of
    /// the meeting erases what was not still to be saved when somebody meant that.
    func judgePlace(
        _ entry: ServerModel.Entry, _ key: Key, _ intents: [Intent], _ history: [Key: [ServerModel.Entry]]
    ) -> [String] {
        let times = meetings[entry.thing] ?? []
        guard let new = entry.new else {
            let isOurs = intents.contains { $0.isAlive && $0.made == entry.old && $0.meantAt <= entry.time }
            let made = history[key]?.last { $0.new == entry.old }?.time ?? -.infinity
            let isMeant = isOurs ? intents.contains { $0.made == nil } : !times.isEmpty
            let isUnknown = times.contains { $0 >= made && $0 <= entry.time }
            return isMeant || isUnknown ? [] : ["erased \(key): \(entry.old ?? "-")"]
        }
        if intents.contains(where: { $0.made == new || $0.saw == new }) { return [] }
        return ["changed unasked \(key): \(entry.old ?? "-") to \(new)"]
    }

    /// Whether only one intent made this.
    func isUnique(_ made: String) -> Bool { intents.filter { $0.made == made || $0.saw == made }.count == 1 }

    /// Whether a later change of the same holds; a reminder goes with its day.
    func isOvertaken(_ id: Int) -> Bool {
        let key = intents[id].key
        var ofDay: Key?
        if case .reminder(let day) = key.place { ofDay = Key(thing: key.thing, place: .value(day)) }
        return intents[(id + 1)...].contains { later in
            later.isAlive && (later.key == key || later.key == ofDay && !Self.isDay(later.made))
        }
    }

    /// Whether a relationship with somebody who is deleted as well went with them.
    func goesWithAnother(_ entry: ServerModel.Entry, _ server: ServerModel) -> Bool {
        server.relatedByOthers.contains(entry.thing)
            && intents.contains { intent in
                intent.key.place == .deletion && intent.key.thing != entry.thing
                    && intent.endedAt ?? .infinity > entry.readAt
            }
    }

    /// Whether a part is there no more; its labels have gone with it.
    func isGone(_ part: Thing, _ thing: Thing, _ history: [Key: [ServerModel.Entry]]) -> Bool {
        history[Key(thing: thing, place: .part(part))]?.last?.new == nil
    }

    /// Whether an undo gives back what another client had put there, and the person chose over: by what they saved, or by
    /// what took that back.
    func isGivenBack(_ entry: ServerModel.Entry, _ intents: [Intent]) -> Bool {
        let ended = intents.filter { !$0.isAlive }
        guard let key = ended.first?.key, ended.contains(where: { [$0.made, $0.saw].contains(entry.old) }) else {
            return false
        }
        return seen[key]?.contains(entry.new) == true
    }

    /// Whether the row that a part was made anew for stayed as another client had changed it, until the person was asked.
    func isAskedAboutLater(_ entry: ServerModel.Entry, _ server: ServerModel) -> Bool {
        questions.contains { question in
            question.key.thing == entry.thing && question.key.place != entry.place
                && question.key.place.beforeReplacing(server) == entry.place && question.value == entry.old
        }
    }

    /// Questions about what nobody else has touched, and no form has missed.
    func needless(_ history: [Key: [ServerModel.Entry]], _ server: ServerModel) -> [String] {
        questions.compactMap { question in
            if question.key.place == .deletion, server.relatedByOthers.contains(question.key.thing) { return nil }
            if unseen.contains(question.key) { return nil }
            let place = question.key.place.beforeReplacing(server)
            let isTouched = history.contains { key, entries in
                key.thing == question.key.thing && entries.contains { $0.writer == .other }
                    && (key.place.isOf(place) || question.key.place == .deletion)
            }
            return isTouched ? nil : "\(Self.needlessQuestion)\(question.key): \(question.value ?? "-")"
        }
    }
}

extension ServerModel.Place {
    /// What a row was to the oracle before the part was made anew.
    fileprivate func beforeReplacing(_ server: ServerModel) -> ServerModel.Place {
        guard case .part(let thing) = self, let former = server.replaced[thing] else { return self }
        return .part(former)
    }

    /// Whether it is another place, or a label there.
    func isOf(_ other: ServerModel.Place) -> Bool {
        if case .label(let part, _) = self { other == self || other == .part(part) } else { other == self }
    }

    /// Whether one request writes it with all else that is said of how you met.
    var isOfMeeting: Bool {
        switch self {
        case .value(let key), .reminder(let key): key.group == .meeting
        default: false
        }
    }
}
