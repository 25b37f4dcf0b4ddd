import Foundation

/// An opaque sRGB colour.
public nonisolated struct RGB: Hashable, Sendable {
    /// Red, 0 to 255.
    public var red: UInt8
    /// Green, 0 to 255.
    public var green: UInt8
    /// Blue, 0 to 255.
    public var blue: UInt8

    /// A colour from its three channels, 0 to 255.
    public init(red: UInt8, green: UInt8, blue: UInt8) {
        self.red = red
        self.green = green
        self.blue = blue
    }

    /// A colour from 0xRRGGBB; higher bits are ignored.
    public init(_ value: UInt32) {
        self.init(
            red: UInt8(truncatingIfNeeded: value >> 16), green: UInt8(truncatingIfNeeded: value >> 8),
            blue: UInt8(truncatingIfNeeded: value))
    }

    /// Reads `#RRGGBB` or `#AARRGGBB` (the alpha is ignored), with or without `#`; anything else is the default grey.
    public init(hex: String) {
        let digits = hex.hasPrefix("#") ? hex.dropFirst() : hex[...]
        // `UInt32(_:radix:)` alone would also take a sign.
        guard [6, 8].contains(digits.utf8.count), digits.utf8.allSatisfy(\.isHexDigit),
            let value = UInt32(digits, radix: 16)
        else {
            self = .defaultGrey
            return
        }
        self.init(value)
    }

    /// No light at all.
    public static let black = RGB(0x000000)
    /// All light.
    public static let white = RGB(0xFFFFFF)
    /// The colour for an unreadable one.
    public static let defaultGrey = RGB(0x808080)

    /// Relative luminance from 0 (black) to 1 (white), as WCAG 2.1 defines it.
    public var relativeLuminance: Double {
        0.2126 * Self.linear(red) + 0.7152 * Self.linear(green) + 0.0722 * Self.linear(blue)
    }

    /// Contrast ratio from 1 to 21, as WCAG 2.1 defines it.
    public func contrast(with other: RGB) -> Double {
        let (first, second) = (relativeLuminance, other.relativeLuminance)
        return (max(first, second) + 0.05) / (min(first, second) + 0.05)
    }

    /// This colour with a share (0 to 1) of another mixed in.
    public func mixed(with other: RGB, share: Double) -> RGB {
        func mix(_ own: UInt8, _ others: UInt8) -> UInt8 {
            UInt8((Double(own) + (Double(others) - Double(own)) * min(max(share, 0), 1)).rounded())
        }
        return RGB(red: mix(red, other.red), green: mix(green, other.green), blue: mix(blue, other.blue))
    }
}

private nonisolated extension RGB {
    static func linear(_ channel: UInt8) -> Double {
        let value = Double(channel) / 255
        return value <= 0.04045 ? value / 12.92 : pow((value + 0.055) / 1.055, 2.4)
    }
}

nonisolated extension UInt8 {
    /// Whether this is the ASCII code of 0–9, a–f or A–F.
    var isHexDigit: Bool {
        switch self {
        case UInt8(ascii: "0")...UInt8(ascii: "9"), UInt8(ascii: "a")...UInt8(ascii: "f"),
            UInt8(ascii: "A")...UInt8(ascii: "F"):
            true
        default: false
        }
    }
}
