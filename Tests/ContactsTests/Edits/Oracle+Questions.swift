extension Oracle {
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
