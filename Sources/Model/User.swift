/// The user whose token it is.
public struct User: Sendable, Equatable {
    public var id: Int
    public var firstName: String?
    public var lastName: String?
    public var name: String?
    public var email: String?
    /// A language tag such as `en`.
    public var locale: String?
    /// An IANA name such as `Europe/Paris`.
    public var timezone: String?
    public var accountID: Int?

    /// A user by their number.
    public init(
        id: Int, firstName: String? = nil, lastName: String? = nil, name: String? = nil, email: String? = nil,
        locale: String? = nil, timezone: String? = nil, accountID: Int? = nil
    ) {
        self.id = id
        self.firstName = firstName
        self.lastName = lastName
        self.name = name
        self.email = email
        self.locale = locale
        self.timezone = timezone
        self.accountID = accountID
    }
}
