import Foundation
import Network
import Platform

/// A stored picture.
nonisolated struct DiskEntry: Hashable, Sendable {
    /// Encoded; in a file at the size of the disk cache. Empty for a picture inside a contact's copy.
    let picture: Data
    /// Of the bytes as they came from the server.
    let digest: SHA256Digest
    let freshness: Freshness
    /// The square that was made for the list.
    var square: DiskSquare?
}

/// The pixels of a picture in the size of a view, without the style of the desktop.
nonisolated struct DiskSquare: Hashable, Sendable {
    let size: PictureSize
    let pixels: Data
}

/// How an entry is written: a mark, the SHA-256 of all that follows, the header's length, the header, the picture, the square.
nonisolated extension DiskEntry {
    private static let mark = Data("CAMEO-AVATAR-1\n".utf8)
    private static let maxHeaderBytes = 16 << 10

    private struct Header: Codable {
        /// The file's own name: a file under another is damaged.
        let name: String
        let digest: Data
        let expiry: Date?
        let entityTag: String?
        let lastModified: String?
        let square: Square?
    }

    private struct Square: Codable {
        let size: Int
        let scale: Int
        let bytes: Int
    }

    func encoded(name: String) throws -> Data {
        let header = try JSONEncoder().encode(
            Header(
                name: name, digest: digest.bytes, expiry: freshness.expiry, entityTag: freshness.entityTag,
                lastModified: freshness.lastModified,
                square: square.map { Square(size: $0.size.size, scale: $0.size.scale, bytes: $0.pixels.count) }))
        var content = Data()
        withUnsafeBytes(of: UInt32(header.count).bigEndian) { content.append(contentsOf: $0) }
        content.append(header)
        content.append(picture)
        if let square { content.append(square.pixels) }
        return Self.mark + SHA256Digest(of: content).bytes + content
    }

    /// Nil for anything but an undamaged file of this name.
    init?(encoded data: Data, name: String) {
        let digestEnd = Self.mark.count + SHA256Digest.byteCount
        let headerStart = digestEnd + 4
        guard data.count > headerStart, data.starts(with: Self.mark),
            SHA256Digest(bytes: data[Self.mark.count..<digestEnd]) == SHA256Digest(of: data[digestEnd...])
        else { return nil }
        let headerLength = data[digestEnd..<headerStart].reduce(0) { $0 << 8 | Int($1) }
        guard headerLength <= Self.maxHeaderBytes, data.count > headerStart + headerLength,
            // A header of another version is as good as none.
            let header = try? JSONDecoder().decode(
                Header.self, from: data[headerStart..<headerStart + headerLength]),
            header.name == name, let digest = SHA256Digest(bytes: header.digest)
        else { return nil }
        let rest = data[(headerStart + headerLength)...]
        guard (0...rest.count).contains(header.square?.bytes ?? 0) else { return nil }
        let pixels = rest.suffix(header.square?.bytes ?? 0)
        self.init(
            picture: rest.dropLast(pixels.count), digest: digest,
            freshness: Freshness(
                expiry: header.expiry, entityTag: header.entityTag, lastModified: header.lastModified),
            square: header.square.map {
                DiskSquare(size: PictureSize(size: $0.size, scale: $0.scale), pixels: pixels)
            })
    }
}
