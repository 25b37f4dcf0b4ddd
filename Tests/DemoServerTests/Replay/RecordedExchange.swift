import Foundation

@testable import DemoServer

/// A request to a real Monica 4.1.2 and its answer, as far as the recording shows them.
struct RecordedExchange {
    private static let folder = URL(filePath: #filePath).deletingLastPathComponent().deletingLastPathComponent()
        .appending(path: "RecordedWrites")

    let name: String
    let method: String
    /// With its query.
    let target: String
    /// The token in the headers is `Replay.token`.
    let headers: [(String, String)]
    /// As it was sent, unless the recording has shortened it.
    let body: String?
    let status: Int
    let isHTTP10: Bool
    let answerHeaders: [(name: String, value: String)]
    let answer: String

    /// Names of all recordings.
    static var names: Set<String> {
        let files = (try? FileManager.default.contentsOfDirectory(atPath: folder.path(percentEncoded: false))) ?? []
        return Set(files.map { $0.replacing(".http.txt", with: "") })
    }

    init(_ name: String) throws {
        self.name = name
        let text = try String(contentsOf: Self.folder.appending(path: "\(name).http.txt"), encoding: .utf8)
        var lines = text.split(separator: "\n", omittingEmptySubsequences: false)[...]
        var comments: [String] = []
        while let line = lines.first, line.hasPrefix("# ") { comments.append(String(lines.removeFirst().dropFirst(2))) }
        func values(_ key: String) -> [String] {
            comments.filter { $0.hasPrefix(key + ": ") }.map { String($0.dropFirst(key.count + 2)) }
        }
        let request = (values("request").first ?? "").split(separator: " ").map(String.init)
        method = request.first ?? ""
        target = "/" + (request.last ?? "").split(separator: "/").dropFirst(2).joined(separator: "/")
        headers = values("request-header").compactMap {
            let parts = $0.split(separator: ":", maxSplits: 1).map { $0.trimmingCharacters(in: .whitespaces) }
            return parts.count == 2
                ? (parts[0], parts[0] == "Authorization" ? "Bearer \(Replay.token)" : parts[1]) : nil
        }
        body = values("request-body").first
        let statusLine = lines.removeFirst()
        isHTTP10 = statusLine.hasPrefix("HTTP/1.0")
        status = statusLine.split(separator: " ").dropFirst().first.flatMap { Int($0) } ?? 0
        var answerHeaders: [(String, String)] = []
        while let line = lines.first, !line.isEmpty {
            let parts = lines.removeFirst().split(separator: ":", maxSplits: 1)
            if parts.count == 2 {
                answerHeaders.append((String(parts[0]), parts[1].trimmingCharacters(in: .whitespaces)))
            }
        }
        self.answerHeaders = answerHeaders
        answer = lines.dropFirst().joined(separator: "\n")
    }

    /// Seconds since 1970 by the server's clock.
    var date: Double {
        let formatter = DateFormatter()
        formatter.locale = Locale(identifier: "en_US_POSIX")
        formatter.dateFormat = "EEE, dd MMM yyyy HH:mm:ss zzz"
        let text = answerHeaders.first { $0.name == "Date" }?.value ?? ""
        return formatter.date(from: text)?.timeIntervalSince1970 ?? 0
    }

    /// Names in small letters, without the headers that a web server adds.
    var headerNames: Set<String> {
        Set(answerHeaders.map { $0.name.lowercased() }).subtracting([
            "date", "server", "x-powered-by", "transfer-encoding", "content-length", "connection",
        ])
    }

    /// The answer. In a cut recording, each open part contains `TruncatedJSON.mark`.
    func json() throws -> Any {
        try TruncatedJSON.parse(answer)
    }
}

/// Reads JSON that ends too early, if it does so at the end of a line.
enum TruncatedJSON {
    static let mark = "…"

    static func parse(_ text: String) throws -> Any {
        var lines = text.split(separator: "\n", omittingEmptySubsequences: false)
        while lines.last?.isEmpty == true { lines.removeLast() }
        guard lines.last?.hasPrefix(mark) == true else {
            return try JSONSerialization.jsonObject(with: Data(text.utf8), options: .fragmentsAllowed)
        }
        lines.removeLast()
        var whole = lines.joined(separator: "\n")
        for bracket in open(whole).reversed() {
            let last = whole.last { !$0.isWhitespace }
            if last != "{", last != "[", last != "," { whole += "," }
            whole += bracket == "{" ? "\"\(mark)\": 0}" : "\"\(mark)\"]"
        }
        return try JSONSerialization.jsonObject(with: Data(whole.utf8))
    }

    private static func open(_ text: String) -> [Character] {
        var open: [Character] = []
        var isInString = false
        var isEscaped = false
        for character in text {
            if isEscaped {
                isEscaped = false
            } else if isInString {
                if character == "\\" { isEscaped = true }
                if character == "\"" { isInString = false }
            } else if character == "\"" {
                isInString = true
            } else if character == "{" || character == "[" {
                open.append(character)
            } else if character == "}" || character == "]" {
                open.removeLast()
            }
        }
        return open
    }
}
