import Foundation

/// The parts of a `multipart/form-data` body.
struct MultipartForm {
    private static let maxParts = 100
    private static let lineEnd = Data("\r\n".utf8)

    struct Part {
        var name: String
        var data: Data
        var file: Input.Upload?
    }

    private(set) var parts: [Part] = []

    /// `type` is the header with the boundary. A part that is cut off is left out.
    init(_ body: Data, type: String) {
        guard let boundary = Self.parameter("boundary", of: type), !boundary.isEmpty else { return }
        let delimiter = Data("--\(boundary)".utf8)
        var rest = body[...]
        while parts.count < Self.maxParts, let start = rest.range(of: delimiter) {
            rest = rest[start.upperBound...]
            guard rest.starts(with: Self.lineEnd), let end = rest.range(of: Self.lineEnd + delimiter) else { return }
            if let part = Self.part(rest[rest.index(rest.startIndex, offsetBy: 2)..<end.lowerBound]) {
                parts.append(part)
            }
            rest = rest[rest.index(end.lowerBound, offsetBy: 2)...]
        }
    }

    private static func part(_ data: Data.SubSequence) -> Part? {
        guard let border = data.range(of: lineEnd + lineEnd) else { return nil }
        let head = String(decoding: data[data.startIndex..<border.lowerBound], as: UTF8.self)
        let content = Data(data[border.upperBound...])
        var disposition = ""
        var type = "application/octet-stream"
        for line in head.components(separatedBy: "\r\n") {
            let pieces = line.split(separator: ":", maxSplits: 1).map { $0.trimmingCharacters(in: .whitespaces) }
            guard pieces.count == 2 else { continue }
            if pieces[0].lowercased() == "content-disposition" { disposition = pieces[1] }
            if pieces[0].lowercased() == "content-type" { type = pieces[1] }
        }
        guard let name = parameter("name", of: disposition) else { return nil }
        guard let path = parameter("filename", of: disposition) else { return Part(name: name, data: content) }
        let file = path.split(whereSeparator: { $0 == "/" || $0 == "\\" }).last.map(String.init) ?? path
        return Part(name: name, data: content, file: Input.Upload(name: file, type: type, data: content))
    }

    /// The value of `; key=value`, in quotes or without.
    private static func parameter(_ key: String, of header: String) -> String? {
        var search = header[...]
        while let place = search.range(of: "\(key)=", options: .caseInsensitive) {
            let before = header[..<place.lowerBound].last
            let value = header[place.upperBound...]
            if before == nil || before == ";" || before == " " {
                if value.first == "\"" { return String(value.dropFirst().prefix { $0 != "\"" }) }
                return String(value.prefix { $0 != ";" && $0 != " " })
            }
            search = value
        }
        return nil
    }
}
