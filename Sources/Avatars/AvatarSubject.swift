public import Model

/// Whose avatar it is: what initials, colour and picture come from.
public nonisolated struct AvatarSubject: Hashable, Sendable {
    /// The server's number of the contact.
    public var contactID: Int
    /// First of the names that initials and colour come from.
    public var firstName: String?
    /// The other name that initials and colour come from.
    public var lastName: String?
    /// Stands in for missing names.
    public var nickname: String?
    /// Stands in for a missing nickname.
    public var completeName: String?
    /// What the server says about the picture.
    public var info: AvatarInfo

    /// A subject of what is known of it.
    public init(
        contactID: Int, firstName: String? = nil, lastName: String? = nil, nickname: String? = nil,
        completeName: String? = nil, info: AvatarInfo = AvatarInfo()
    ) {
        self.contactID = contactID
        self.firstName = firstName
        self.lastName = lastName
        self.nickname = nickname
        self.completeName = completeName
        self.info = info
    }
}
