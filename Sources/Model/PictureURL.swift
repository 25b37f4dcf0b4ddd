package import Foundation

/// The forms of addresses of pictures: addresses that hold their picture, and addresses in the server's own folders.
package enum PictureURL {
    /// How an address begins that holds its picture, or the digest of one.
    package static let inlineStart = "data:"
    /// The beginning of an address that holds the digest of its picture.
    private static let digestStart = inlineStart + ";digest="
    /// The server's folders of uploaded files: for its users, or for everybody.
    private static let uploadFolders = ["/store/", "/storage/"]
    private static let initialsFolders = uploadFolders.map { $0 + "avatars/" }

    /// Whether an address holds its picture, or the digest of one; capitals do not count.
    package static func isInline(_ url: String) -> Bool {
        url.utf8.count >= inlineStart.utf8.count
            && zip(url.utf8, inlineStart.utf8).allSatisfy { $0 | 0x20 == $1 | 0x20 }
    }

    /// Whether an address says nothing but the digest of a picture.
    package static func isDigest(_ url: String) -> Bool {
        url.hasPrefix(digestStart)
    }

    /// The digest (FNV-1a, 64 bit, hex) of an address with a picture inside, which may be replaced by it already.
    package static func digest(ofInline url: String) -> String {
        if isDigest(url) { return String(url.dropFirst(digestStart.count)) }
        var hash: UInt64 = 0xcbf2_9ce4_8422_2325
        for byte in url.utf8 {
            hash = (hash ^ UInt64(byte)) &* 0x100_0000_01b3
        }
        return String(hash, radix: 16)
    }

    /// The address that stands for one with a picture inside, with the picture's digest.
    package static func withDigest(_ digest: String) -> String {
        digestStart + digest
    }

    /// The encoded picture of an address that holds one (RFC 2397), at most so many bytes; nil for anything but an image
    /// in base64.
    package static func inlinePicture(_ url: String, maxBytes: Int) -> Data? {
        // The length is measured first, so a text that is too long is not copied. A search by letters would take many times as
        // long as one by bytes.
        guard url.utf8.count <= maxBytes / 3 * 4 + 200, let comma = url.utf8.firstIndex(of: UInt8(ascii: ",")) else {
            return nil
        }
        let type = url[..<comma].lowercased()
        guard type.hasPrefix(inlineStart + "image/"), type.hasSuffix(";base64") else { return nil }
        let payload = url[url.utf8.index(after: comma)...]
        let isEscaped = payload.utf8.contains(UInt8(ascii: "%"))
        guard let text = isEscaped ? payload.removingPercentEncoding : String(payload),
            let data = Data(base64Encoded: text), !data.isEmpty
        else { return nil }
        return data
    }

    /// The part of a path from a folder on in which servers keep uploads; nil if it leads through none.
    package static func upload(in path: String) -> Substring? {
        uploadFolders.compactMap { path.range(of: $0)?.lowerBound }.min().map { path[$0...] }
    }

    /// Whether an address is that of initials that the server drew.
    package static func isOfInitials(_ url: String) -> Bool {
        // There is one for each row of a list: Foundation's search, which knows about letters, takes longer.
        initialsFolders.contains { strstr(url, $0) != nil }
    }
}
