public import Foundation

/// The owner of the token.
public struct User: Sendable, Equatable {
    /// The server's number of the user.
    public var id: Int
    /// The first name.
    public var firstName: String?
    /// The last name.
    public var lastName: String?
    /// The whole name.
    public var name: String?
    /// The address with which the user signs in.
    public var email: String?
    /// A language tag such as `en`.
    public var locale: String?
    /// An IANA name such as `Europe/Paris`.
    public var timezone: String?
    /// The server's number of the account that the user belongs to.
    public var accountID: Int?
    /// Tells apart users of equal numbers on several servers; nil where the server has no such text.
    public var uuid: String?
    public var createdAt: Date?

    /// A user by their number.
    public init(
        id: Int, firstName: String? = nil, lastName: String? = nil, name: String? = nil, email: String? = nil,
        locale: String? = nil, timezone: String? = nil, accountID: Int? = nil,
        uuid: String? = nil, createdAt: Date? = nil
    ) {
        self.id = id
        self.firstName = firstName
        self.lastName = lastName
        self.name = name
        self.email = email
        self.locale = locale
        self.timezone = timezone
        self.accountID = accountID
        self.uuid = uuid
        self.createdAt = createdAt
    }
}
