public import MonicaAPI

/// Whose avatar it is: what initials, colour and picture come from.
public nonisolated struct AvatarSubject: Hashable, Sendable {
    public var contactID: Int
    public var firstName: String?
    public var lastName: String?
    public var nickname: String?
    public var completeName: String?
    public var info: AvatarInfo

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
