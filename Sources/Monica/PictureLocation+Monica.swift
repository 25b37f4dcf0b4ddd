import Foundation
public import Model
public import Network

extension PictureLocation {
    /// Where a Monica server has what it says of a contact's picture.
    public init(_ info: AvatarInfo, server: ServerAddress) {
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
}
