public import Foundation

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
    /// What tells the user from one of the same number elsewhere; nil for servers that do not say it.
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
