import Contacts
import Foundation
import Model

/// Links that lead to contacts: `cameo://contact/NUMBER` with the server's number, and the web pages of contacts.
nonisolated enum ContactLinks {
    /// Where a link leads.
    enum Target: Equatable {
        case contact(Int)
        /// No stored contact has this number.
        case unknown
        /// The link has nothing to do with the contacts of the account.
        case elsewhere
    }

    /// More links at once are left out.
    static let maxCount = 10
    /// In bytes.
    static let maxLength = 2_000
    private static let prefix = "cameo://contact/"
    /// Of a number, which has at most 64 bits.
    private static let maxDigits = 18

    /// The link of a contact.
    static func link(to number: Int) -> String { prefix + String(number) }

    /// Whether a text is a link that the program opens.
    static func isLink(_ text: String) -> Bool {
        guard text.utf8.count <= maxLength, let scheme = text.split(separator: ":").first else { return false }
        return ["cameo", "http", "https"].contains(scheme.lowercased()) && text.contains("://")
    }

    /// Whether a link is one of the program's own.
    static func isOwn(_ link: String) -> Bool { link.lowercased().hasPrefix("cameo:") }

    /// The number in a link of the program's own; nil for any other text.
    static func number(in link: String) -> Int? {
        guard link.lowercased().hasPrefix(prefix) else { return nil }
        let digits = link.utf8.dropFirst(prefix.utf8.count)
        guard (1...maxDigits).contains(digits.count), digits.first != UInt8(ascii: "0"),
            digits.allSatisfy({ (UInt8(ascii: "0")...UInt8(ascii: "9")).contains($0) })
        else { return nil }
        return Int(String(decoding: digits, as: UTF8.self))
    }

    /// Finds the contact of a link. A link that cannot be looked up leads to no contact.
    static func target(of link: String, server: AccountServer, in store: ContactStore) async -> Target {
        guard isLink(link) else { return .elsewhere }
        if isOwn(link) {
            guard let number = number(in: link) else { return .unknown }
            let id = try? await store.storedNumber(of: RemoteID(String(number)))
            return id.map { Target.contact($0) } ?? .unknown
        }
        guard let url = URL(string: link), let name = server.kind.contactName(inPage: url, on: server.address) else {
            return .elsewhere
        }
        let id = try? await store.storedNumber(ofPage: name)
        return id.map { Target.contact($0) } ?? .unknown
    }
}
