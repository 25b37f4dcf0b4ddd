import Model
import Network

extension HTTPRequest {
    /// How a Monica server, or another host, is asked for a picture; nil for one that has no usable address.
    init?(_ picture: PictureReference, on server: ServerAddress) {
        let avatar: AvatarInfo
        switch picture {
        case .none, .inline, .pending: return nil
        case .url(let url, let source): avatar = AvatarInfo(url: url, source: source)
        case .server(let key, _): avatar = AvatarInfo(url: key, source: .photo)
        }
        guard let url = avatar.avatarURL(server: server) else { return nil }
        self.init(url, content: .image)
        sendsCredentials = Origin(url) == server.origin
        // The account's own server redirects pictures only to its login page.
        followsRedirects = !sendsCredentials
    }
}
