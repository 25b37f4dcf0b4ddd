extension String {
    /// Whether the server takes both for one tag, or for one label.
    public func isSameTag(as other: String) -> Bool {
        tagKey == other.tagKey
    }

    /// The same text for all names that the server takes for one tag.
    public var tagKey: String { trimmed.lowercased() }
}
