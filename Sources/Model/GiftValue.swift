import Foundation

/// A gift for a contact or from one.
public struct GiftValue: Hashable, Codable, Sendable {
    /// The gift in a few words.
    public var name: String
    /// More words; nil for none.
    public var comment: String?
    /// The state of the gift.
    public var status: Gift.Status
    /// A number with a point before its decimals, such as "12.5"; nil for none.
    public var amount: String?
    /// The day, with its year; nil for none.
    public var day: ContactDay?
    /// The address of its page in the web; nil for none.
    public var link: String?
    /// The server's name of the contact's relative who gets it. No form shows it.
    public var recipient: RemoteID?

    // Stored: these never change.
    private enum CodingKeys: String, CodingKey {
        case name, comment, status, amount, day, link, recipient
    }

    /// A gift by its name.
    public init(
        name: String, comment: String? = nil, status: Gift.Status = .idea, amount: String? = nil,
        day: ContactDay? = nil, link: String? = nil
    ) {
        self.name = name
        self.comment = comment
        self.status = status
        self.amount = amount
        self.day = day
        self.link = link
    }

    /// Nil for a gift in an unknown state.
    package init?(_ gift: Gift) {
        guard let status = gift.status else { return nil }
        self.init(
            name: gift.name, comment: gift.comment, status: status, amount: gift.number,
            day: gift.date.map(ContactDay.init), link: gift.address)
    }

    /// By the parts that a form shows.
    public static func == (first: GiftValue, second: GiftValue) -> Bool {
        (first.name, first.comment, first.status, first.amount, first.day, first.link)
            == (second.name, second.comment, second.status, second.amount, second.day, second.link)
    }

    public func hash(into hasher: inout Hasher) {
        hasher.combine(name)
        hasher.combine(status)
    }
}
