extension Oracle {
    /// The person undoes what one process has saved. A later change of the same in another one stays the last word, unless
    /// that is undone before it goes.
    mutating func takeBack(_ ids: [Int]) {
        for id in ids {
            let wasDropped = intents[id].end == .undone
            let isOvertaken = intents[(id + 1)...].contains { $0.key == intents[id].key && $0.isAlive }
            if isOvertaken { disputed.insert(intents[id].key) } else { end([id], .undone) }
            if wasDropped { undoneAfterDrop.insert(id) }
        }
    }

    /// What was dropped holds again. Whether it was meant to can't be told where another process undid it meanwhile.
    mutating func revive(_ ids: [Int]) {
        end(ids, nil)
        disputed.formUnion(ids.filter(undoneAfterDrop.contains).map { intents[$0].key })
    }

    /// The person drops what was never carried out. A later change that led back from it has nothing to do any more.
    mutating func dropAlone(_ ids: [Int]) {
        end(ids, .undone)
        for dropped in ids.map({ intents[$0] }) {
            end(.replaced) { later in
                later.id > dropped.id && later.key == dropped.key && later.isAlive
                    && later.saw == dropped.made && later.made == dropped.saw
            }
        }
    }

    /// Whether a relationship with somebody who is deleted as well went with them.
    func goesWithAnother(_ thing: Thing, _ server: ServerModel) -> Bool {
        server.relatedByOthers.contains(thing)
            && intents.contains { $0.key.place == .deletion && $0.isAlive && $0.key.thing != thing }
    }

    /// Questions about what nobody else has touched.
    func needless(_ history: [Key: [ServerModel.Entry]], _ server: ServerModel) -> [String] {
        questions.compactMap { question in
            if question.key.place == .deletion, server.relatedByOthers.contains(question.key.thing) { return nil }
            let isTouched = history.contains { key, entries in
                key.thing == question.key.thing && entries.contains { $0.writer == .other }
                    && (key.place == question.key.place || question.key.place == .deletion)
            }
            return isTouched ? nil : "\(Self.needlessQuestion)\(question.key): \(question.value ?? "-")"
        }
    }
}
