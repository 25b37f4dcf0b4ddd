import Foundation

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

    init(parsing data: Data) throws(MonicaError) {
        let answer = try JSONObject(parsing: data)
        guard let entries = answer.fields["data"] as? [Any] else { throw .unreadable }
        contacts = entries.prefix(Self.mostContacts).compactMap(Self.contact)
        unreadable = entries.count - contacts.count
        (page, lastPage, total) = answer.pagination(entries: entries.count)
    }

    private static func contact(_ entry: Any) -> Contact? {
        guard let object = JSONObject(entry), let json = object.json else { return nil }
        return Contact(object, json: json)
    }
}

extension JSONObject {
    /// Without a usable `meta`, this page is all there is.
    func pagination(entries: Int) -> (page: Int, lastPage: Int, total: Int) {
        let meta = object("meta")
        let page = max(1, meta?.int("current_page") ?? 1)
        return (page, max(1, meta?.int("last_page") ?? page), max(0, meta?.int("total") ?? entries))
    }
}
