import Model

/// Which picture, whatever its size.
nonisolated struct PictureID: Hashable, Sendable {
    /// Only for pictures inside their URL, whose short digest tells them apart within one contact but not in the world.
    let contactID: Int?
    /// As the server wrote it: no parsing while rows are bound.
    let url: String

    /// The picture of a contact, nil when there is none to load.
    init?(contactID: Int, info: AvatarInfo) {
        guard info.source != .default, let url = info.url, !url.isEmpty else { return nil }
        // Cheaper than asking each URL for its digest.
        guard url.isInlinePicture else {
            self.contactID = nil
            self.url = url
            return
        }
        self.contactID = contactID
        self.url = info.withoutInlineData.url ?? url
    }
}

/// One decode of one picture.
public nonisolated struct AvatarCacheKey: Hashable, Sendable {
    let picture: PictureID
    /// Edge of the decoded square in device pixels.
    public let pixels: Int

    init(picture: PictureID, pixels: Int) {
        self.picture = picture
        self.pixels = pixels
    }

    /// The contact, for pictures that come inside their URL; all others are shared by whoever has the same URL.
    public var contactID: Int? { picture.contactID }
    /// The URL as the server wrote it, or the digest of a picture inside it.
    public var url: String { picture.url }
}

/// At what sizes a view's picture is decoded and shown.
nonisolated struct PictureSize: Hashable, Sendable {
    /// Views up to here, in application pixels, share one decode.
    static let largestShared = 55

    /// Edge of the picture that is handed out, in application pixels.
    let size: Int
    /// Device pixels for each application pixel.
    let scale: Int
    /// Edge of the decode that it is resampled from, in device pixels.
    let decoded: Int
    /// Whether the decode is kept after the view has gone.
    let isShared: Bool

    /// `size` in application pixels, `scale` the integer scale factor of the screen.
    init(size: Int, scale: Int) {
        self.size = min(max(size, 1), 1_024)
        self.scale = min(max(scale, 1), 8)
        isShared = self.size <= Self.largestShared
        decoded = max(2 * (isShared ? Self.largestShared : self.size), self.size * self.scale)
    }
}
