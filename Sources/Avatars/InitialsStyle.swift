/// How a circle with initials is painted.
public nonisolated struct InitialsStyle: Hashable, Sendable {
    /// What the desktop asks for.
    public struct Appearance: Hashable, Sendable {
        /// Light text on dark windows.
        public var isDark: Bool
        /// The strongest contrast, and clear edges.
        public var isHighContrast: Bool

        /// The usual appearance unless told otherwise.
        public init(isDark: Bool = false, isHighContrast: Bool = false) {
            self.isDark = isDark
            self.isHighContrast = isHighContrast
        }
    }

    /// The circle's colour, solid.
    public let fill: RGB
    /// The colour of the letters, or of the person's figure.
    public let letters: RGB
    /// The colour of the circle's edge.
    public let rim: RGB
    /// Width of the edge in application pixels.
    public let rimWidth: Double

    /// The style for a circle of some colour.
    public init(color: RGB, appearance: Appearance) {
        // A saturated circle glares on a dark window.
        fill = appearance.isDark && !appearance.isHighContrast ? color.mixed(with: .black, share: 0.1) : color
        letters = Self.letters(on: fill, isHighContrast: appearance.isHighContrast)
        if appearance.isHighContrast {
            rim = appearance.isDark ? .white : .black
            rimWidth = 2
        } else {
            rim = fill.mixed(with: .black, share: 0.2)
            rimWidth = 1
        }
    }

    /// The least contrast between letters and circle: WCAG 2.1, 1.4.3.
    public static let leastContrast = 4.5

    /// Size of the letters for a circle of some diameter, both in application pixels.
    public static func fontSize(diameter: Int) -> Double {
        min(max(0.4 * Double(diameter), 8), 50)
    }
}

private nonisolated extension InitialsStyle {
    /// White where it can be read, else dark: one of black and white always has 4.58 or more.
    static func letters(on fill: RGB, isHighContrast: Bool) -> RGB {
        if isHighContrast {
            return fill.contrast(with: .white) >= fill.contrast(with: .black) ? .white : .black
        }
        if fill.contrast(with: .white) >= leastContrast { return .white }
        // The circle's own hue is calmer than black.
        let shade = fill.mixed(with: .black, share: 0.8)
        return fill.contrast(with: shade) >= leastContrast ? shade : .black
    }
}
