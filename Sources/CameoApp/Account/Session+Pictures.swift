import Avatars
import Contacts
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
}

/// A weak reference to the loader of a contact that is shown.
struct WeakLoader {
    weak var loader: ContactLoader?
}
