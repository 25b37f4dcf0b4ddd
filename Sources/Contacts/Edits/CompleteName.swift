/// The orders in which a server puts the parts of a name together, to do so again with changed parts.
enum CompleteName {
    /// The name after a change of its parts, in the order of the one before; nil where that cannot be told.
    static func changed(
        _ complete: String?, from old: (first: String?, last: String?, nickname: String?),
        to new: (first: String?, last: String?, nickname: String?)
    ) -> String? {
        guard let complete else { return nil }
        let suffix = complete.hasSuffix(deathMark) ? deathMark : ""
        let name = words(String(complete.dropLast(suffix.count)))
        guard let order = orders.first(where: { words(joined($0, old)) == name }) else { return nil }
        return words(joined(order, new)) + suffix
    }

    /// The server ends the names of the dead with U+26B0.
    private static let deathMark = " \u{26b0}"

    private enum Part {
        case first, last, nickname
        /// In brackets.
        case asideNickname
    }

    private static let orders: [[Part]] = [
        [.first, .last], [.last, .first], [.first, .last, .asideNickname], [.first, .asideNickname, .last],
        [.last, .first, .asideNickname], [.last, .asideNickname, .first], [.nickname],
    ]

    private static func joined(_ order: [Part], _ parts: (first: String?, last: String?, nickname: String?)) -> String {
        let texts = order.compactMap { part in
            switch part {
            case .first: parts.first
            case .last: parts.last
            case .nickname: parts.nickname
            case .asideNickname: parts.nickname.map { "(\($0))" }
            }
        }
        return texts.joined(separator: " ")
    }

    private static func words(_ text: String) -> String {
        text.split(whereSeparator: \.isWhitespace).joined(separator: " ")
    }
}
