public import Foundation

/// A photo of a contact.
public struct PhotoValue: Hashable, Codable, Sendable {
    /// The name under which it was sent. A photo from here has a UUID as name, so it is found again.
    public var fileName: String

    // Stored: these never change.
    private enum CodingKeys: String, CodingKey {
        case fileName = "file_name"
    }

    /// A photo by the name of its file.
    public init(fileName: String) { self.fileName = fileName }
}

/// The picture that a contact shows.
public enum AvatarValue: Hashable, Sendable {
    /// A photo of the same contact.
    case photo(PartID)
    /// The picture that Gravatar has for the contact's mail address.
    case gravatar
    /// The initials of its name.
    case initials
    /// A picture of another kind, by the server's word for the kind.
    case other(String)
}

extension AvatarValue: Codable {
    // Stored: these never change.
    private enum CodingKeys: String, CodingKey {
        case photo, gravatar, initials, other
    }

    public init(from decoder: any Decoder) throws {
        let container = try decoder.container(keyedBy: CodingKeys.self)
        switch container.allKeys.first {
        case .photo: self = .photo(try container.decode(PartID.self, forKey: .photo))
        case .gravatar: self = .gravatar
        case .initials: self = .initials
        case .other: self = .other(try container.decode(String.self, forKey: .other))
        case nil: throw StoredChangeError.unknown
        }
    }

    public func encode(to encoder: any Encoder) throws {
        var container = encoder.container(keyedBy: CodingKeys.self)
        switch self {
        case .photo(let id): try container.encode(id, forKey: .photo)
        case .gravatar: try container.encode(true, forKey: .gravatar)
        case .initials: try container.encode(true, forKey: .initials)
        case .other(let word): try container.encode(word, forKey: .other)
        }
    }
}

/// A picture that is ready to be sent: upright, square, at most 1,024 px, sRGB, without metadata.
public struct PhotoFile: Hashable, Sendable {
    /// The format of the bytes.
    public enum Format: String, Hashable, Sendable {
        case jpeg, png

        /// The end of the file's name.
        public var fileExtension: String { self == .jpeg ? "jpg" : "png" }
        /// The media type of an upload.
        public var mediaType: String { "image/\(rawValue)" }
    }

    /// Many servers take no request beyond 1 MB, in bytes.
    public static let maxBytes = 900_000

    /// The encoded picture.
    public let bytes: Data
    /// Its format.
    public let format: Format

    /// A picture; nil for an empty one, and for one beyond `maxBytes`.
    public init?(bytes: Data, format: Format) {
        guard (1...Self.maxBytes).contains(bytes.count) else { return nil }
        self.bytes = bytes
        self.format = format
    }
}

/// The name of a photo.
public enum PhotoID: Hashable, Sendable {
    /// A photo that waits to be sent.
    case pending(PartID)
    /// The server's name of it.
    case remote(RemoteID)
}

/// One of the photos of a contact.
public struct ContactPhoto: Hashable, Sendable, Identifiable {
    /// The name of the photo.
    public let id: PhotoID
    /// The name under which it was sent.
    public var fileName: String
    /// When the server got it; nil where that is unknown.
    public var addedAt: Date?
    /// Whether the contact shows it.
    public var isAvatar: Bool
    /// The address that the server gives the picture; nil for a photo that waits to be sent.
    public var address: String?
    /// The encoded picture; nil where it did not come along.
    public var bytes: Data?

    /// The picture of a contact that shows the photo.
    public var avatar: AvatarInfo { AvatarInfo(photoAt: address, named: fileName) }

    /// A photo by its name.
    public init(
        id: PhotoID, fileName: String, addedAt: Date? = nil, isAvatar: Bool = false, address: String? = nil,
        bytes: Data? = nil
    ) {
        self.id = id
        self.fileName = fileName
        self.addedAt = addedAt
        self.isAvatar = isAvatar
        self.address = address
        self.bytes = bytes
    }
}

/// A choice of the picture that a contact shows.
public enum AvatarChoice: Hashable, Sendable {
    /// A new photo. The former one stays among the photos of the contact.
    case file(PhotoFile)
    /// One of the contact's photos.
    case photo(ContactPhoto)
    case gravatar
    case initials
    /// The initials, and the photo is deleted that the contact shows. Nothing changes where it shows another one by then than
    /// the part; nil stands for any photo.
    case removal(of: PartID?)

    /// The choice for a contact that is made anew. The photos of the former one do not come along.
    public var anew: AvatarChoice? {
        switch self {
        case .file, .gravatar, .initials: self
        case .photo, .removal: nil
        }
    }
}
