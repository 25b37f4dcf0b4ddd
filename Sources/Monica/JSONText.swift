import Foundation
import Network

/// Takes a JSON text apart without decoding it, so that each part keeps the very bytes in which the server sent it.
///
/// Only looks for where values begin and end; whether a value is right is found out by whoever decodes it.
enum JSONText {
    /// No answer of the server has as many.
    private static let mostMembers = 1_000

    /// The values of an object by their keys, of equal keys the last; nil if the text is no object, or has thousands.
    static func members(of text: Data) -> [String: Data]? {
        read(text, from: "{", to: "}") { scanner, members in
            guard members.count < mostMembers, let key = scanner.string(), scanner.take(":"),
                let value = scanner.value()
            else { return false }
            members[String(decoding: key.dropFirst().dropLast(), as: UTF8.self)] = Data(value)
            return true
        } into: {
            [:]
        }
    }

    /// The elements of an array; nil if the text is none. Throws `tooManyEntries` if there are more than `limit`, before
    /// any more of them are copied.
    static func elements(of text: Data, atMost limit: Int) throws(ServerError) -> [Data]? {
        var isTooLong = false
        let elements: [Data]? = read(text, from: "[", to: "]") { scanner, elements in
            isTooLong = elements.count == limit
            guard !isTooLong, let value = scanner.value() else { return false }
            elements.append(Data(value))
            return true
        } into: {
            []
        }
        if isTooLong { throw .tooManyEntries }
        return elements
    }

    /// The entries of a page that the server was asked for, at most `limit` of them.
    ///
    /// Throws `unreadable` for what is no page, and `tooManyEntries`.
    static func page(
        _ text: Data, atMost limit: Int
    ) throws(ServerError) -> (entries: [Data], meta: JSONObject?) {
        guard let members = members(of: text), let list = members["data"],
            let entries = try elements(of: list, atMost: limit)
        else { throw .unreadable }
        // One entry may be damaged; where none is an object, this is no page of a Monica.
        guard entries.isEmpty || entries.contains(where: { $0.first == UInt8(ascii: "{") }) else { throw .unreadable }
        // A page without a readable `meta` is all there is.
        return (entries, members["meta"].flatMap { try? JSONObject(parsing: $0) })
    }

    /// Whether a text is small enough to be parsed.
    static func isWithin(_ bounds: JSONBounds, _ text: Data) -> Bool {
        text.withUnsafeBytes { JSONScanner(bytes: $0).isWithin(bounds) }
    }

    /// Reads parts between commas until the end of the text.
    private static func read<Parts>(
        _ text: Data, from opening: Unicode.Scalar, to closing: Unicode.Scalar,
        part: (inout JSONScanner, inout Parts) -> Bool, into makeParts: () -> Parts
    ) -> Parts? {
        text.withUnsafeBytes { bytes in
            var scanner = JSONScanner(bytes: bytes)
            var parts = makeParts()
            guard scanner.take(opening) else { return nil }
            if !scanner.take(closing) {
                repeat {
                    guard part(&scanner, &parts) else { return nil }
                } while scanner.take(",")
                guard scanner.take(closing) else { return nil }
            }
            return scanner.isAtEnd ? parts : nil
        }
    }
}

/// How much of a JSON text is parsed: Foundation takes sixty times the size of a list of empty objects, and compressed
/// such a list is a thousandth of its size.
struct JSONBounds: Sendable {
    /// Without pictures in `data:` URLs, which only the limit of the answer's body bounds.
    var bytes = 1 << 20
    /// Keys and values: a contact with a thousand fields and relatives has half as many.
    var parts = 100_000
    /// The server's own answers are 10 deep.
    var depth = 64
}

/// Goes through a JSON text from value to value.
private struct JSONScanner {
    let bytes: UnsafeRawBufferPointer
    private var place = 0

    init(bytes: UnsafeRawBufferPointer) {
        self.bytes = bytes
    }

    var isAtEnd: Bool {
        mutating get {
            skipSpace()
            return place == bytes.count
        }
    }

    /// Whether this sign is next; steps over it if so.
    mutating func take(_ sign: Unicode.Scalar) -> Bool {
        skipSpace()
        guard place < bytes.count, bytes[place] == UInt8(ascii: sign) else { return false }
        place += 1
        return true
    }

    /// The next string, with its quotes.
    mutating func string() -> UnsafeRawBufferPointer? {
        skipSpace()
        let start = place
        guard take("\""), skipString() else { return nil }
        return part(from: start)
    }

    /// The next value of any kind.
    mutating func value() -> UnsafeRawBufferPointer? {
        skipSpace()
        let start = place
        var depth = 0
        while place < bytes.count {
            switch bytes[place] {
            case UInt8(ascii: "\""):
                place += 1
                guard skipString() else { return nil }
                if depth == 0 { return part(from: start) }
                continue
            case UInt8(ascii: "{"), UInt8(ascii: "["):
                depth += 1
            case UInt8(ascii: "}"), UInt8(ascii: "]"):
                if depth == 0 { return place > start ? part(from: start) : nil }
                depth -= 1
                if depth == 0 {
                    place += 1
                    return part(from: start)
                }
            case UInt8(ascii: ",") where depth == 0:
                return place > start ? part(from: start) : nil
            default: break
            }
            place += 1
        }
        return nil
    }

    /// Whether the whole text keeps within bounds; it need not be valid.
    func isWithin(_ bounds: JSONBounds) -> Bool {
        var scanner = self
        var (parts, depth, pictures) = (1, 0, 0)
        var key: Range<Int>?
        while scanner.place < bytes.count {
            let start = scanner.place
            scanner.place += 1
            switch bytes[start] {
            case UInt8(ascii: "\""):
                // A string that does not end is for the parser to refuse.
                _ = scanner.skipString()
                let end = min(scanner.place, bytes.count)
                if let name = key, isPicture(from: start, named: name) { pictures += end - start }
                key = start..<end
                continue
            case UInt8(ascii: ":"):
                parts += 1
                continue
            case UInt8(ascii: ","): parts += 1
            case UInt8(ascii: "{"), UInt8(ascii: "["):
                parts += 1
                depth += 1
            case UInt8(ascii: "}"), UInt8(ascii: "]"): depth -= 1
            default: continue
            }
            key = nil
            guard parts <= bounds.parts, depth <= bounds.depth, scanner.place - pictures <= bounds.bytes else {
                return false
            }
        }
        return parts <= bounds.parts && bytes.count - pictures <= bounds.bytes
    }

    /// Whether the string at a place is a picture in a URL: the server sends them under these names alone, and whatever
    /// else begins so is a text like others.
    private func isPicture(from start: Int, named key: Range<Int>) -> Bool {
        guard bytes[key].elementsEqual("\"url\"".utf8) || bytes[key].elementsEqual("\"dataUrl\"".utf8) else {
            return false
        }
        return bytes[start...].dropFirst().prefix(5).elementsEqual("data:".utf8)
    }

    /// Steps over the rest of a string; false if it does not end.
    private mutating func skipString() -> Bool {
        while place < bytes.count {
            let byte = bytes[place]
            place += byte == UInt8(ascii: "\\") ? 2 : 1
            if byte == UInt8(ascii: "\"") { return true }
        }
        return false
    }

    private mutating func skipSpace() {
        while place < bytes.count, bytes[place] == 0x20 || (0x09...0x0D).contains(bytes[place]) { place += 1 }
    }

    private func part(from start: Int) -> UnsafeRawBufferPointer {
        UnsafeRawBufferPointer(rebasing: bytes[start..<place])
    }
}
