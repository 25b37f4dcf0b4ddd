import Foundation

/// What the server says about a contact's picture.
public struct AvatarInfo: Hashable, Sendable, Codable {
    public var url: String?
    public var source: AvatarSource
    /// The circle's colour behind the initials, `#rrggbb`.
    public var defaultAvatarColor: String?

    public init(url: String? = nil, source: AvatarSource = .default, defaultAvatarColor: String? = nil) {
        self.url = url
        self.source = source
        self.defaultAvatarColor = defaultAvatarColor
    }

    /// The source that counts: an avatar photo that was deleted leaves the source `photo` with the URL of the server's
    /// own initials.
    public var effectiveSource: AvatarSource {
        guard source == .photo, let url else { return source }
        // Rows ask while they are bound: Foundation's search, which knows about letters, takes longer.
        let isInitials = strstr(url, "/store/avatars/") != nil || strstr(url, "/storage/avatars/") != nil
        return isInitials ? .default : source
    }

    /// Whether there is a picture worth a request; the server's own initials are drawn here instead.
    public var shouldLoadAvatar: Bool {
        // Rows ask while they are bound, so nothing is copied here.
        effectiveSource != .default && url?.contains { !$0.isWhitespace } == true
    }
}

extension AvatarInfo {
    private static let digestPrefix = "data:;digest="

    /// A copy for lists: a picture inside the URL (often 17 KB) becomes its digest, so that a changed picture still has
    /// a changed URL.
    public var withoutInlineData: AvatarInfo {
        guard let inlineDigest else { return self }
        return AvatarInfo(
            url: Self.digestPrefix + inlineDigest, source: source, defaultAvatarColor: defaultAvatarColor)
    }

    /// Whether the URL says nothing but the digest of the picture that was inside.
    public var isWithoutInlineData: Bool { url?.hasPrefix(Self.digestPrefix) ?? false }

    /// The digest (FNV-1a, 64 bit, hex) of a picture that comes inside the URL, shortened or not; nil for all others.
    public var inlineDigest: String? {
        guard let url, url.prefix(5).lowercased() == "data:" else { return nil }
        if url.hasPrefix(Self.digestPrefix) { return String(url.dropFirst(Self.digestPrefix.count)) }
        var hash: UInt64 = 0xcbf2_9ce4_8422_2325
        for byte in url.utf8 {
            hash = (hash ^ UInt64(byte)) &* 0x100_0000_01b3
        }
        return String(hash, radix: 16)
    }
}

extension AvatarInfo {
    private enum CodingKeys: String, CodingKey {
        case url, source
        case defaultAvatarColor = "default_avatar_color"
    }

    /// Never throws: what cannot be read is nil, and the source then `default`.
    public init(from decoder: any Decoder) throws {
        // A contact must not be lost for its avatar: anything but an object of strings counts as absent.
        let values = try? decoder.container(keyedBy: CodingKeys.self)
        func text(_ key: CodingKeys) -> String? {
            guard let text = try? values?.decode(String.self, forKey: key), !text.isEmpty else { return nil }
            return text
        }
        self.init(
            url: text(.url), source: text(.source).map(AvatarSource.init) ?? .default,
            defaultAvatarColor: text(.defaultAvatarColor))
    }
}

extension String {
    /// Whether a URL holds its picture, or the digest of one: `data:`, in any case.
    package var isInlinePicture: Bool {
        utf8.count >= 5 && zip(utf8, "data:".utf8).allSatisfy { $0 | 0x20 == $1 | 0x20 }
    }
}
