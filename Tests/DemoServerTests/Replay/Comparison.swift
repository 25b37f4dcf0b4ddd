import Foundation

/// Compares an answer with a recorded answer. Every server makes some values anew: uuids, names of files, colours and
/// times. These values need only look alike. A time of the recorded request must be a time of the request here, too.
struct Comparison {
    /// When the recorded server answered, in seconds since 1970.
    let date: Double
    /// Keys with values that need only be of the same kind.
    var loose: Set<String> = []

    private static let times: Set<String> = [
        "created_at", "updated_at", "favorited_at", "completed_at",
    ]
    private static var ownWords: [(Regex<Substring>, String)] {
        [
            (/[0-9a-f]{8}-[0-9a-f]{4}-[0-9a-f]{4}-[0-9a-f]{4}-[0-9a-f]{12}/, "<uuid>"),
            (/h:[A-Za-z0-9]{18}/, "<hash>"), (/[A-Za-z0-9]{40}/, "<file>"), (/\?[0-9]{9,}/, "<time>"),
            (/127\.0\.0\.1:[0-9]+/, "<host>"), (/#[0-9a-f]{6}/, "<colour>"), (/base64,.*/, "<data>"),
            (/, called in .*/, "<place>"),
        ]
    }

    func differences(_ recorded: Any, _ seen: Any, at path: String = "") -> [String] {
        switch (recorded, seen) {
        case (let recorded as [String: Any], let seen as [String: Any]): return objects(recorded, seen, path)
        case (let recorded as [Any], let seen as [Any]): return arrays(recorded, seen, path)
        case (let recorded as String, let seen as String): return texts(recorded, seen, path)
        case (is NSNull, is NSNull): return []
        case (let recorded as NSNumber, let seen as NSNumber):
            if isLoose(path) { return [] }
            return recorded == seen ? [] : ["\(path): \(seen), not \(recorded)"]
        default: return ["\(path): \(seen), not \(recorded)"]
        }
    }

    private func isLoose(_ path: String) -> Bool {
        loose.contains(path.split(separator: ".").last.map(String.init) ?? "")
    }

    private func objects(_ recorded: [String: Any], _ seen: [String: Any], _ path: String) -> [String] {
        var found: [String] = []
        let isWhole = recorded[TruncatedJSON.mark] == nil
        let keys = Set(recorded.keys).subtracting([TruncatedJSON.mark])
        if isWhole, keys != Set(seen.keys) {
            found.append("\(path): keys \(keys.symmetricDifference(seen.keys).sorted())")
        }
        for key in keys {
            guard let recorded = recorded[key] else { continue }
            guard let value = seen[key] else {
                found.append("\(path).\(key) is missing")
                continue
            }
            found += differences(recorded, value, at: "\(path).\(key)")
        }
        return found
    }

    private func arrays(_ recorded: [Any], _ seen: [Any], _ path: String) -> [String] {
        var recorded = recorded
        let isWhole = recorded.last as? String != TruncatedJSON.mark
        if !isWhole { recorded.removeLast() }
        guard isWhole ? recorded.count == seen.count : recorded.count <= seen.count else {
            return ["\(path): \(seen.count) elements, not \(recorded.count)"]
        }
        return zip(recorded, seen).enumerated().flatMap { differences($1.0, $1.1, at: "\(path)[\($0)]") }
    }

    private func texts(_ recorded: String, _ seen: String, _ path: String) -> [String] {
        if isLoose(path) { return [] }
        if Self.times.contains(path.split(separator: ".").last.map(String.init) ?? "") {
            guard let left = seconds(recorded), let right = seconds(seen) else { return ["\(path): \(seen)"] }
            // Of the request itself, or of some time before it.
            let isOfRequest = abs(left - date) <= 1
            return isOfRequest == (abs(right - date) <= 1) || abs(left - date) <= 3
                ? [] : ["\(path): \(seen), not \(recorded)"]
        }
        var (left, right) = (recorded, seen)
        if recorded.hasSuffix("chars]"), let cut = recorded.range(of: "…[", options: .backwards) {
            left = String(recorded[..<cut.lowerBound])
            right = String(seen.prefix(left.count))
        }
        (left, right) = (normal(left), normal(right))
        return left == right ? [] : ["\(path): \(right), not \(left)"]
    }

    private func normal(_ text: String) -> String {
        Self.ownWords.reduce(text) { $0.replacing($1.0, with: $1.1) }
    }

    private func seconds(_ text: String) -> Double? {
        (try? Date(text, strategy: .iso8601)).map(\.timeIntervalSince1970)
    }
}
