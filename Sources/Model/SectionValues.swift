public import Foundation

/// Something that the user and contacts did together.
public struct Activity: Sendable, Equatable {
    /// Nil if the server sends none.
    public var id: Int?
    /// The activity in a few words.
    public var summary: String
    /// Markdown.
    public var description: String?
    /// The day, as midnight in UTC.
    public var happenedAt: Date?
    /// In the user's language or own words, such as "ate at a restaurant".
    public var typeName: String?
    /// Who took part, the contact among them.
    public var attendees: [ContactReference]

    /// An activity by its summary.
    public init(
        id: Int? = nil, summary: String, description: String? = nil, happenedAt: Date? = nil, typeName: String? = nil,
        attendees: [ContactReference] = []
    ) {
        self.id = id
        self.summary = summary
        self.description = description
        self.happenedAt = happenedAt
        self.typeName = typeName
        self.attendees = attendees
    }
}

/// A call between the user and a contact.
public struct Call: Sendable, Equatable {
    /// Nil if the server sends none.
    public var id: Int?
    /// The day, as midnight in UTC.
    public var calledAt: Date?
    /// The subject of the call, in Markdown.
    public var content: String?
    /// False if the user did.
    public var contactCalled: Bool

    /// A call by its known parts.
    public init(id: Int? = nil, calledAt: Date? = nil, content: String? = nil, contactCalled: Bool = false) {
        self.id = id
        self.calledAt = calledAt
        self.content = content
        self.contactCalled = contactCalled
    }
}

/// A task of the user about a contact.
public struct ContactTask: Sendable, Equatable {
    /// Nil if the server sends none.
    public var id: Int?
    /// The task in a few words.
    public var title: String
    public var description: String?
    /// Whether it is done.
    public var isCompleted: Bool
    /// When it was done.
    public var completedAt: Date?

    /// A task by its title.
    public init(
        id: Int? = nil, title: String, description: String? = nil, isCompleted: Bool = false,
        completedAt: Date? = nil
    ) {
        self.id = id
        self.title = title
        self.description = description
        self.isCompleted = isCompleted
        self.completedAt = completedAt
    }
}

/// A gift for a contact or from one.
public struct Gift: Sendable, Equatable {
    /// The state of a gift.
    public enum Status: String, CaseIterable, Codable, Sendable {
        case idea, offered, received
    }

    /// Nil if the server sends none.
    public var id: Int?
    /// What it is.
    public var name: String
    /// More about it, in the user's own words.
    public var comment: String?
    /// With its currency, as the server writes it, such as "$12.50".
    public var amount: String?
    /// The amount as a number with a point before its decimals.
    public var number: String?
    /// Nil for an unknown state.
    public var status: Status?
    /// The day, as midnight in UTC.
    public var date: Date?
    /// Where it is sold; nil unless it is a well-formed web address.
    public var link: URL?
    /// The text of the link, well-formed or not.
    public var address: String?

    /// A gift by its name.
    public init(
        id: Int? = nil, name: String, comment: String? = nil, amount: String? = nil, number: String? = nil,
        status: Status? = nil, date: Date? = nil, link: URL? = nil, address: String? = nil
    ) {
        self.id = id
        self.name = name
        self.comment = comment
        self.amount = amount
        self.number = number
        self.status = status
        self.date = date
        self.link = link
        self.address = address
    }
}

/// Money that the user owes a contact, or the other way round.
public struct Debt: Sendable, Equatable {
    /// Nil if the server sends none.
    public var id: Int?
    /// True if the user owes it to the contact.
    public var userOwes: Bool
    /// Whether it was paid back.
    public var isSettled: Bool
    /// With its currency, as the server writes it, such as "$20.00".
    public var amount: String
    /// The amount as a number with a point before its decimals; nil for an unreadable one.
    public var number: String?
    /// The reason of the debt.
    public var reason: String?

    /// A debt of an amount.
    public init(
        id: Int? = nil, userOwes: Bool = false, isSettled: Bool = false, amount: String, number: String? = nil,
        reason: String? = nil
    ) {
        self.id = id
        self.userOwes = userOwes
        self.isSettled = isSettled
        self.amount = amount
        self.number = number
        self.reason = reason
    }
}
