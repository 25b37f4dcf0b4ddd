import Model
import Network

extension HTTPRequest {
    /// The request to a Monica server, or to another host, for a picture; nil for a picture without a usable address.
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
