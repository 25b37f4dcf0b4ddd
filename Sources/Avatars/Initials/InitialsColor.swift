nonisolated extension AvatarSubject {
    /// The circle's colour: the server's own, else one of ten by the name.
    public var initialsColor: RGB {
        color ?? Self.palette[paletteIndex]
    }

    /// Blue, green, orange, purple, pink, teal, indigo, cyan, mint, brown.
    static let palette: [RGB] = [
        RGB(0x3584E4), RGB(0x2EC27E), RGB(0xFF7800), RGB(0x9141AC), RGB(0xD56199), RGB(0x2190A4), RGB(0x4F46B5),
        RGB(0x00A6D6), RGB(0x57D5B0), RGB(0x986A44),
    ]

    private var paletteIndex: Int {
        let name = "\(firstName ?? "") \(lastName ?? "")"
        // Long names overflow any integer, and `abs` traps for the smallest one.
        let hash = name.unicodeScalars.reduce(0) { hash, scalar in 31 &* hash &+ Int(scalar.value) }
        return Int(hash.magnitude % UInt(Self.palette.count))
    }
}
