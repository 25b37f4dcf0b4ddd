extension String {
    /// The text without white space, line breaks and signs of no width around it.
    ///
    /// `trimmingCharacters(in:)` of Foundation copies each UTF-16 unit: 40 ms for 100,000 characters of a form.
    public var trimmed: String {
        func isBlank(_ scalar: Unicode.Scalar) -> Bool {
            scalar.properties.isWhitespace || scalar == "\u{200B}" || scalar == "\u{FEFF}"
        }
        guard let first = unicodeScalars.firstIndex(where: { !isBlank($0) }),
            let last = unicodeScalars.lastIndex(where: { !isBlank($0) })
        else { return "" }
        return String(unicodeScalars[first...last])
    }
}
