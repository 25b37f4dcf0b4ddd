public import Foundation

/// Where a contact's picture is to be had.
public enum PictureLocation: Hashable, Sendable {
    /// There is none: the server's own initials, or no URL.
    case nowhere
    case invalid
    /// Inside its URL; nil when a list holds only the digest and the URL is to be looked up.
    case inline(String?)
    /// A photo uploaded to the account's own server, with the random name under which it is kept.
    case photo(URL, name: String)
    /// Another picture at the account's own origin.
    case own(URL)
    /// Somewhere else: gravatar, a storage service.
    case external(URL)
    /// A photo uploaded to the account, which its server keeps somewhere else.
    case externalPhoto(URL, name: String)

    /// Where the picture is over HTTP.
    public var url: URL? {
        switch self {
        case .photo(let url, _), .own(let url), .external(let url), .externalPhoto(let url, _): url
        case .nowhere, .invalid, .inline: nil
        }
    }

    public var isExternal: Bool {
        switch self {
        case .external, .externalPhoto: true
        case .nowhere, .invalid, .inline, .photo, .own: false
        }
    }

    /// Whether the picture can never change under its URL: uploads get random names.
    public var isImmutable: Bool {
        if case .photo = self { true } else { false }
    }
}
