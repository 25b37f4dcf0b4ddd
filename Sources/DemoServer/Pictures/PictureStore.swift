import Foundation
import Synchronization

/// The pictures of the account, drawn on request and kept within a bound.
final class PictureStore: Sendable {
    private let cache = Mutex(PictureCache(capacity: 64 << 20))

    /// The file of a photo as it was uploaded; nil when no picture can be made.
    func file(of photo: AlbumPhoto, in account: ServerAccount) -> Data? {
        if let upload = photo.upload { return upload.original }
        return cached("file \(photo.fileName)") { PhotoFile(photo: photo, account: account).original() }
    }

    /// The `data:` URL of a photo in the API: encoded again, without the EXIF block and its orientation.
    func dataURL(of photo: AlbumPhoto, in account: ServerAccount) -> String? {
        if let upload = photo.upload { return upload.dataURL }
        let data = cached("api \(photo.fileName)") { PhotoFile(photo: photo, account: account).reencoded() }
        return data.map { "data:\(photo.format.mimeType);base64,\($0.base64EncodedString())" }
    }

    /// A cartoon face as a `data:` URL. There are a few hundred of them, shared by all contacts.
    func adorable(of person: Person, seed: UInt64) -> String {
        let number = Int(Random.mixed(seed &+ UInt64(person.id)) % UInt64(AdorableFace.count))
        let data = cached("adorable \(number)") { AdorableFace(number: number).pngData() } ?? Data()
        return "data:image/png;base64,\(data.base64EncodedString())"
    }

    /// The first letters of a name on its colour, as the server draws them.
    func initials(of person: Person) -> Data? {
        cached("initials \(person.initials.prefix(2)) \(person.colour)") { InitialsSquare.jpegData(of: person) }
    }

    /// Drawn outside the lock: two threads may draw the same picture, which costs time and nothing else.
    private func cached(_ name: String, _ make: () -> Data?) -> Data? {
        if let data = cache.withLock({ $0[name] }) { return data }
        guard let data = make() else { return nil }
        cache.withLock { $0.insert(data, name) }
        return data
    }
}

/// Least recently used pictures leave first.
private struct PictureCache {
    private let capacity: Int
    private var entries: [String: (data: Data, use: Int)] = [:]
    private var size = 0
    private var uses = 0

    init(capacity: Int) {
        self.capacity = capacity
    }

    subscript(name: String) -> Data? {
        mutating get {
            uses += 1
            entries[name]?.use = uses
            return entries[name]?.data
        }
    }

    mutating func insert(_ data: Data, _ name: String) {
        guard data.count <= capacity else { return }
        uses += 1
        size += data.count - (entries.updateValue((data, uses), forKey: name)?.data.count ?? 0)
        guard size > capacity else { return }
        // Down to three quarters at once, so that the sorting is rare.
        for (name, entry) in entries.sorted(by: { $0.value.use < $1.value.use }) where size > capacity / 4 * 3 {
            size -= entry.data.count
            entries[name] = nil
        }
    }
}
