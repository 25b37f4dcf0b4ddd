import Foundation
import Model

/// Goes through a JSON text from value to value.
struct JSONScanner {
    let bytes: UnsafeRawBufferPointer
    private(set) var place = 0
    /// The last string, as long as nothing but a colon comes after it.
    private(set) var key: Range<Int>?

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
        while let sign = step()?.sign {
            switch sign {
            case UInt8(ascii: "\""): break
            case UInt8(ascii: "{"), UInt8(ascii: "["): depth += 1
            case UInt8(ascii: "}"), UInt8(ascii: "]"): depth -= 1
            case UInt8(ascii: ",") where depth == 0: depth = -1
            default: continue
            }
            // The sign behind the value is not part of it.
            if depth < 0 { place -= 1 }
            if depth <= 0 { return place > start ? part(from: start) : nil }
        }
        return nil
    }

    /// Whether the whole text keeps within the bounds; it need not be valid.
    var isWithinBounds: Bool {
        var scanner = self
        var (parts, depth, pictures) = (1, 0, 0)
        while let (sign, picture) = scanner.step() {
            pictures += picture?.count ?? 0
            switch sign {
            case UInt8(ascii: ":"), UInt8(ascii: ","): parts += 1
            case UInt8(ascii: "{"), UInt8(ascii: "["):
                parts += 1
                depth += 1
            case UInt8(ascii: "}"), UInt8(ascii: "]"): depth -= 1
            default: continue
            }
            guard parts <= JSONBounds.parts, depth <= JSONBounds.depth, scanner.place - pictures <= JSONBounds.bytes
            else { return false }
        }
        return parts <= JSONBounds.parts && bytes.count - pictures <= JSONBounds.bytes
    }

    /// The text with the digests of `AvatarInfo.withoutInlineData` in the places of its pictures; nil where there are none. It
    /// need not be valid.
    func withoutPictures() -> Data? {
        var scanner = self
        var (rest, taken) = (Data(), 0)
        while let (_, place) = scanner.step() {
            guard let place, let picture = Self.text(bytes[place].dropFirst().dropLast()) else { continue }
            rest.append(contentsOf: bytes[taken...place.lowerBound])
            rest.append(contentsOf: (AvatarInfo(url: picture).withoutInlineData.url ?? "").utf8)
            taken = place.upperBound - 1
        }
        guard taken > 0 else { return nil }
        rest.append(contentsOf: bytes[taken...])
        return rest
    }

    /// Steps over the next sign, or over the whole string that it begins. Returns the sign, and the place of a string that is
    /// a picture; nil at the end.
    private mutating func step() -> (sign: UInt8, picture: Range<Int>?)? {
        guard place < bytes.count else { return nil }
        let start = place
        var picture: Range<Int>?
        place += 1
        switch bytes[start] {
        case UInt8(ascii: "\""):
            // A string that does not end is for the parser to refuse.
            if skipString(), let key, isPicture(from: start, named: key) { picture = start..<place }
            key = start..<place
        case UInt8(ascii: ":"), 0x20, 0x09...0x0D: break
        default: key = nil
        }
        return (bytes[start], picture)
    }

    /// The text of a string, without its quotes; nil if the string cannot be a picture.
    private static func text(_ string: Slice<UnsafeRawBufferPointer>) -> String? {
        var text: [UInt8] = []
        text.reserveCapacity(string.count)
        var isEscaped = false
        for byte in string {
            // Of all signs in such URLs only the slash may be escaped, and PHP does so.
            if isEscaped, byte != UInt8(ascii: "/") { return nil }
            isEscaped = !isEscaped && byte == UInt8(ascii: "\\")
            if !isEscaped { text.append(byte) }
        }
        return String(validating: text, as: UTF8.self)
    }

    /// Whether the string at a place is a picture in a URL. The server sends pictures under these names alone. Any
    /// other string with the same beginning is a text like others.
    private func isPicture(from start: Int, named key: Range<Int>) -> Bool {
        guard bytes[key].elementsEqual("\"url\"".utf8) || bytes[key].elementsEqual("\"dataUrl\"".utf8) else {
            return false
        }
        return bytes[start...].dropFirst().prefix(5).elementsEqual(PictureURL.inlineStart.utf8)
    }

    /// Steps over the rest of a string, which began before this place; false if it does not end.
    private mutating func skipString() -> Bool {
        while let end = next(UInt8(ascii: "\"")) {
            // Two backslashes stand for one backslash, and escape nothing.
            let escapes = bytes[place..<end].reversed().prefix { $0 == UInt8(ascii: "\\") }.count
            place = end + 1
            if escapes.isMultiple(of: 2) { return true }
        }
        place = bytes.count
        return false
    }

    /// Where this sign is next, by the C library, which looks at many bytes at a time: a picture has thousands.
    private func next(_ sign: UInt8) -> Int? {
        guard place < bytes.count, let base = bytes.baseAddress,
            let found = memchr(base + place, Int32(sign), bytes.count - place)
        else { return nil }
        return UnsafeRawPointer(found) - base
    }

    private mutating func skipSpace() {
        while place < bytes.count, bytes[place] == 0x20 || (0x09...0x0D).contains(bytes[place]) { place += 1 }
    }

    private func part(from start: Int) -> UnsafeRawBufferPointer {
        UnsafeRawBufferPointer(rebasing: bytes[start..<place])
    }
}
