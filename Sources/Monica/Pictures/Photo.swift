public import Foundation

/// An uploaded photo.
public struct Photo: Sendable, Equatable, Identifiable {
    /// The server's number of the photo.
    public var id: Int
    /// The random name under which the server keeps it, the last part of its URL.
    public var fileName: String?
    /// Where a browser finds it.
    public var link: String?
    /// The picture itself, encoded anew by the server: `data:image/jpeg;base64,…`.
    public var dataURL: String?
    /// The name under which it was sent.
    public var originalName: String?
    /// When the server got it.
    public var createdAt: Date?
    /// The contact of the photo, by the server's number.
    public var contactID: Int?
}

/// One page of a list of photos.
public struct PhotoPage: Sendable {
    /// The page's photos that could be read.
    public var photos: [Photo]
    /// The page's number, from 1.
    public var page: Int
    /// The last page's number.
    public var lastPage: Int
    /// Of all pages.
    public var total: Int

    /// A page of a list.
    public init(photos: [Photo] = [], page: Int, lastPage: Int, total: Int) {
        self.photos = photos
        self.page = page
        self.lastPage = lastPage
        self.total = total
    }
}
