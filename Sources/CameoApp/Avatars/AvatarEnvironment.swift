package import Avatars
package import Contacts
import Foundation
package import GLib
import Gtk
package import Network
package import Platform

/// How the avatar store loads, decodes and keeps pictures in the program.
extension AvatarStore<Picture>.Environment {
    package static func pictures(
        server: AccountServer, account: String, transport: any HTTPTransport, client: any ContactServer,
        store: ContactStore, folder: FolderPath?, notes: CrashNotes? = nil,
        onNoDecoder: @escaping @MainActor @Sendable () -> Void = {}
    ) -> Self {
        Self(
            request: server.pictureRequest, transport: transport,
            photos: PhotoLists(client) { id in
                // A store that cannot be read knows no numbers but the server's own.
                do { return try await store.remoteNumber(of: id) } catch { return id }
            },
            inlineURL: { try? await store.avatarURL(ofContact: $0) },
            decode: { data, pixels throws(ImageLoadError) in
                do throws(PictureError) {
                    return try await PictureDecoder.decodeAsync(data, square: pixels, exactly: false, notes: notes)
                } catch {
                    // A cancelled decode has nobody left to tell.
                    guard error == .noDecoder else { throw .invalidData }
                    await onNoDecoder()
                    throw .noDecoder
                }
            },
            resample: { picture, size, scale in picture.circle(diameter: size, scale: scale, rim: await photoRim) },
            cost: { $0.byteCount },
            disk: folder.map { folder in
                var disk = AvatarStore<Picture>.Disk(folder: folder, account: account) { picture, pixels in
                    picture.resampled(toAtMost: pixels).storedData()
                }
                disk.hasRoom = DiskSpace.roomKeeper(at: folder.url)
                return disk
            })
    }
}

/// The edge of photos in the desktop's present style.
private var photoRim: DiscRim {
    DiscRim(.ofPhoto(.ofDesktop))
}

extension PhotoLists {
    /// The lists of a server; `number` is what it calls a contact, nil for one that it does not know.
    init(_ server: any ContactServer, number: @escaping (_ id: Int) async -> Int? = { $0 }) {
        self.init(
            ofContact: { id, page, perPage, urgency throws(ServerError) in
                guard let number = await number(id) else { return [] }
                return try await server.photos(ofContact: number, page: page, perPage: perPage, urgency: urgency)
            },
            all: { page, perPage, urgency throws(ServerError) in
                try await server.photos(page: page, perPage: perPage, urgency: urgency)
            })
    }
}
