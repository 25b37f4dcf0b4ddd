public import Model

/// The subject of an avatar. Its initials, colour and picture come from it.
public nonisolated struct AvatarSubject: Hashable, Sendable {
    /// The contact's number on this computer.
    public var contactID: Int
    /// First of the names that initials and colour come from.
    public var firstName: String?
    /// The other name that initials and colour come from.
    public var lastName: String?
    /// Stands in for missing names.
    public var nickname: String?
    /// The shown name. Initials follow its order, and it stands in for a missing nickname.
    public var completeName: String?
    /// The contact's picture.
    public var picture: PictureReference
    /// The `data:` URL with the picture inside, of a contact that is not stored; nil for all others.
    public var inlineURL: String?
    /// The server's own colour for the circle.
    public var color: RGB?

    /// A subject with its known names; `info` is the server's avatar of it.
    public init(
        contactID: Int, firstName: String? = nil, lastName: String? = nil, nickname: String? = nil,
        completeName: String? = nil, info: AvatarInfo = AvatarInfo()
    ) {
        self.contactID = contactID
        self.firstName = firstName
        self.lastName = lastName
        self.nickname = nickname
        self.completeName = completeName
        picture = PictureReference(info, contactID: contactID)
        if case .inline = picture, !info.isWithoutInlineData { inlineURL = info.url }
        color = info.defaultAvatarColor.flatMap { $0.isEmpty ? nil : RGB(hex: $0) }
    }

    /// The same contact with another picture.
    public func showing(_ info: AvatarInfo) -> AvatarSubject {
        AvatarSubject(
            contactID: contactID, firstName: firstName, lastName: lastName, nickname: nickname,
            completeName: completeName, info: info)
    }

    /// The same picture and colour, without any name.
    public var withoutNames: AvatarSubject {
        var subject = AvatarSubject(contactID: contactID)
        subject.picture = picture
        subject.inlineURL = inlineURL
        subject.color = color
        return subject
    }
}
