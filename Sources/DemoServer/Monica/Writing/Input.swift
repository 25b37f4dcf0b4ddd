import Foundation

/// The input of a request as Laravel passes it on, from any of three content types. Strings are trimmed; empty strings are
/// null.
struct Input: Sendable {
    private(set) var values: [String: JSON] = [:]
    private(set) var files: [String: Upload] = [:]

    struct Upload: Sendable {
        /// As the client called the file, without directories.
        var name: String
        var type: String
        var data: Data
    }

    /// Broken or undeclared JSON is no input at all.
    init(_ request: Request) {
        let type = request["Content-Type"] ?? ""
        let kind = type.prefix { $0 != ";" }.trimmingCharacters(in: .whitespaces).lowercased()
        switch kind {
        case "application/x-www-form-urlencoded":
            let form = Request(path: "", query: String(decoding: request.body, as: UTF8.self))
            for (key, value) in form.parameters { values[key] = value.text.map(JSON.string) ?? [] }
        case "multipart/form-data":
            for part in MultipartForm(request.body, type: type).parts {
                if let file = part.file {
                    files[part.name] = file
                } else {
                    values[part.name] = .string(String(decoding: part.data, as: UTF8.self))
                }
            }
        default:
            guard kind.contains("/json") || kind.contains("+json"), case .object(let members)? = JSON(request.body)
            else { return }
            for member in members { values[member.key] = member.value }
        }
        values = values.mapValues(\.cleaned)
    }
}

extension Input {
    /// Whether the key was sent, if only with null.
    func has(_ key: String) -> Bool { values[key] != nil }

    subscript(key: String) -> JSON? { values[key] }

    func string(_ key: String) -> String? { values[key]?.text }
    func int(_ key: String) -> Int? { values[key]?.integer }
    func double(_ key: String) -> Double? { values[key]?.real }
    func bool(_ key: String) -> Bool? { values[key]?.truth }

    func list(_ key: String) -> [JSON] {
        guard case .array(let elements)? = values[key] else { return [] }
        return elements
    }
}

// PHP's conversions of values.
extension JSON {
    var text: String? {
        switch self {
        case .string(let text): text
        case .int(let number): String(number)
        case .double(let number): number.description
        default: nil
        }
    }

    var integer: Int? {
        switch self {
        case .int(let number): number
        case .double(let number): Int(exactly: number)
        case .string(let text): text.hasPrefix("+") ? nil : Int(text)
        default: nil
        }
    }

    var real: Double? {
        switch self {
        case .int(let number): Double(number)
        case .double(let number): number
        case .string(let text): Double(text).flatMap { $0.isFinite ? $0 : nil }
        default: nil
        }
    }

    var truth: Bool? {
        switch self {
        case .bool(let flag): flag
        case .int(0), .string("0"): false
        case .int(1), .string("1"): true
        default: nil
        }
    }

    /// Neither null nor empty.
    var isFilled: Bool {
        switch self {
        case .null, .string(""), .array([]), .object([]): false
        default: true
        }
    }

    fileprivate var cleaned: JSON {
        switch self {
        case .string(let text):
            let trimmed = text.trimmedAsLaravel
            return trimmed.isEmpty ? .null : .string(trimmed)
        case .array(let elements): return .array(elements.map(\.cleaned))
        case .object(let members): return .object(members.map { Member(key: $0.key, value: $0.value.cleaned) })
        default: return self
        }
    }
}

extension String {
    private static let blanks: Set<Unicode.Scalar> = [
        " ", "\t", "\n", "\u{B}", "\u{C}", "\r", "\u{85}", "\u{A0}", "\u{200B}", "\u{FEFF}",
    ]

    fileprivate var trimmedAsLaravel: String {
        var scalars = Substring(self).unicodeScalars
        while let first = scalars.first, Self.blanks.contains(first) { scalars.removeFirst() }
        while let last = scalars.last, Self.blanks.contains(last) { scalars.removeLast() }
        return String(scalars)
    }
}
