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
