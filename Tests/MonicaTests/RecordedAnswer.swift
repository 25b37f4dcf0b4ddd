import Foundation
import Model
import Monica
import Network
import Testing

/// An answer of a real server, kept as a file of headers and one with the body.
struct RecordedAnswer: Sendable, CustomTestStringConvertible {
    struct Entry: Decodable {
        let name: String
        let method: String
        let path: String
        let saved: Bool
    }

    let name: String
    let method: String
    let path: String
    let status: Int
    let headers: [String: String]
    let body: Data

    var testDescription: String { name }

    var response: HTTPResponse {
        get throws {
            let url = try #require(URL(string: "http://127.0.0.1:8421/recorded"))
            return HTTPResponse(status: status, url: url, headers: headers, body: body)
        }
    }

    init(named name: String) throws {
        let entry = try #require(try Self.index().first { $0.name == name })
        try self.init(entry)
    }

    /// Each recorded answer with a kept body.
    static func all() throws -> [RecordedAnswer] {
        try index().filter(\.saved).map(RecordedAnswer.init)
    }

    private init(_ entry: Entry) throws {
        let folder = try Self.folder()
        let file = folder.appending(path: "\(entry.name).http.txt")
        let lines = try String(contentsOf: file, encoding: .utf8).split(whereSeparator: \.isNewline)
        // After a redirect that was followed, the last answer counts.
        let answer = try lines[#require(lines.lastIndex { $0.hasPrefix("HTTP/") })...]
        status = try #require(answer.first?.split(separator: " ").dropFirst().first.flatMap { Int($0) })
        name = entry.name
        method = entry.method
        path = entry.path
        headers = Dictionary(
            answer.dropFirst().compactMap { line in
                guard let colon = line.firstIndex(of: ":") else { return nil }
                let value = line[line.index(after: colon)...].trimmingCharacters(in: .whitespaces)
                return (line[..<colon].lowercased(), value)
            }, uniquingKeysWith: { "\($0), \($1)" })
        let extensions = ["json", "html", "jpg", "png", "vcf", "xml"]
        let candidates = extensions.map { folder.appending(path: "\(entry.name).\($0)") }
        let bodyFile = candidates.first { FileManager.default.fileExists(atPath: $0.path) }
        body = try bodyFile.map { try Data(contentsOf: $0) } ?? Data()
    }

    static func file(_ name: String) throws -> Data {
        try Data(contentsOf: folder().appending(path: name))
    }

    private static func folder() throws -> URL {
        try #require(Bundle.module.url(forResource: "Recorded", withExtension: nil))
    }

    private static func index() throws -> [Entry] {
        try JSONDecoder().decode([Entry].self, from: file("index.json"))
    }
}
