import Foundation
import Network
import Platform

/// Encoded pictures on disk, one file each, for one account.
nonisolated final class DiskCache: Sendable {
    private let folder: DiskFolder
    private let account: String
    /// Two queues, so that reading a picture does not wait for writing another.
    private let reading = DispatchQueue(label: "avatars.disk.reading", qos: .userInitiated)
    private let writing = DispatchQueue(label: "avatars.disk.writing", qos: .utility)

    /// `capacity` in bytes. The folder is made when something is stored.
    init(
        folder place: FolderPath, account: String, capacity: Int, hasRoom: @escaping @Sendable () -> Bool = { true }
    ) {
        let folder = DiskFolder(place, capacity: capacity, hasRoom: hasRoom)
        self.folder = folder
        self.account = account
        writing.async { folder.prepare() }
    }

    func entry(for url: URL) async -> DiskEntry? {
        await entry(for: url) { $0 }
    }

    /// Uses an entry on the thread that reads it.
    func entry<Value: Sendable>(
        for url: URL, then use: @escaping @Sendable (DiskEntry) -> Value
    ) async -> Value? {
        await run(on: reading) { [folder, account] in folder.entry(named: Self.name(url, account)).map(use) }
    }

    func contains(_ url: URL) async -> Bool {
        await run(on: reading) { [folder, account] in folder.contains(Self.name(url, account)) }
    }

    func store(_ entry: DiskEntry, for url: URL) async {
        await run(on: writing) { [folder, account] in folder.store(entry, named: Self.name(url, account)) }
    }

    /// Adds the square of some bytes to their entry.
    func add(_ square: DiskSquare, of digest: SHA256Digest, for url: URL) {
        writing.async { [folder, account] in folder.add(square, of: digest, named: Self.name(url, account)) }
    }

    /// Stores the square of a picture that is kept elsewhere.
    func storeAlone(_ square: DiskSquare, of digest: SHA256Digest, for url: URL) {
        let entry = DiskEntry(picture: Data(), digest: digest, freshness: Freshness(), square: square)
        writing.async { [folder, account] in folder.store(entry, named: Self.name(url, account)) }
    }

    func remove(_ url: URL) {
        writing.async { [folder, account] in folder.remove(Self.name(url, account)) }
    }

    /// The stored pictures, after all earlier writes.
    func use() async -> CacheUse {
        await run(on: writing) { [folder] in folder.use }
    }

    /// Removes all pictures, after all earlier writes; returns the files that could not be removed.
    func clear() async -> [URL] {
        await run(on: writing) { [folder] in folder.clear() }
    }
}

private nonisolated extension DiskCache {
    static func name(_ url: URL, _ account: String) -> String {
        SHA256Digest(of: Data("\(account)\n\(url.absoluteString)".utf8)).hex
    }

    func run<Value: Sendable>(on queue: DispatchQueue, _ body: @escaping @Sendable () -> Value) async -> Value {
        await withCheckedContinuation { continuation in
            queue.async { continuation.resume(returning: body()) }
        }
    }
}
