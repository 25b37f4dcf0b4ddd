/// How a circle with initials is painted.
public nonisolated struct InitialsStyle: Hashable, Sendable {
    /// The desktop's appearance.
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
    /// The line along the circle's edge.
    public let rim: Rim

    /// The style for a circle of some colour.
    public init(color: RGB, appearance: Appearance) {
        // A saturated circle glares on a dark window.
        fill = appearance.isDark && !appearance.isHighContrast ? color.mixed(with: .black, share: 0.1) : color
        letters = Self.letters(on: fill, isHighContrast: appearance.isHighContrast)
        rim = Rim.highContrast(appearance) ?? Rim(color: fill.mixed(with: .black, share: 0.2), opacity: 1, width: 1)
    }

    /// The line along the edge of a circle.
    public struct Rim: Hashable, Sendable {
        /// Its colour, without the opacity.
        public let color: RGB
        /// 0 to 1.
        public let opacity: Double
        /// In application pixels.
        public let width: Double

        /// The rim of a photo: as thin and calm as that of initials, on any picture.
        public static func ofPhoto(_ appearance: Appearance) -> Rim {
            highContrast(appearance) ?? Rim(color: .black, opacity: 0.15, width: 1)
        }

        fileprivate static func highContrast(_ appearance: Appearance) -> Rim? {
            guard appearance.isHighContrast else { return nil }
            return Rim(color: appearance.isDark ? .white : .black, opacity: 1, width: 2)
        }
    }

    /// The least contrast between letters and circle: WCAG 2.1, 1.4.3.
    public static let minContrast = 4.5

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
        if fill.contrast(with: .white) >= minContrast { return .white }
        // The circle's own hue is calmer than black.
        let shade = fill.mixed(with: .black, share: 0.8)
        return fill.contrast(with: shade) >= minContrast ? shade : .black
    }
}
