import Foundation

/// An uploaded photo.
public struct Photo: Sendable, Equatable, Identifiable {
    public let id: Int
    /// The random name under which the server keeps it, the last part of its URL.
    public let fileName: String?
    /// Where a browser finds it.
    public let link: String?
    /// The picture itself, encoded anew by the server: `data:image/jpeg;base64,…`.
    public let dataURL: String?
    public let contactID: Int?

    init?(_ object: JSONObject) {
        guard let id = object.int("id"), id > 0 else { return nil }
        self.id = id
        link = object.string("link")
        dataURL = object.string("dataUrl")
        contactID = object.object("contact")?.int("id")
        let path = object.string("new_filename") ?? link
        fileName = path?.prefix { $0 != "?" }.split(separator: "/").last.map(String.init)
    }
}

/// One page of a list of photos.
public struct PhotoPage: Sendable {
    public let photos: [Photo]
    /// The page's number, from 1.
    public let page: Int
    public let lastPage: Int
    /// Of all pages.
    public let total: Int

    /// Throws `tooManyEntries` if there are more than were asked for.
    init(parsing data: Data, atMost asked: Int) throws(MonicaError) {
        let (entries, meta) = try JSONText.page(data, atMost: asked)
        // An entry that cannot be read costs nothing but itself.
        photos = entries.compactMap { try? JSONObject(parsing: $0) }.compactMap(Photo.init)
        (page, lastPage, total) = JSONObject.pagination(meta, entries: entries.count)
    }
}
