public import Foundation
public import Model
public import Network

extension AvatarInfo {
    init(_ object: JSONObject?) {
        self.init(
            url: object?.string("url"), source: object?.string("source").map(AvatarSource.init) ?? .default,
            defaultAvatarColor: object?.string("default_avatar_color"))
    }

    /// The name of the photo's file; nil for any other picture.
    var photoName: RemoteID? {
        guard effectiveSource == .photo, let url else { return nil }
        return url.prefix { $0 != "?" }.split(separator: "/").last.map { RemoteID(String($0)) }
    }

    /// Where the picture is: http, https or `data:image/…`; nil when the URL is none of these.
    ///
    /// A `data:` URL that was shortened for a list is nil too: see `inlineDigest`.
    public func avatarURL(server: ServerAddress) -> URL? {
        guard let text = url?.trimmingCharacters(in: .whitespacesAndNewlines), !text.isEmpty,
            !text.contains(where: \.isWhitespace)
        else { return nil }
        if PictureURL.isInline(text) {
            return text.lowercased().hasPrefix(PictureURL.inlineStart + "image/") ? URL(string: text) : nil
        }
        // A word without a slash is no address, though it would resolve as one.
        guard text.contains("/"), let resolved = URL(string: text, relativeTo: server.directory)?.absoluteURL,
            let origin = Origin(resolved), var parts = URLComponents(url: resolved, resolvingAgainstBaseURL: true)
        else { return nil }
        parts.user = nil
        parts.password = nil
        if let own = ownPhoto(parts, server: server) { return own }
        if origin.host == server.origin.host { upgrade(&parts, server: server) }
        if source == .gravatar || origin.host == "gravatar.com" || origin.host.hasSuffix(".gravatar.com") {
            refuseStandIn(&parts)
        }
        return parts.url
    }
}

extension AvatarInfo {
    /// An uploaded photo on the account's own base address: the server may know itself by another name or scheme.
    private func ownPhoto(_ parts: URLComponents, server: ServerAddress) -> URL? {
        guard source == .photo, let upload = PictureURL.upload(in: parts.percentEncodedPath),
            var own = URLComponents(url: server.url, resolvingAgainstBaseURL: true)
        else { return nil }
        own.percentEncodedPath += upload
        own.percentEncodedQuery = parts.percentEncodedQuery
        return own.url
    }

    /// A server behind a TLS proxy says http of itself.
    private func upgrade(_ parts: inout URLComponents, server: ServerAddress) {
        guard server.isEncrypted, parts.scheme?.lowercased() == "http" else { return }
        parts.scheme = "https"
        if parts.port == nil || parts.port == 80 { parts.port = server.url.port }
    }

    /// Gravatar sends a grey silhouette for people that it does not know, unless asked for an error.
    private func refuseStandIn(_ parts: inout URLComponents) {
        let kept = (parts.queryItems ?? []).filter { !["d", "default"].contains($0.name) }
        parts.queryItems = kept + [URLQueryItem(name: "d", value: "404")]
    }
}
