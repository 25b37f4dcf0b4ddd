import Foundation

/// Takes a JSON text apart without decoding it, so that each part keeps the very bytes in which the server sent it.
///
/// Only looks for where values begin and end; whether a value is right is found out by whoever decodes it.
enum JSONText {
    /// The values of an object by their keys, of equal keys the last; nil if the text is no object.
    static func members(of text: Data) -> [String: Data]? {
        read(text, from: "{", to: "}") { scanner, members in
            guard let key = scanner.string(), scanner.take(":"), let value = scanner.value() else { return false }
            members[String(decoding: key.dropFirst().dropLast(), as: UTF8.self)] = Data(value)
            return true
        } into: {
            [:]
        }
    }

    /// The elements of an array; nil if the text is none.
    static func elements(of text: Data) -> [Data]? {
        read(text, from: "[", to: "]") { scanner, elements in
            guard let value = scanner.value() else { return false }
            elements.append(Data(value))
            return true
        } into: {
            []
        }
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
