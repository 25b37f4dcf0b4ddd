import Foundation

/// The answers of a real Monica 4.1.2, which lie with the tests of Monica.
enum Recordings {
    private static let folder = URL(filePath: #filePath).deletingLastPathComponent().deletingLastPathComponent()
        .deletingLastPathComponent().appending(path: "MonicaTests/Recorded")

    static func text(_ name: String) throws -> String {
        try String(contentsOf: folder.appending(path: name), encoding: .utf8)
    }

    static func json(_ name: String) throws -> Any {
        try JSONSerialization.jsonObject(with: Data(contentsOf: folder.appending(path: name + ".json")))
    }

    /// All recorded JSON.
    static var all: [Any] {
        let names = (try? FileManager.default.contentsOfDirectory(atPath: folder.path(percentEncoded: false))) ?? []
        return names.filter { $0.hasSuffix(".json") }.compactMap { try? json(String($0.dropLast(5))) }
    }

    /// `data` of an answer: the elements of a list, or the one thing.
    static func data(_ name: String) throws -> [[String: Any]] {
        let answer = try json(name) as? [String: Any]
        if let list = answer?["data"] as? [[String: Any]] { return list }
        return (answer?["data"] as? [String: Any]).map { [$0] } ?? []
    }

    /// Names of an answer's headers, in small letters, without the headers that a web server adds.
    static func headerNames(_ name: String) throws -> Set<String> {
        let lines = try text(name + ".http.txt").split(separator: "\n").filter { !$0.hasPrefix("#") }
        let names = lines.dropFirst().compactMap { $0.split(separator: ":").first?.lowercased() }
        return Set(names).subtracting([
            "date", "server", "x-powered-by", "transfer-encoding", "content-length", "connection",
        ])
    }

    static func status(_ name: String) throws -> Int? {
        let line = try text(name + ".http.txt").split(separator: "\n").first { $0.hasPrefix("HTTP/") }
        return line?.split(separator: " ").dropFirst().first.flatMap { Int($0) }
    }
}
