import Foundation
import Network

/// Takes a JSON text apart without decoding it, so that each part keeps the very bytes in which the server sent it.
///
/// Only finds the beginnings and ends of values. The decoder of a value finds out whether the value is right.
enum JSONText {
    /// No answer of the server has as many.
    private static let maxMembers = 1_000

    /// The values of an object by their keys, of equal keys the last; nil if the text is no object, or has thousands.
    static func members(of text: Data) -> [String: Data]? {
        read(text, from: "{", to: "}", into: [:]) { scanner, members in
            guard members.count < maxMembers, let key = scanner.string(), scanner.take(":"),
                let value = scanner.value()
            else { return false }
            members[String(decoding: key.dropFirst().dropLast(), as: UTF8.self)] = Data(value)
            return true
        }
    }

    /// The elements of an array; nil if the text is none. Throws `tooManyEntries` if there are more than `limit`, before
    /// any more of them are copied.
    static func elements(of text: Data, atMost limit: Int) throws(ServerError) -> [Data]? {
        var isTooLong = false
        let elements: [Data]? = read(text, from: "[", to: "]", into: []) { scanner, elements in
            isTooLong = elements.count == limit
            guard !isTooLong, let value = scanner.value() else { return false }
            elements.append(Data(value))
            return true
        }
        if isTooLong { throw .tooManyEntries }
        return elements
    }

    /// Reads parts between commas until the end of the text.
    private static func read<Parts>(
        _ text: Data, from opening: Unicode.Scalar, to closing: Unicode.Scalar, into empty: Parts,
        part: (inout JSONScanner, inout Parts) -> Bool
    ) -> Parts? {
        text.withUnsafeBytes { bytes in
            var scanner = JSONScanner(bytes: bytes)
            var parts = empty
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
enum JSONBounds {
    /// Without pictures in `data:` URLs, which only the limit of the answer's body bounds.
    static let bytes = 1 << 20
    /// Keys and values: a contact with a thousand fields and relatives has half as many.
    static let parts = 100_000
    /// The server's own answers are 10 deep.
    static let depth = 64
}
