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
    public let contacts: [Contact]
    /// How many entries of the page had no usable id, or were too large.
    public let unreadable: Int
    /// The page's number, from 1.
    public let page: Int
    public let lastPage: Int
    /// Of all pages.
    public let total: Int

    /// Throws `tooManyEntries` if there are more than were asked for.
    package init(parsing data: Data, atMost asked: Int = 100) throws(MonicaError) {
        let (entries, meta) = try JSONText.page(data, atMost: asked)
        // An entry that cannot be read costs nothing but itself.
        contacts = entries.compactMap { try? Contact(json: $0) }
        unreadable = entries.count - contacts.count
        (page, lastPage, total) = JSONObject.pagination(meta, entries: entries.count)
    }
}

extension JSONObject {
    /// What a server may count to: more than any has, and so little that sums and products of it do not overflow.
    private static let mostCounted = 1 << 40

    /// Without a usable `meta`, this page is all there is.
    static func pagination(_ meta: JSONObject?, entries: Int) -> (page: Int, lastPage: Int, total: Int) {
        func number(_ key: String, from least: Int) -> Int? {
            meta?.int(key).map { min(max($0, least), mostCounted) }
        }
        let page = number("current_page", from: 1) ?? 1
        return (page, number("last_page", from: 1) ?? page, number("total", from: 0) ?? entries)
    }
}
