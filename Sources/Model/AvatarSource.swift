/// Where a contact's picture comes from. Unknown sources, such as a plug-in's, are kept as they came.
public struct AvatarSource: RawRepresentable, Hashable, Sendable, Codable {
    public let rawValue: String

    public init(rawValue: String) {
        self.rawValue = rawValue
    }

    /// The server's own drawing of the initials.
    public static let `default` = AvatarSource(rawValue: "default")
    /// gravatar.com, a third party.
    public static let gravatar = AvatarSource(rawValue: "gravatar")
    /// An uploaded photo.
    public static let photo = AvatarSource(rawValue: "photo")
    /// A photo that waits to be sent; the address is the name of its file.
    public static let pending = AvatarSource(rawValue: "pending")
    /// A drawn face that comes inside the JSON.
    public static let adorable = AvatarSource(rawValue: "adorable")
}
