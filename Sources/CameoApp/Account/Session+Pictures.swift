import Avatars
import Contacts
import Foundation
import Gtk
import Model

extension Session {
    /// Removes all pictures from memory and disk, and loads those on the screen again; the number that could not be removed.
    func clearPictures() async -> Int {
        let left = await avatars.clear()
        avatars.refresh()
        return left.count
    }
}

/// Where the pictures of contacts that are deleted are removed.
final class UnusedPictures {
    weak var store: AvatarStore<Picture>?

    /// Told on any thread.
    nonisolated func remove(_ picture: PictureReference) {
        Task { @MainActor in store?.forget(picture) }
    }

    /// Told on any thread.
    nonisolated func keep(_ picture: PictureReference, _ photo: Data) {
        Task { @MainActor in await store?.keep(picture, photo: photo) }
    }
}

/// Whoever loads a contact while it is shown.
struct WeakLoader {
    weak var loader: ContactLoader?
}
