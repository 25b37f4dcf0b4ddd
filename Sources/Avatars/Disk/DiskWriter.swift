import Foundation
import Model
import Network
import Platform

/// Brings pictures to the size of the disk cache and stores them, one after the other behind everything else.
final class DiskWriter<Picture: Sendable> {
    /// The bytes that may wait; further pictures are requested again another time.
    private static var maxWaitingBytes: Int { 64 << 20 }

    private struct Job {
        let bytes: Int
        let work: () async -> Void
    }

    private let disk: DiskCache
    private let pixels: Int
    private let decode: AvatarStore<Picture>.Environment.Decode
    private let encode: AvatarStore<Picture>.Environment.Encode
    private var jobs: [Job] = []
    /// The entries from HTTP that are not on disk yet, as they came.
    private var coming: [URL: DiskEntry] = [:]
    private var waitingBytes = 0
    private var task: Task<Void, Never>?

    init(
        disk: DiskCache, pixels: Int, decode: @escaping AvatarStore<Picture>.Environment.Decode,
        encode: @escaping AvatarStore<Picture>.Environment.Encode
    ) {
        self.disk = disk
        self.pixels = pixels
        self.decode = decode
        self.encode = encode
    }

    /// Stores a picture that came over HTTP, with the square that was made of it.
    func store(_ data: Data, digest: SHA256Digest, freshness: Freshness, as url: URL, square: DiskSquare? = nil) {
        let entry = DiskEntry(picture: data, digest: digest, freshness: freshness, square: square)
        let isKept = add(bytes: data.count + (square?.pixels.count ?? 0)) { [weak self] in
            await self?.write(entry, url)
            if self?.coming[url]?.digest == digest { self?.coming[url] = nil }
        }
        if isKept { coming[url] = entry }
    }

    /// An entry that is still to be written; it saves a request to the server.
    func entry(for url: URL) -> DiskEntry? { coming[url] }

    /// Stores an upload that came inside an answer of the API, unless it is there.
    func store(inlinePicture text: String, as url: URL) {
        add(bytes: text.utf8.count) { [weak self, disk] in
            // Invalid data is not stored; a view that loads the photo gets the error.
            guard await !disk.contains(url), let data = await DataURL.picture(in: text) else { return }
            let digest = await SHA256Digest.make(of: data)
            await self?.write(DiskEntry(picture: data, digest: digest, freshness: Freshness()), url)
        }
    }

    /// Drops all entries that are not stored yet.
    func cancel() {
        task?.cancel()
        task = nil
        jobs = []
        coming = [:]
        waitingBytes = 0
    }
}

private extension DiskWriter {
    /// False if too much waits already.
    @discardableResult
    func add(bytes: Int, _ work: @escaping () async -> Void) -> Bool {
        guard waitingBytes + bytes <= Self.maxWaitingBytes else { return false }
        waitingBytes += bytes
        jobs.append(Job(bytes: bytes, work: work))
        if task == nil { task = Task { [weak self] in await self?.work() } }
        return true
    }

    func work() async {
        while !Task.isCancelled, !jobs.isEmpty {
            let job = jobs.removeFirst()
            waitingBytes -= job.bytes
            await job.work()
        }
        if !Task.isCancelled { task = nil }
    }

    func write(_ entry: DiskEntry, _ url: URL) async {
        // A picture that cannot be decoded at this size is not stored.
        guard let picture = try? await decode(entry.picture, pixels), let encoded = await encode(picture, pixels),
            !Task.isCancelled
        else { return }
        let stored = DiskEntry(
            picture: encoded, digest: entry.digest, freshness: entry.freshness, square: entry.square)
        await disk.store(stored, for: url)
    }
}
