import Foundation
import Model

/// A JSON object read leniently: a value that is missing, null or of a wrong type is nil. Such a value costs no other
/// value.
///
/// Numbers where text belongs become text, text where numbers belong is parsed.
struct JSONObject {
    /// No list inside one contact is read further.
    static let maxListCount = 1_000

    let fields: [String: Any]

    init?(_ value: Any?) {
        guard let fields = value as? [String: Any] else { return nil }
        self.fields = fields
    }

    /// Nil for data that is no object, or goes beyond the bounds.
    init?(parsing data: Data) {
        guard data.withUnsafeBytes({ JSONScanner(bytes: $0).isWithinBounds }) else { return nil }
        // The parser's own error says nothing that a caller could act on.
        self.init(try? JSONSerialization.jsonObject(with: data))
    }

    /// The `data` of an answer.
    init?(dataIn answer: Data) {
        guard let data = JSONText.members(of: answer)?["data"] else { return nil }
        self.init(parsing: data)
    }

    func object(_ key: String) -> JSONObject? { JSONObject(fields[key]) }

    func objects(_ key: String) -> [JSONObject] { list(key).compactMap(JSONObject.init) }

    func strings(_ key: String) -> [String] { list(key).compactMap(Self.string) }

    func string(_ key: String) -> String? { Self.string(fields[key]) }

    func int(_ key: String) -> Int? {
        if let number = Self.number(fields[key]) { return Int(exactly: number) }
        return (fields[key] as? String).flatMap { Int($0) }
    }

    func double(_ key: String) -> Double? {
        let value = Self.number(fields[key])?.doubleValue ?? (fields[key] as? String).flatMap { Double($0) }
        return value?.isFinite == true ? value : nil
    }

    func bool(_ key: String, or fallback: Bool = false) -> Bool {
        switch fields[key] {
        case let number as NSNumber where number.isBoolean: number.boolValue
        case let number as NSNumber where number == 0 || number == 1: number == 1
        case let text as String where ["1", "true"].contains(text.lowercased()): true
        case let text as String where ["0", "false"].contains(text.lowercased()): false
        default: fallback
        }
    }

    func date(_ key: String) -> Date? { (fields[key] as? String).flatMap(ServerDate.parse) }

    /// The server's name of the object.
    var remoteID: RemoteID? { int("id").flatMap { $0 > 0 ? RemoteID(String($0)) : nil } }

    private func list(_ key: String) -> ArraySlice<Any> { (fields[key] as? [Any] ?? []).prefix(Self.maxListCount) }

    private static func string(_ value: Any?) -> String? {
        guard var text = value as? String ?? number(value)?.stringValue else { return nil }
        // A NUL would end the text early wherever it passes through C.
        if text.utf8.contains(0) { text.removeAll { $0 == "\0" } }
        return text.isEmpty ? nil : text
    }

    private static func number(_ value: Any?) -> NSNumber? {
        guard let number = value as? NSNumber, !number.isBoolean else { return nil }
        return number
    }
}

extension NSNumber {
    /// JSONSerialization gives true and false as numbers too; only their C type ("c", a char) tells them apart.
    fileprivate var isBoolean: Bool { objCType.pointee == CChar(UInt8(ascii: "c")) }
}
