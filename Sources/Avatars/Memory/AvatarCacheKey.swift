public import Model

/// One decode of one picture.
public nonisolated struct AvatarCacheKey: Hashable, Sendable {
    /// Which picture.
    public let picture: PictureReference
    /// Edge of the decoded square in device pixels.
    public let pixels: Int

    /// The decode of a picture to a square of so many device pixels.
    public init(picture: PictureReference, pixels: Int) {
        self.picture = picture
        self.pixels = pixels
    }
}

/// The sizes at which a view's picture is decoded and shown.
nonisolated struct PictureSize: Hashable, Sendable {
    /// Views up to here, in application pixels, share one decode.
    static let maxShared = 55

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
        isShared = self.size <= Self.maxShared
        decoded = max(2 * (isShared ? Self.maxShared : self.size), self.size * self.scale)
    }
}
