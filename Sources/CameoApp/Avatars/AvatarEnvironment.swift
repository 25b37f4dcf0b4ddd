import Avatars
import Contacts
import Foundation
import GLib
import Gtk
import MonicaAPI
import Platform

/// How the avatar store loads, decodes and keeps pictures in the program.
extension AvatarStore<Picture>.Environment {
    static func pictures(
        account: Account, transport: any HTTPTransport, client: MonicaClient, store: ContactStore, folder: FolderPath?,
        notes: CrashNotes? = nil
    ) -> Self {
        Self(
            server: account.server, transport: transport, client: client,
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
                var disk = AvatarStore<Picture>.Disk(folder: folder, account: account.id) { $0.storedData() }
                disk.hasRoom = DiskSpace.roomKeeper(at: folder.url)
                return disk
            })
    }
}

/// The edge of photos in the desktop's present style.
private var photoRim: DiscRim {
    DiscRim(.ofPhoto(.ofDesktop))
}
