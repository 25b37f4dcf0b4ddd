import Foundation
import Model

// The choice of an avatar in a stored draft. Keys and names here never change.

nonisolated struct StoredPhoto: Codable {
    var bytes: Data
    var format: String

    enum CodingKeys: String, CodingKey {
        case bytes, format
    }

    init(_ file: PhotoFile) {
        (bytes, format) = (file.bytes, file.format.rawValue)
    }

    /// Nil for a format that this version does not know.
    var file: PhotoFile? { PhotoFile.Format(rawValue: format).flatMap { PhotoFile(bytes: bytes, format: $0) } }
}

/// A choice of the avatar that needs no file.
nonisolated struct StoredAvatar: Codable {
    var kind: String
    /// The number of a photo that waits to be sent, or that is to be deleted.
    var part: PartID?
    var remote: RemoteID?
    var fileName: String?
    var address: String?

    enum CodingKeys: String, CodingKey {
        case kind, part, remote, address
        case fileName = "file_name"
    }

    init?(_ choice: AvatarChoice) {
        switch choice {
        case .file: return nil
        case .gravatar: kind = "gravatar"
        case .initials: kind = "initials"
        case .removal(let photo): (kind, part) = ("removal", photo)
        case .photo(let photo):
            (kind, fileName, address) = ("photo", photo.fileName, photo.address)
            switch photo.id {
            case .pending(let part): self.part = part
            case .remote(let remote): self.remote = remote
            }
        }
    }

    /// Nil for a kind that this version does not know.
    var choice: AvatarChoice? {
        switch kind {
        case "gravatar": return .gravatar
        case "initials": return .initials
        case "removal": return .removal(of: part)
        case "photo":
            guard let id = remote.map(PhotoID.remote) ?? part.map(PhotoID.pending) else { return nil }
            return .photo(ContactPhoto(id: id, fileName: fileName ?? "", address: address))
        default: return nil
        }
    }
}
