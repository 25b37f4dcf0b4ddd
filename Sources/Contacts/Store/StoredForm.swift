import Foundation
import Model

/// JSON with the version of its form.
struct StoredForm<Value: Codable>: Codable {
    private var version = 1
    let value: Value

    // Stored: these never change.
    private enum CodingKeys: String, CodingKey {
        case version, value
    }

    init(value: Value) { self.value = value }

    /// The same value makes the same text.
    func text() throws -> String {
        let encoder = JSONEncoder()
        encoder.outputFormatting = [.sortedKeys, .withoutEscapingSlashes]
        return String(decoding: try encoder.encode(self), as: UTF8.self)
    }

    /// Throws `StoredChangeError.unknown` for a form of a newer version of the program.
    static func value(of text: String) throws -> Value {
        let form = try JSONDecoder().decode(Self.self, from: Data(text.utf8))
        guard form.version == 1 else { throw StoredChangeError.unknown }
        return form.value
    }
}
