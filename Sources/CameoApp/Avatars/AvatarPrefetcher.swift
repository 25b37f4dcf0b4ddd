import Avatars
import Gtk
import Model
import Network

/// Loads the pictures of the next rows in the direction of scrolling, after the visible ones.
final class AvatarPrefetcher {
    /// As many rows as a quick turn of the wheel brings.
    static let rows = 15

    private let pictures: AvatarPictures
    private var wanted: [PictureReference: AvatarState<Picture>] = [:]
    private var lastTop = 0
    /// The next rows of the last call. Their pictures are in memory or in `wanted`.
    private var looked = 0..<0
    /// The size of the pictures in the last call.
    private var size = (avatar: 0, scale: 0)

    init(pictures: AvatarPictures) {
        self.pictures = pictures
    }

    /// Rows from `top` to below `bottom` are on the screen. `picture` gives that of the row at a position below `count`.
    func scrolled(top: Int, bottom: Int, count: Int, scale: Int, picture: (Int) -> PictureReference) {
        guard let store = pictures.store else { return cancel() }
        let size = (avatar: pictures.rowSize.avatar, scale: scale)
        if size != self.size { cancel() }
        self.size = size
        let goesDown = top >= lastTop
        lastTop = top
        let next = goesDown ? bottom..<min(bottom + Self.rows, count) : max(top - Self.rows, 0)..<top
        var now: [PictureReference: AvatarState<Picture>] = [:]
        // A row that has just come on the screen has no wish of its own before it is laid out; until then its load must not
        // end for want of one.
        for position in top..<bottom where position < count && !wanted.isEmpty {
            let picture = picture(position)
            // Two rows may have the same picture.
            if let state = wanted.removeValue(forKey: picture) { now[picture] = state }
        }
        for position in next where position < count && !(wanted.isEmpty && looked.contains(position)) {
            let picture = picture(position)
            guard picture != .none, now[picture] == nil else { continue }
            if let state = wanted.removeValue(forKey: picture) {
                now[picture] = state
                continue
            }
            guard !looked.contains(position), store.inMemory(picture, size: size.avatar, scale: scale) == nil else {
                continue
            }
            let fresh = store.state(for: picture, size: size.avatar, scale: scale)
            guard fresh.current.image == nil else { continue }
            fresh.want(.background)
            now[picture] = fresh
        }
        // The remaining pictures were prefetched for another position.
        for state in wanted.values { state.release(.background) }
        wanted = now
        looked = next
    }

    /// The list changed: other pictures are at some positions.
    func forget() {
        looked = 0..<0
    }

    /// Cancels the prefetch.
    func cancel() {
        for state in wanted.values { state.release(.background) }
        wanted = [:]
        forget()
    }
}
