package import Foundation
package import Model
package import Network

extension ContactPage {
    /// Throws `tooManyEntries` if there are more than were asked for.
    package init(parsing data: Data, atMost asked: Int = 100) throws(ServerError) {
        let (entries, meta) = try JSONText.page(data, atMost: asked)
        // An entry that cannot be read costs nothing but itself.
        let contacts = entries.compactMap { try? Contact(json: $0) }
        let (page, lastPage, total) = JSONObject.pagination(meta, entries: entries.count)
        self.init(
            contacts: contacts, unreadable: entries.count - contacts.count, page: page, lastPage: lastPage, total: total
        )
    }
}

extension ReminderPage {
    /// Throws `tooManyEntries` if there are more than were asked for.
    package init(parsing data: Data, atMost asked: Int = 100) throws(ServerError) {
        let (entries, meta) = try JSONText.page(data, atMost: asked)
        // An entry that cannot be read costs nothing but itself.
        self.init(
            reminders: entries.compactMap { try? JSONObject(parsing: $0) }.compactMap(ContactReminder.init),
            lastPage: JSONObject.pagination(meta, entries: entries.count).lastPage)
    }
}

extension Photo {
    init?(_ object: JSONObject) {
        guard let id = object.int("id"), id > 0 else { return nil }
        let link = object.string("link")
        let path = object.string("new_filename") ?? link
        self.init(
            id: id, fileName: path?.prefix { $0 != "?" }.split(separator: "/").last.map(String.init), link: link,
            dataURL: object.string("dataUrl"), originalName: object.string("original_filename"),
            createdAt: object.string("created_at").flatMap(ServerDate.parse),
            contactID: object.object("contact")?.int("id"))
    }
}

extension PhotoPage {
    /// Throws `tooManyEntries` if there are more than were asked for.
    init(parsing data: Data, atMost asked: Int) throws(ServerError) {
        let (entries, meta) = try JSONText.page(data, atMost: asked)
        let (page, lastPage, total) = JSONObject.pagination(meta, entries: entries.count)
        // An entry that cannot be read costs nothing but itself.
        self.init(
            photos: entries.compactMap { try? JSONObject(parsing: $0) }.compactMap(Photo.init), page: page,
            lastPage: lastPage, total: total)
    }
}

extension User {
    init(parsing data: Data) throws(ServerError) {
        guard let user = try JSONObject(parsing: data).object("data"), let id = user.int("id"), id > 0 else {
            throw .unreadable
        }
        self.init(
            id: id, firstName: user.string("first_name"), lastName: user.string("last_name"), name: user.string("name"),
            email: user.string("email"), locale: user.string("locale"), timezone: user.string("timezone"),
            accountID: user.object("account")?.int("id"), uuid: user.string("uuid"), createdAt: user.date("created_at"))
    }
}

extension JSONObject {
    /// The largest count of a server. No server has as many entries. Its products with the size of a page do not
    /// overflow.
    private static let maxCounted = 1 << 40

    /// Without a usable `meta`, this page is all there is.
    static func pagination(_ meta: JSONObject?, entries: Int) -> (page: Int, lastPage: Int, total: Int) {
        func number(_ key: String, from least: Int) -> Int? { meta?.int(key).map { min(max($0, least), maxCounted) } }
        let page = number("current_page", from: 1) ?? 1
        return (page, number("last_page", from: 1) ?? page, number("total", from: 0) ?? entries)
    }
}
