import Foundation
import Model

/// An uploaded photo.
struct Photo: Sendable, Equatable, Identifiable {
    /// The server's number of the photo.
    let id: Int
    /// The random name under which the server keeps it, the last part of its URL.
    var fileName: String?
    /// Where a browser finds it.
    var link: String?
    /// The picture itself, encoded anew by the server: `data:image/jpeg;base64,…`.
    var dataURL: String?
    /// The name under which it was sent.
    var originalName: String?
    /// When the server got it.
    var createdAt: Date?
    /// The contact of the photo, by the server's number.
    var contactID: Int?
}

extension Photo {
    init?(_ object: JSONObject) {
        guard let id = object.int("id"), id > 0 else { return nil }
        let link = object.string("link")
        let path = object.string("new_filename") ?? link
        self.init(
            id: id, fileName: path?.prefix { $0 != "?" }.split(separator: "/").last.map(String.init), link: link,
            dataURL: object.string("dataUrl"), originalName: object.string("original_filename"),
            createdAt: object.date("created_at"), contactID: object.object("contact")?.int("id"))
    }

    func isOf(_ contact: RemoteID) -> Bool { contactID.map { RemoteID(String($0)) } == contact }
}
