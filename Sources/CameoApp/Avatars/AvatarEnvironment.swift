import Avatars
import Contacts
import Foundation
import GLib
import Gtk
import Network
import Platform

/// How the avatar store loads, decodes and keeps pictures in the program.
extension AvatarStore<Picture>.Environment {
    static func pictures(
        server: AccountServer, account: String, transport: any HTTPTransport, client: any ContactServer,
        store: ContactStore, folder: FolderPath?, notes: CrashNotes? = nil
    ) -> Self {
        Self(
            locate: server.location, transport: transport, photos: PhotoLists(client),
            inlineURL: { try? await store.avatarURL(ofContact: $0) },
            decode: { data, pixels throws(ImageLoadError) in
                do {
                    return try await PictureDecoder.decodeAsync(data, square: pixels, notes: notes)
                } catch {
                    // A cancelled decode has nobody left to tell.
                    throw .invalidData
                }
            },
            resample: { picture, size, scale in picture.circle(diameter: size, scale: scale, rim: await photoRim) },
            cost: { $0.byteCount },
            disk: folder.map { folder in
                var disk = AvatarStore<Picture>.Disk(folder: folder, account: account) { $0.storedData() }
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
    /// The lists of a server.
    init(_ server: any ContactServer) {
        self.init(
            ofContact: { id, page, perPage, urgency throws(ServerError) in
                try await server.photos(ofContact: id, page: page, perPage: perPage, urgency: urgency)
            },
            all: { page, perPage, urgency throws(ServerError) in
                try await server.photos(page: page, perPage: perPage, urgency: urgency)
            })
    }
}
