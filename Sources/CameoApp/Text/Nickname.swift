import Foundation

/// A nickname where it stands beside the name.
nonisolated enum Nickname {
    /// Nil when there is none, or the name has it in it already, as the server writes names where the person wants so.
    static func text(_ nickname: String?, besides name: String) -> String? {
        let nickname = PlainText.line(nickname ?? "")
        guard !nickname.isEmpty else { return nil }
        var rest = name[...]
        while let found = rest.range(of: nickname) {
            let before = name[..<found.lowerBound].last
            let after = name[found.upperBound...].first
            if [before, after].allSatisfy({ $0.map { !$0.isLetter && !$0.isNumber } ?? true }) { return nil }
            rest = name[found.upperBound...]
        }
        return nickname
    }
}
