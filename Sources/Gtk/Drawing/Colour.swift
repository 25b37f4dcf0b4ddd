/// A colour in sRGB, not premultiplied; every channel is 0 to 1.
public nonisolated struct Colour: Hashable, Sendable {
    /// 0 to 1.
    public var red: Double
    /// 0 to 1.
    public var green: Double
    /// 0 to 1.
    public var blue: Double
    /// 0 to 1.
    public var alpha: Double

    /// No light at all.
    public static let black = Colour(red: 0, green: 0, blue: 0)
    /// All light.
    public static let white = Colour(red: 1, green: 1, blue: 1)

    /// A colour of its channels, each 0 to 1.
    public init(red: Double, green: Double, blue: Double, alpha: Double = 1) {
        self.red = red
        self.green = green
        self.blue = blue
        self.alpha = alpha
    }

    /// An opaque colour in hexadecimal notation, `0xRRGGBB`.
    public init(rgb: UInt32) {
        self.init(
            red: Double(rgb >> 16 & 0xFF) / 255, green: Double(rgb >> 8 & 0xFF) / 255, blue: Double(rgb & 0xFF) / 255)
    }
}
