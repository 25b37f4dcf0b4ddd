import Foundation
import Model
import Synchronization

/// The server's numbers of photos. The outbox calls a photo by the name of its file, which the address of an avatar has too.
final class PhotoNumbers: Sendable {
    private static let maxCount = 2_000

    private let numbers = Mutex<[String: Int]>([:])

    /// Nil for a photo that was not met.
    subscript(name: RemoteID) -> Int? { numbers.withLock { $0[name.rawValue] } }

    func remember(_ photo: Photo) {
        guard let name = photo.fileName else { return }
        numbers.withLock { numbers in
            // Each can be asked for again.
            if numbers.count >= Self.maxCount { numbers = [:] }
            numbers[name] = photo.id
        }
    }
}

/// The photos of a contact as far as they were read, the newest first.
struct PhotoList: Sendable {
    var photos: [Photo] = []
    /// Whether there are no others that can be read.
    var isWhole = false

    /// Whether nothing more is to be read of the photos with these names.
    func has(_ named: Set<RemoteID>) -> Bool {
        isWhole || named.isSubset(of: photos.compactMap { $0.fileName.map { RemoteID($0) } })
    }

    /// Whether nothing more is to be read of photos that were sent under these names, not before a moment.
    func has(sent: Set<String>, since moment: Date?) -> Bool {
        if isWhole || sent.isSubset(of: photos.compactMap(\.originalName)) { return true }
        guard let moment, let oldest = photos.last?.createdAt else { return false }
        return oldest < moment
    }
}
