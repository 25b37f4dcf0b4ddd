package import Foundation

/// The orders in which the server lists contacts; it knows none by name.
public enum ContactSort: String, Sendable {
    case created = "created_at"
    case updated = "updated_at"
    case updatedDescending = "-updated_at"
    case createdDescending = "-created_at"
}

/// One page of the list of contacts.
public struct ContactPage: Sendable {
    /// A real server sends at most 100 a page.
    private static let mostContacts = 1_000

    public let contacts: [Contact]
    /// How many entries of the page had no usable id.
    public let unreadable: Int
    /// The page's number, from 1.
    public let page: Int
    public let lastPage: Int
    /// Of all pages.
    public let total: Int

    package init(parsing data: Data) throws(MonicaError) {
        guard let members = JSONText.members(of: data), let entries = members["data"].flatMap(JSONText.elements) else {
            throw .unreadable
        }
        // An entry that cannot be read costs nothing but itself.
        contacts = entries.prefix(Self.mostContacts).compactMap { try? Contact(json: $0) }
        unreadable = entries.count - contacts.count
        let meta = members["meta"].flatMap { try? JSONObject(parsing: $0) }
        (page, lastPage, total) = JSONObject.pagination(meta, entries: entries.count)
    }
}

extension JSONObject {
    /// Without a usable `meta`, this page is all there is.
    static func pagination(_ meta: JSONObject?, entries: Int) -> (page: Int, lastPage: Int, total: Int) {
        let page = max(1, meta?.int("current_page") ?? 1)
        return (page, max(1, meta?.int("last_page") ?? page), max(0, meta?.int("total") ?? entries))
    }
}
