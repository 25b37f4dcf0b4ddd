/// The picture of a contact, named by the server's description.
///
/// It is made without parsing an address: there is one for each row of a list.
public enum PictureReference: Hashable, Sendable {
    /// None: initials stand for the contact.
    case none
    /// In the contact's own copy. The digest is too short to tell it from the pictures of all other contacts.
    case inline(digest: String, contactID: Int)
    /// At an address, as the server wrote it.
    case url(String, source: AvatarSource)
    /// A photo that waits to be sent, by the name of its file.
    case pending(String)
    /// A photo that was uploaded to the server; the key is its address as the server wrote it.
    case server(key: String, contactID: Int)

    /// The picture of a contact, by the server's description of its avatar.
    public init(_ avatar: AvatarInfo, contactID: Int) {
        guard avatar.shouldLoadAvatar, let url = avatar.url else {
            self = .none
            return
        }
        if avatar.source == .pending {
            self = .pending(url)
        } else if PictureURL.isInline(url) {
            self = .inline(digest: PictureURL.digest(ofInline: url), contactID: contactID)
        } else if avatar.source == .photo {
            self = .server(key: url, contactID: contactID)
        } else {
            self = .url(url, source: avatar.source)
        }
    }
}
