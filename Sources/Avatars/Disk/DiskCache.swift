import Foundation
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
        await run(on: reading) { [folder, account] in folder.entry(named: Self.name(url, account)) }
    }

    func contains(_ url: URL) async -> Bool {
        await run(on: reading) { [folder, account] in folder.contains(Self.name(url, account)) }
    }

    func store(_ entry: DiskEntry, for url: URL) async {
        await run(on: writing) { [folder, account] in folder.store(entry, named: Self.name(url, account)) }
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
