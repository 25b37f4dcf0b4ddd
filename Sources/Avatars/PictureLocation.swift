import Foundation
import MonicaAPI

/// Where a contact's picture is to be had.
nonisolated enum PictureLocation: Hashable, Sendable {
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

    init(_ info: AvatarInfo, server: ServerAddress) {
        guard info.shouldLoadAvatar, let text = info.url else {
            self = .nowhere
            return
        }
        if text.isInlinePicture {
            self = .inline(text.hasPrefix("data:;digest=") ? nil : text)
            return
        }
        guard let url = info.avatarURL(server: server) else {
            self = .invalid
            return
        }
        guard Origin(url) == server.origin else {
            self = info.source == .photo ? .externalPhoto(url, name: url.lastPathComponent) : .external(url)
            return
        }
        let isUpload = url.path.contains("/store/") || url.path.contains("/storage/")
        self = info.source == .photo && isUpload ? .photo(url, name: url.lastPathComponent) : .own(url)
    }

    /// Where the picture is over HTTP.
    var url: URL? {
        switch self {
        case .photo(let url, _), .own(let url), .external(let url), .externalPhoto(let url, _): url
        case .nowhere, .invalid, .inline: nil
        }
    }

    var isExternal: Bool {
        switch self {
        case .external, .externalPhoto: true
        case .nowhere, .invalid, .inline, .photo, .own: false
        }
    }

    /// Whether the picture can never change under its URL: uploads get random names.
    var isImmutable: Bool {
        if case .photo = self { true } else { false }
    }
}
