import Model
import Platform

/// The source of a decode. It is outside the cache, since nested types of a generic type are slow to hash.
nonisolated struct DecodeID: Hashable {
    let digest: SHA256Digest
    /// Edge of the decode in device pixels.
    let pixels: Int
}

/// Decoded pictures in memory, the least recently used thrown out first.
///
/// Equal bytes decoded at the same size are one entry, even from different URLs. An entry holds the exact sizes that views
/// show. Recently used entries also hold the decode behind them: it is five times as large, and needed again only for another
/// size.
final class MemoryCache<Picture: Sendable> {
    /// URLs that may lead to one entry. A server can give one picture any number of URLs.
    private static var maxKeys: Int { 64 }

    private(set) var bytes = 0
    /// The part of `bytes` that decodes take.
    private(set) var decodeBytes = 0
    private let countLimit: Int
    private let byteLimit: Int
    private let decodeByteLimit: Int
    private let cost: @Sendable (Picture) -> Int
    private var entries: [AvatarCacheKey: Entry] = [:]
    private var contents: [DecodeID: Entry] = [:]
    private var uses = 0

    /// `decodeByteLimit` is the part of `byteLimit` for decodes that are not needed at once, an eighth unless told.
    init(countLimit: Int, byteLimit: Int, decodeByteLimit: Int? = nil, cost: @escaping @Sendable (Picture) -> Int) {
        self.countLimit = countLimit
        self.byteLimit = byteLimit
        self.decodeByteLimit = decodeByteLimit ?? byteLimit / 8
        self.cost = cost
    }

    /// The number of pictures, each counted once for all its sizes.
    var count: Int { contents.count }

    /// The picture as views of this size show it.
    func picture(for key: AvatarCacheKey, shown: PictureSize) -> Picture? {
        guard let entry = entries[key] else { return nil }
        touch(entry)
        return entry.resampled[shown]
    }

    /// The picture of known bytes as views of this size show it. The key leads to these bytes from now on.
    func picture(of content: DecodeID, adding key: AvatarCacheKey, shown: PictureSize) -> Picture? {
        guard let entry = contents[content], let picture = entry.resampled[shown] else { return nil }
        add(key, to: entry)
        touch(entry)
        return picture
    }

    /// The decode, with its source.
    func decode(for key: AvatarCacheKey) -> (content: DecodeID, picture: Picture)? {
        guard let entry = entries[key], let decode = entry.decode else { return nil }
        touch(entry)
        return (entry.content, decode)
    }

    /// The decode of known bytes, which the key leads to from now on.
    func decode(of content: DecodeID, adding key: AvatarCacheKey) -> Picture? {
        guard let entry = contents[content] else { return nil }
        add(key, to: entry)
        touch(entry)
        return entry.decode
    }

    func insert(_ decode: Picture, of content: DecodeID, for key: AvatarCacheKey) {
        let entry = contents[content] ?? Entry(content: content)
        contents[content] = entry
        if entry.decode == nil { set(decode, of: entry) }
        add(key, to: entry)
        touch(entry)
        trim()
    }

    /// Adds the picture for views of a size; does nothing if its decode has gone meanwhile.
    func insert(_ picture: Picture, shown: PictureSize, madeFrom content: DecodeID) {
        guard let entry = contents[content], entry.resampled[shown] == nil else { return }
        entry.resampled[shown] = picture
        bytes += cost(picture)
        trim()
    }

    /// Adds the picture of known bytes for views of a size, without a decode.
    func insert(_ picture: Picture, shown: PictureSize, of content: DecodeID, for key: AvatarCacheKey) {
        let entry = contents[content] ?? Entry(content: content)
        contents[content] = entry
        add(key, to: entry)
        touch(entry)
        insert(picture, shown: shown, madeFrom: content)
    }

    /// Forgets the entries of a picture.
    func remove(_ picture: PictureReference) {
        for key in entries.keys where key.picture == picture { remove(key) }
    }

    /// Forgets the pictures made for views, and keeps the decodes.
    func removeResampled() {
        for entry in contents.values {
            bytes -= resampledBytes(of: entry)
            entry.resampled = [:]
            if entry.decode == nil { remove(entry) }
        }
    }

    func removeAll() {
        entries = [:]
        contents = [:]
        bytes = 0
        decodeBytes = 0
    }
}

private extension MemoryCache {
    final class Entry {
        let content: DecodeID
        var decode: Picture?
        var resampled: [PictureSize: Picture] = [:]
        var keys: [AvatarCacheKey] = []
        var lastUse = 0

        init(content: DecodeID) {
            self.content = content
        }
    }

    func set(_ decode: Picture?, of entry: Entry) {
        let change = (decode.map(cost) ?? 0) - (entry.decode.map(cost) ?? 0)
        entry.decode = decode
        decodeBytes += change
        bytes += change
    }

    func resampledBytes(of entry: Entry) -> Int {
        entry.resampled.values.reduce(0) { $0 + cost($1) }
    }

    func add(_ key: AvatarCacheKey, to entry: Entry) {
        guard entries[key] !== entry else { return }
        remove(key)
        entries[key] = entry
        entry.keys.append(key)
        if entry.keys.count > Self.maxKeys { entries[entry.keys.removeFirst()] = nil }
    }

    func remove(_ key: AvatarCacheKey) {
        guard let entry = entries.removeValue(forKey: key) else { return }
        entry.keys.removeAll { $0 == key }
        if entry.keys.isEmpty { remove(entry) }
    }

    func remove(_ entry: Entry) {
        for key in entry.keys { entries[key] = nil }
        contents[entry.content] = nil
        bytes -= resampledBytes(of: entry)
        set(nil, of: entry)
    }

    func touch(_ entry: Entry) {
        uses += 1
        entry.lastUse = uses
    }

    /// Looks through all entries: a thousand of them take microseconds, once per decode; a list would cost every look-up.
    func trim() {
        while decodeBytes > decodeByteLimit,
            let oldest = contents.values.lazy.filter({ $0.decode != nil && !$0.resampled.isEmpty })
                .min(by: { $0.lastUse < $1.lastUse })
        {
            set(nil, of: oldest)
        }
        while bytes > byteLimit || count > countLimit,
            let oldest = contents.values.min(by: { $0.lastUse < $1.lastUse })
        {
            remove(oldest)
        }
    }
}
