/// Money that the user owes a contact, or the other way round.
public struct DebtValue: Hashable, Codable, Sendable {
    /// True if the user owes it to the contact.
    public var userOwes: Bool
    /// A number with a point before its decimals, such as "12.5".
    public var amount: String
    /// The reason of the debt; nil for none.
    public var reason: String?
    /// Whether it was paid back.
    public var isSettled: Bool

    // Stored: these never change.
    private enum CodingKeys: String, CodingKey {
        case amount, reason
        case userOwes = "user_owes"
        case isSettled = "is_settled"
    }

    /// A debt of an amount.
    public init(userOwes: Bool, amount: String, reason: String? = nil, isSettled: Bool = false) {
        self.userOwes = userOwes
        self.amount = amount
        self.reason = reason
        self.isSettled = isSettled
    }

    /// Nil for a debt without a number.
    package init?(_ debt: Debt) {
        guard let number = debt.number else { return nil }
        self.init(userOwes: debt.userOwes, amount: number, reason: debt.reason, isSettled: debt.isSettled)
    }
}
