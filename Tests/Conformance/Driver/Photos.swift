import Contacts
import Foundation
import Model

/// Photos and avatars, as the page of a contact sets them.
@MainActor
struct Photos {
    let outbox: Outbox
    let album: PhotoAlbum

    /// Carries out one of the commands about photos; nil for a contact that is not there.
    func carryOut(_ command: Command, of contact: ContactID) async throws -> Receipt? {
        switch (command.action, command.name) {
        case (.photo, _):
            guard let bytes = command.picture, let file = PhotoFile(bytes: bytes, format: .png) else {
                throw DriverError.noPhoto
            }
            return try await outbox.setAvatar(.file(file), of: contact)
        case (.avatar, "gravatar"): return try await outbox.setAvatar(.gravatar, of: contact)
        case (.avatar, "initials"): return try await outbox.setAvatar(.initials, of: contact)
        case (.avatar, let name):
            return try await outbox.setAvatar(.photo(try await photo(name, of: contact)), of: contact)
        default: return try await outbox.removePhoto(try await photo(command.name, of: contact), of: contact)
        }
    }

    private func photo(_ name: String?, of contact: ContactID) async throws -> ContactPhoto {
        guard let photo = try await album.photos(of: contact).first(where: { $0.fileName == name }) else {
            throw DriverError.noPhoto
        }
        return photo
    }
}
