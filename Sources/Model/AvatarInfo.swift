/// The server's description of a contact's picture.
public struct AvatarInfo: Hashable, Sendable, Codable {
    /// As the server wrote it; nil where it gave none.
    public var url: String?
    /// Where the server says that the picture comes from.
    public var source: AvatarSource
    /// The circle's colour behind the initials, `#rrggbb`.
    public var defaultAvatarColor: String?

    /// A picture by its known parts; without any, the server's own initials.
    public init(url: String? = nil, source: AvatarSource = .default, defaultAvatarColor: String? = nil) {
        self.url = url
        self.source = source
        self.defaultAvatarColor = defaultAvatarColor
    }

    /// A photo at an address of the server; one without an address waits to be sent, and has the name of its file.
    public init(photoAt address: String?, named fileName: String) {
        self.init(url: address ?? fileName, source: address == nil ? .pending : .photo)
    }

    /// The source that counts: an avatar photo that was deleted leaves the source `photo` with the URL of the server's
    /// own initials.
    public var effectiveSource: AvatarSource {
        guard source == .photo, let url else { return source }
        return PictureURL.isOfInitials(url) ? .default : source
    }

    /// Whether there is a picture worth a request; the server's own initials are drawn here instead.
    public var shouldLoadAvatar: Bool {
        // There is one for each row of a list, so nothing is copied here.
        effectiveSource != .default && url?.contains { !$0.isWhitespace } == true
    }
}

extension AvatarInfo {
    /// A copy for lists: a picture inside the URL (often 17 KB) becomes its digest, so that a changed picture still has
    /// a changed URL.
    public var withoutInlineData: AvatarInfo {
        guard let inlineDigest else { return self }
        return AvatarInfo(
            url: PictureURL.withDigest(inlineDigest), source: source, defaultAvatarColor: defaultAvatarColor)
    }

    /// Whether the URL says nothing but the digest of the picture that was inside.
    public var isWithoutInlineData: Bool { url.map(PictureURL.isDigest) ?? false }

    /// The digest (FNV-1a, 64 bit, hex) of a picture that comes inside the URL, shortened or not; nil for all others.
    public var inlineDigest: String? {
        guard let url, PictureURL.isInline(url) else { return nil }
        return PictureURL.digest(ofInline: url)
    }
}

extension AvatarInfo {
    private enum CodingKeys: String, CodingKey {
        case url, source
        case defaultAvatarColor = "default_avatar_color"
    }

    /// Never throws: an unreadable value is nil, and the source then `default`.
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
