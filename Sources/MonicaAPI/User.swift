import Foundation

/// The user whose token it is.
public struct User: Sendable, Equatable {
    public let id: Int
    public let firstName: String?
    public let lastName: String?
    public let name: String?
    public let email: String?
    /// A language tag such as `en`.
    public let locale: String?
    /// An IANA name such as `Europe/Paris`.
    public let timezone: String?
    public let accountID: Int?

    init(parsing data: Data) throws(MonicaError) {
        guard let user = try JSONObject(parsing: data).object("data"), let id = user.int("id"), id > 0 else {
            throw .unreadable
        }
        self.id = id
        firstName = user.string("first_name")
        lastName = user.string("last_name")
        name = user.string("name")
        email = user.string("email")
        locale = user.string("locale")
        timezone = user.string("timezone")
        accountID = user.object("account")?.int("id")
    }
}
