import Foundation

/// Brings pictures to the size of the disk cache and stores them, one after the other behind everything else.
final class DiskWriter<Picture: Sendable> {
    /// Bytes that may wait; pictures beyond are asked for again another time.
    private static var mostWaitingBytes: Int { 64 << 20 }

    private struct Job {
        let bytes: Int
        let work: () async -> Void
    }

    private let disk: DiskCache
    private let pixels: Int
    private let decode: AvatarStore<Picture>.Environment.Decode
    private let encode: AvatarStore<Picture>.Environment.Encode
    private var jobs: [Job] = []
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

    /// Stores a picture that came over HTTP.
    func store(_ data: Data, digest: ContentDigest, freshness: Freshness, as url: URL) {
        add(bytes: data.count) { [weak self] in await self?.write(data, digest, freshness, url) }
    }

    /// Stores an upload that came inside an answer of the API, unless it is there.
    func store(inlinePicture text: String, as url: URL) {
        add(bytes: text.utf8.count) { [weak self, disk] in
            // A photo that is none is not stored; who wants it will be told.
            guard await !disk.contains(url), let data = try? await DataURL.picture(in: text) else { return }
            await self?.write(data, await ContentDigest.make(of: data), Freshness(), url)
        }
    }

    /// Drops what is not stored yet.
    func cancel() {
        task?.cancel()
        task = nil
        jobs = []
        waitingBytes = 0
    }
}

private extension DiskWriter {
    func add(bytes: Int, _ work: @escaping () async -> Void) {
        guard waitingBytes + bytes <= Self.mostWaitingBytes else { return }
        waitingBytes += bytes
        jobs.append(Job(bytes: bytes, work: work))
        if task == nil { task = Task { [weak self] in await self?.work() } }
    }

    func work() async {
        while !Task.isCancelled, !jobs.isEmpty {
            let job = jobs.removeFirst()
            waitingBytes -= job.bytes
            await job.work()
        }
        if !Task.isCancelled { task = nil }
    }

    func write(_ data: Data, _ digest: ContentDigest, _ freshness: Freshness, _ url: URL) async {
        // What cannot be decoded at this size is not stored.
        guard let picture = try? await decode(data, pixels), let encoded = await encode(picture),
            !Task.isCancelled
        else { return }
        disk.store(DiskEntry(picture: encoded, digest: digest, freshness: freshness), for: url)
    }
}
