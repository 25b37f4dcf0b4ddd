import Avatars
import Contacts
import Foundation
import Gtk
import HTTP
import MonicaAPI

/// How the avatar store loads, decodes and keeps pictures in the program.
extension AvatarStore<Picture>.Environment {
    static func pictures(
        account: Account, transport: SoupTransport, client: MonicaClient, store: ContactStore, folder: URL?
    ) -> Self {
        Self(
            server: account.server, transport: transport, client: client,
            inlineURL: { try? await store.avatarURL(ofContact: $0) },
            decode: { data, pixels throws(ImageLoadError) in
                do {
                    return try await PictureDecoder.decodeAsync(data, square: pixels)
                } catch {
                    // A cancelled decode has nobody left to tell.
                    throw .invalidData
                }
            },
            resample: { picture, pixels in picture.circle(diameter: pixels, scale: 1, rim: photoRim) },
            cost: { $0.byteCount },
            disk: folder.map { folder in
                AvatarStore<Picture>.Disk(folder: folder, account: account.id) { $0.storedData() }
            })
    }
}

/// The edge of a photo: as thin and calm as that of initials, on any picture.
private nonisolated let photoRim = Colour(red: 0, green: 0, blue: 0, alpha: 0.15)
