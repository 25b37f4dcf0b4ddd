package import Foundation
package import Model
package import Network

/// The largest count of a server. No server has as many entries. Its products with the size of a page do not overflow.
private let maxCounted = 1 << 40

/// A page of a list of the server. An entry that cannot be read costs nothing but itself.
struct ListPage<Entry: Sendable>: Sendable {
    /// The entries that could be read.
    let entries: [Entry]
    /// How many entries the server sent.
    let sent: Int
    /// The page's number, from 1.
    let page: Int
    /// The last page's number.
    let lastPage: Int
    /// Of all pages; nil where the server does not tell.
    let statedTotal: Int?
    /// Whether no page comes after it. Without `meta` a full page is not the last one.
    let isLast: Bool

    /// Of all pages. Without a usable `meta`, this page is all there is.
    var total: Int { statedTotal ?? sent }

    /// `read` takes the copies of entries.
    ///
    /// Throws `unreadable` for a text that is no page, and `tooManyEntries` if there are more than were asked for.
    init(_ text: Data, atMost asked: Int, copies read: (Data) -> Entry?) throws(ServerError) {
        guard let members = JSONText.members(of: text), let list = members["data"],
            let copies = try JSONText.elements(of: list, atMost: asked)
        else { throw .unreadable }
        // One entry may be damaged; where none is an object, this is no page of a Monica.
        guard copies.isEmpty || copies.contains(where: { $0.first == UInt8(ascii: "{") }) else { throw .unreadable }
        // A page without a readable `meta` is all there is.
        let meta = members["meta"].flatMap { JSONObject(parsing: $0) }
        func count(_ key: String, from least: Int) -> Int? { meta?.int(key).map { min(max($0, least), maxCounted) } }
        let page = count("current_page", from: 1) ?? 1
        let lastPage = count("last_page", from: 1) ?? page
        (self.page, self.lastPage, statedTotal) = (page, lastPage, count("total", from: 0))
        (entries, sent) = (copies.compactMap(read), copies.count)
        isLast = page >= lastPage && (meta != nil || copies.count < asked)
    }

    /// `read` takes the entries that are objects.
    init(_ text: Data, atMost asked: Int, _ read: (JSONObject) -> Entry?) throws(ServerError) {
        try self.init(text, atMost: asked, copies: { JSONObject(parsing: $0).flatMap(read) })
    }
}

extension ContactPage {
    /// Throws `tooManyEntries` if there are more than were asked for.
    package init(parsing data: Data, atMost asked: Int = 100) throws(ServerError) {
        let list = try ListPage<Contact>(data, atMost: asked, copies: { try? Contact(json: $0) })
        self.init(
            contacts: list.entries, unreadable: list.sent - list.entries.count, page: list.page,
            lastPage: list.lastPage, total: list.total)
    }
}
