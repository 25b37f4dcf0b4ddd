/// The orders in which a server puts the parts of a name together, to do so again with changed parts.
enum CompleteName {
    typealias Parts = (first: String?, last: String?, nickname: String?)

    /// The name after a change of its parts, in the order of the one before; nil where that cannot be told.
    ///
    /// `others` are complete names of other contacts, with their parts: a name without a nickname does not say where the server
    /// puts one.
    static func changed(
        _ complete: String?, from old: Parts, to new: Parts, others: [(complete: String, parts: Parts)] = []
    ) -> String? {
        guard let complete else { return orders(of: others).first.map { words(joined($0, new)) } }
        let suffix = complete.hasSuffix(deathMark) ? deathMark : ""
        let possible = orders(of: [(String(complete.dropLast(suffix.count)), old)])
        let order = orders(of: others).first(where: possible.contains) ?? possible.first
        return order.map { words(joined($0, new)) + suffix }
    }

    /// The most frequent orders among some names.
    private static func orders(of names: [(complete: String, parts: Parts)]) -> [[Part]] {
        let counts = orders.map { order in
            names.count { words(joined(order, $0.parts)) == words($0.complete.replacing(deathMark, with: "")) }
        }
        let most = counts.max() ?? 0
        return most == 0 ? [] : zip(orders, counts).filter { $1 == most }.map(\.0)
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

    private static func joined(_ order: [Part], _ parts: Parts) -> String {
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
