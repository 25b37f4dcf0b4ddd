import Foundation

/// A JSON value that keeps the order of its keys and is written as PHP writes it.
enum JSON: Equatable, Sendable {
    case null
    case bool(Bool)
    case int(Int)
    case double(Double)
    case string(String)
    case array([JSON])
    case object([Member])

    struct Member: Equatable, Sendable {
        var key: String
        var value: JSON
    }

    static func text(_ string: String?) -> JSON { string.map(JSON.string) ?? .null }
    static func number(_ number: Int?) -> JSON { number.map(JSON.int) ?? .null }
    static func number(_ number: Double?) -> JSON { number.map(JSON.double) ?? .null }
}

extension JSON: ExpressibleByNilLiteral, ExpressibleByBooleanLiteral, ExpressibleByIntegerLiteral,
    ExpressibleByStringLiteral, ExpressibleByArrayLiteral, ExpressibleByDictionaryLiteral
{
    init(nilLiteral: ()) { self = .null }
    init(booleanLiteral value: Bool) { self = .bool(value) }
    init(integerLiteral value: Int) { self = .int(value) }
    init(stringLiteral value: String) { self = .string(value) }
    init(arrayLiteral elements: JSON...) { self = .array(elements) }
    init(dictionaryLiteral elements: (String, JSON)...) { self = .object(elements.map { Member(key: $0, value: $1) }) }
}

extension JSON {
    /// The value of a key of an object.
    subscript(key: String) -> JSON? {
        guard case .object(let members) = self else { return nil }
        return members.first { $0.key == key }?.value
    }

    /// An object with the members of another one after its own.
    func merging(_ other: JSON) -> JSON {
        guard case .object(let members) = self, case .object(let more) = other else { return self }
        return .object(members + more)
    }

    /// One object with the members of all of these.
    static func joined(_ parts: JSON...) -> JSON {
        parts.dropFirst().reduce(parts.first ?? [:]) { $0.merging($1) }
    }

    /// As `json_encode` writes it: slashes and everything beyond ASCII escaped; `pretty` as Laravel prints exceptions, with slashes
    /// as they are.
    func encoded(pretty: Bool = false) -> Data {
        var writer = JSONWriter(pretty: pretty)
        writer.write(self)
        return Data(writer.bytes)
    }
}

private struct JSONWriter {
    private(set) var bytes: [UInt8] = []
    private let pretty: Bool
    private var depth = 0

    init(pretty: Bool) {
        self.pretty = pretty
    }

    mutating func write(_ value: JSON) {
        switch value {
        case .null: bytes += "null".utf8
        case .bool(let flag): bytes += (flag ? "true" : "false").utf8
        case .int(let number): bytes += String(number).utf8
        case .double(let number): bytes += number.description.utf8
        case .string(let string): write(string)
        case .array(let elements):
            list("[", "]", elements) { writer, element in writer.write(element) }
        case .object(let members):
            list("{", "}", members) { writer, member in
                writer.write(member.key)
                writer.bytes += (writer.pretty ? ": " : ":").utf8
                writer.write(member.value)
            }
        }
    }

    private mutating func list<Element>(
        _ opening: String, _ closing: String, _ elements: [Element], _ body: (inout JSONWriter, Element) -> Void
    ) {
        bytes += opening.utf8
        depth += 1
        for (index, element) in elements.enumerated() {
            if index > 0 { bytes.append(UInt8(ascii: ",")) }
            newLine()
            body(&self, element)
        }
        depth -= 1
        if !elements.isEmpty { newLine() }
        bytes += closing.utf8
    }

    private mutating func newLine() {
        guard pretty else { return }
        bytes += ("\n" + String(repeating: "    ", count: depth)).utf8
    }

    private mutating func write(_ string: String) {
        bytes.append(UInt8(ascii: "\""))
        for unit in string.utf16 {
            switch unit {
            case 0x22: bytes += #"\""#.utf8
            case 0x5C: bytes += #"\\"#.utf8
            case 0x2F: bytes += (pretty ? "/" : #"\/"#).utf8
            case 0x08: bytes += #"\b"#.utf8
            case 0x0C: bytes += #"\f"#.utf8
            case 0x0A: bytes += #"\n"#.utf8
            case 0x0D: bytes += #"\r"#.utf8
            case 0x09: bytes += #"\t"#.utf8
            case 0x20...0x7F: bytes.append(UInt8(unit))
            default: escape(unit)
            }
        }
        bytes.append(UInt8(ascii: "\""))
    }

    private mutating func escape(_ unit: UInt16) {
        bytes += #"\u"#.utf8
        for shift in [12, 8, 4, 0] {
            let digit = UInt8(unit >> UInt16(shift) & 0xF)
            bytes.append(digit < 10 ? UInt8(ascii: "0") + digit : UInt8(ascii: "a") + digit - 10)
        }
    }
}
