/// What a decode was made from. Outside the cache, since a generic type's own types are slow to hash.
nonisolated struct DecodeID: Hashable {
    let digest: ContentDigest
    /// Edge of the decode in device pixels.
    let pixels: Int
}

/// Decoded pictures in memory, the least recently used thrown out first.
///
/// Equal bytes decoded at the same size are one entry, whatever URLs they came from. An entry holds its decode and the
/// exact sizes that were made from it for views.
final class MemoryCache<Picture: Sendable> {
    /// URLs that may lead to one entry. A server can give one picture any number of URLs.
    private static var mostKeys: Int { 64 }

    private(set) var bytes = 0
    private let countLimit: Int
    private let byteLimit: Int
    private let cost: @Sendable (Picture) -> Int
    private var entries: [AvatarCacheKey: Entry] = [:]
    private var contents: [DecodeID: Entry] = [:]
    private var uses = 0

    init(countLimit: Int, byteLimit: Int, cost: @escaping @Sendable (Picture) -> Int) {
        self.countLimit = countLimit
        self.byteLimit = byteLimit
        self.cost = cost
    }

    /// The number of decodes.
    var count: Int { contents.count }

    /// The picture as views of this size show it.
    func picture(for key: AvatarCacheKey, shown: PictureSize) -> Picture? {
        guard let entry = entries[key] else { return nil }
        touch(entry)
        return entry.resampled[shown]
    }

    /// The decode, with what it was made from.
    func decode(for key: AvatarCacheKey) -> (content: DecodeID, picture: Picture)? {
        guard let entry = entries[key] else { return nil }
        touch(entry)
        return (entry.content, entry.decode)
    }

    /// The decode of known bytes, which the key leads to from now on.
    func decode(of content: DecodeID, adding key: AvatarCacheKey) -> Picture? {
        guard let entry = contents[content] else { return nil }
        add(key, to: entry)
        touch(entry)
        return entry.decode
    }

    func insert(_ decode: Picture, of content: DecodeID, for key: AvatarCacheKey) {
        let entry = contents[content] ?? Entry(content: content, decode: decode, cost: cost(decode))
        if contents.updateValue(entry, forKey: content) == nil { bytes += entry.cost }
        add(key, to: entry)
        touch(entry)
        trim()
    }

    /// Adds what views of a size show of a decode; without effect when that has gone meanwhile.
    func insert(_ picture: Picture, shown: PictureSize, madeFrom content: DecodeID) {
        guard let entry = contents[content], entry.resampled[shown] == nil else { return }
        entry.resampled[shown] = picture
        let added = cost(picture)
        entry.cost += added
        bytes += added
        trim()
    }

    /// Forgets what the URL of a picture leads to.
    func remove(_ picture: PictureID) {
        for key in entries.keys where key.picture == picture { remove(key) }
    }

    /// Forgets what was made for views, and keeps the decodes.
    func removeResampled() {
        for entry in contents.values {
            let freed = entry.resampled.values.reduce(0) { $0 + cost($1) }
            entry.resampled = [:]
            entry.cost -= freed
            bytes -= freed
        }
    }

    func removeAll() {
        entries = [:]
        contents = [:]
        bytes = 0
    }
}

private extension MemoryCache {
    final class Entry {
        let content: DecodeID
        let decode: Picture
        var resampled: [PictureSize: Picture] = [:]
        var keys: [AvatarCacheKey] = []
        var cost: Int
        var lastUse = 0

        init(content: DecodeID, decode: Picture, cost: Int) {
            self.content = content
            self.decode = decode
            self.cost = cost
        }
    }

    func add(_ key: AvatarCacheKey, to entry: Entry) {
        guard entries[key] !== entry else { return }
        remove(key)
        entries[key] = entry
        entry.keys.append(key)
        if entry.keys.count > Self.mostKeys { entries[entry.keys.removeFirst()] = nil }
    }

    func remove(_ key: AvatarCacheKey) {
        guard let entry = entries.removeValue(forKey: key) else { return }
        entry.keys.removeAll { $0 == key }
        if entry.keys.isEmpty { remove(entry) }
    }

    func remove(_ entry: Entry) {
        for key in entry.keys { entries[key] = nil }
        contents[entry.content] = nil
        bytes -= entry.cost
    }

    func touch(_ entry: Entry) {
        uses += 1
        entry.lastUse = uses
    }

    /// Looks through all entries: a thousand of them take microseconds, once per decode; a list would cost every look-up.
    func trim() {
        while bytes > byteLimit || count > countLimit,
            let oldest = contents.values.min(by: { $0.lastUse < $1.lastUse })
        {
            remove(oldest)
        }
    }
}
