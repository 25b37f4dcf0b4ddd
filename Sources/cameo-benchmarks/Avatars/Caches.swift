import Avatars
import CameoApp
import Contacts
import Foundation
import Gtk
import Model
import Monica
import Network

/// Measures how quickly pictures come from memory and from disk, and the space that they take there.
@MainActor
enum Caches {
    /// A little less than the memory cache holds, so that all of them are hits.
    private static let count = 800

    static func measure() async throws {
        let home = try Home()
        let folder = home.cache.appending(component: "avatars")
        let bodies = try (0..<16).map { number in
            let picture = SamplePhoto.picture(width: 640, height: 640, seed: UInt32(number * 8))
            guard let data = picture.jpegData(quality: 86) else { throw Unmeasurable("gdk-pixbuf cannot write JPEG") }
            return data
        }
        // Bytes after the end of a JPEG do not change the picture. They make each body different for the caches.
        let transport = SamplePictures { bodies[$0 % bodies.count] + Data("\($0)".utf8) }
        try await measureMemory(transport, folder: folder)
        try await measureDisk(transport, folder: folder)
    }

    private static func avatars(_ transport: SamplePictures, folder: URL?) throws -> AvatarStore<Picture> {
        let store = try ProgramParts.avatars(
            kind: MonicaKind(), server: ServerAddress(SamplePictures.server), transport: transport,
            contacts: .inMemory(decoder: MonicaKind()), folder: folder)
        store.squareSize = RowSize.usual.avatar
        return store
    }

    private static func measureMemory(_ transport: SamplePictures, folder: URL) async throws {
        let store = try avatars(transport, folder: folder)
        // The first ones bring the decoders' own memory along.
        let warm = 100
        _ = try await store.loadAll((0..<warm).map(SamplePictures.subject))
        try await waitForFiles(warm, in: folder)
        let before = ProcessMemory.resident
        // As many at once as rows come on the screen together.
        for screen in stride(from: warm, to: count, by: 10) {
            _ = try await store.loadAll((screen..<screen + 10).map(SamplePictures.subject))
            try await waitForFiles(screen + 10, in: folder)
        }
        let bytes = Double(ProcessMemory.resident - before) / Double(count - warm)

        let subjects = (0..<count).map(SamplePictures.subject)
        var hits: [Double] = []
        for _ in 0..<20 {
            for subject in subjects.shuffled() {
                let start = ContinuousClock.now
                let picture = store.state(for: subject.picture, size: 50, scale: 1).current.image
                hits.append((ContinuousClock.now - start).seconds)
                guard picture != nil else { throw Unmeasurable("a picture is not in memory") }
            }
        }
        report("avatars.memory_hit", hits.median * 1e6, "µs")
        report("avatars.memory_hit.p99", hits.percentile(0.99) * 1e6, "µs")
        report("avatars.memory.per_second", Double(hits.count) / hits.reduce(0, +), "pictures/s")
        report("avatars.bytes_per_picture", bytes, "B")
    }

    private static func measureDisk(_ transport: SamplePictures, folder: URL) async throws {
        let store = try avatars(transport, folder: folder)
        let half = count / 2
        var hits: [Double] = []
        for number in (0..<half).shuffled() {
            let state = store.state(for: SamplePictures.subject(number).picture, size: 50, scale: 1)
            let start = ContinuousClock.now
            let seconds = await withCheckedContinuation { continuation in
                let watch = Watch()
                watch.observation = state.observe { current in
                    guard current.image != nil || current.error != nil else { return }
                    // As far as the texture that GTK draws in its next frame.
                    _ = current.image?.texture
                    watch.observation = nil
                    continuation.resume(returning: (ContinuousClock.now - start).seconds)
                }
                state.want()
            }
            hits.append(seconds)
            state.release()
        }
        report("avatars.disk_hit", hits.median * 1_000, "ms")
        report("avatars.disk_hit.p95", hits.percentile(0.95) * 1_000, "ms")
        let start = ContinuousClock.now
        _ = try await store.loadAll((half..<count).map(SamplePictures.subject))
        let seconds = (ContinuousClock.now - start).seconds
        report("avatars.disk.per_second", Double(count - half) / seconds, "pictures/s")
        guard store.statistics.diskHits == count, store.statistics.staleHits == 0 else {
            throw Unmeasurable("pictures did not come from disk: \(store.statistics)")
        }
    }

    private static func waitForFiles(_ count: Int, in folder: URL) async throws {
        try await wait("pictures on disk", atMost: .seconds(120)) {
            // There is no folder before the first picture.
            let names = (try? FileManager.default.contentsOfDirectory(atPath: folder.path)) ?? []
            return names.count { !$0.hasPrefix(".") } >= count
        }
    }
}

@MainActor
private final class Watch {
    var observation: AvatarObservation?
}
