package import Avatars
package import Contacts
import Foundation
package import GLib
import Gtk
package import Platform

extension AvatarStore<Picture> {
    /// The pictures of an account as the program loads, decodes and keeps them. `folder` is that of the disk cache; nil
    /// keeps them in memory only.
    package convenience init(
        server: AccountServer, account: Account, from pictures: any PictureServer, store: ContactStore,
        folder: FolderPath?, notes: CrashNotes? = nil,
        onNoDecoder: @escaping @MainActor @Sendable () -> Void = {}
    ) {
        let decoding = Decoding(notes: notes, onNoDecoder: onNoDecoder)
        var environment = Environment(
            request: server.pictureRequest, fetch: pictures.picture,
            inlineURL: { try? await store.avatarURL(ofContact: $0) },
            decode: { data, pixels throws(ImageLoadError) in try await decoding.decode(data, pixels) { $0 } },
            resample: { picture, size, scale in disc(of: picture, size, scale) },
            cost: { $0.byteCount },
            disk: folder.map { folder in
                var disk = Disk(folder: folder, account: account.id) { picture, pixels in
                    picture.resampled(toAtMost: pixels).storedData()
                }
                disk.disc = { disc(ofSquare: $0, $1, $2) }
                disk.hasRoom = DiskSpace.roomKeeper(at: folder.url)
                return disk
            })
        environment.decodeForView = { data, pixels, size, scale throws(ImageLoadError) in
            try await decoding.decode(data, pixels) { decode -> Environment.Decoded in
                let square = decode.resampled(to: size * scale)
                return (decode: decode, exact: disc(of: square, size, scale), square: square.pixelData)
            }
        }
        environment.forgetFailures = pictures.forget
        environment.pendingPhoto = { try? await store.pendingPhoto(named: $0) }
        self.init(environment: environment, showsExternalPictures: account.loadsExternalPictures)
        pictures.onUnasked = { [weak self] in self?.keep($0, dataURL: $1) }
    }
}

/// Decodes pictures for an account.
private nonisolated struct Decoding: Sendable {
    let notes: CrashNotes?
    let onNoDecoder: @MainActor @Sendable () -> Void

    /// Uses the decoded picture on the thread that decoded it.
    func decode<Value: Sendable>(
        _ data: Data, _ pixels: Int, then use: @escaping @Sendable (Picture) -> Value
    ) async throws(ImageLoadError) -> Value {
        do throws(PictureError) {
            return try await PictureDecoder.decodeAsync(
                data, square: pixels, exactly: false, notes: notes, then: use)
        } catch {
            // A cancelled decode has no caller left.
            guard error == .noDecoder else { throw .invalidData }
            await onNoDecoder()
            throw .noDecoder
        }
    }
}

/// A view's picture, with the rim of the desktop's present style.
private nonisolated func disc(of picture: Picture, _ size: Int, _ scale: Int) -> Picture {
    picture.circle(diameter: size, scale: scale, rim: AvatarPictures.photoRim)
}

/// The same of a kept square; nil for other bytes.
private nonisolated func disc(ofSquare pixels: Data, _ size: Int, _ scale: Int) -> Picture? {
    Picture(square: size * scale, pixelData: pixels).map { disc(of: $0, size, scale) }
}
