import Foundation

/// A photo in the album of a contact.
struct AlbumPhoto: Sendable {
    enum Format: Sendable {
        case jpeg, png

        var fileExtension: String { self == .jpeg ? "jpg" : "png" }
        var mimeType: String { self == .jpeg ? "image/jpeg" : "image/png" }
    }

    /// As the picture is seen, before `orientation` turns it.
    struct Size: Hashable, Sendable {
        var width: Int
        var height: Int
    }

    var number: Int
    /// The contacts with this photo in their albums, its first contact first.
    var contacts: [Int]
    var version: Int
    var format: Format
    var size: Size
    /// The EXIF orientation with which the file is stored, 1 to 8.
    var orientation: Int
    var subject: Subject
    var name: String
    var isBroken: Bool
    var created: Timestamp
    var updated: Timestamp
    /// The bytes of an uploaded photo; nil for an invented one.
    var upload: Upload?

    struct Upload: Sendable {
        var original: Data
        /// The `data:` URL in the API; nil for an unreadable picture.
        var dataURL: String?
        var originalName: String
        var fileExtension: String
        /// As the client called it, right or wrong.
        var mimeType: String
    }

    enum Subject: Sendable { case portrait, landscape, pet, flower }

    var fileName: String { "\(name).\(upload?.fileExtension ?? format.fileExtension)" }

    var mimeType: String { upload?.mimeType ?? format.mimeType }

    /// As it was called when it was uploaded.
    var originalName: String {
        if let upload { return upload.originalName }
        return switch subject {
        case .portrait: "portrait.\(format.fileExtension)"
        case .landscape: "IMG_\(1000 + number % 9000).\(format.fileExtension)"
        case .pet: "pet.\(format.fileExtension)"
        case .flower: "garden.\(format.fileExtension)"
        }
    }
}
