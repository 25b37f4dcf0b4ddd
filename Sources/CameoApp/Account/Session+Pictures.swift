import Avatars
import Contacts
import Foundation
import Gtk
import Model

extension Session {
    /// Removes all pictures from memory and disk, and reloads the visible ones. Returns the number of pictures that stay.
    func clearPictures() async -> Int {
        let left = await avatars.clear()
        avatars.refresh()
        return left.count
    }
}

/// Removes the pictures of deleted contacts.
final class UnusedPictures {
    weak var store: AvatarStore<Picture>?

    /// Called on any thread.
    nonisolated func remove(_ picture: PictureReference) {
        Task { @MainActor in store?.forget(picture) }
    }

    /// Told on any thread.
    nonisolated func keep(_ picture: PictureReference, _ photo: Data) {
        Task { @MainActor in await store?.keep(picture, photo: photo) }
    }
}

/// A weak reference to the loader of a contact that is shown.
struct WeakLoader {
    weak var loader: ContactLoader?
}
