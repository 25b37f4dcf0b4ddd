public import Foundation

/// Something that the user and contacts did together.
public struct Activity: Sendable, Equatable {
    /// Nil if the server sends none.
    public let id: Int?
    public let summary: String
    /// Markdown.
    public let description: String?
    /// The day, as midnight in UTC.
    public let happenedAt: Date?
    /// In the user's language or own words, such as "ate at a restaurant".
    public let typeName: String?
    /// Who took part, the contact among them.
    public let attendees: [ContactReference]

    init?(_ object: JSONObject) {
        let typeName = object.object("activity_type")?.string("name")
        guard let summary = object.string("summary") ?? typeName else { return nil }
        self.summary = summary
        self.typeName = typeName
        id = object.int("id")
        description = object.string("description")
        happenedAt = object.date("happened_at")
        attendees = object.object("attendees")?.objects("contacts").compactMap(ContactReference.init) ?? []
    }
}

/// A call between the user and a contact.
public struct Call: Sendable, Equatable {
    /// Nil if the server sends none.
    public let id: Int?
    /// The day, as midnight in UTC.
    public let calledAt: Date?
    /// What it was about, in Markdown.
    public let content: String?
    /// False if the user did.
    public let contactCalled: Bool

    /// Nil if nothing is known of it.
    init?(_ object: JSONObject) {
        id = object.int("id")
        calledAt = object.date("called_at")
        content = object.string("content")
        contactCalled = object.bool("contact_called")
        if calledAt == nil, content == nil { return nil }
    }
}

/// What the user is to do for a contact.
public struct ContactTask: Sendable, Equatable {
    /// Nil if the server sends none.
    public let id: Int?
    public let title: String
    public let description: String?
    public let isCompleted: Bool
    public let completedAt: Date?

    init?(_ object: JSONObject) {
        guard let title = object.string("title") else { return nil }
        self.title = title
        id = object.int("id")
        description = object.string("description")
        isCompleted = object.bool("completed")
        completedAt = object.date("completed_at")
    }
}

/// A gift for a contact or from one.
public struct Gift: Sendable, Equatable {
    public enum Status: String, Sendable {
        case idea, offered, received
    }

    /// Nil if the server sends none.
    public let id: Int?
    public let name: String
    public let comment: String?
    /// With its currency, as the server writes it, such as "$12.50".
    public let amount: String?
    /// Nil for one that is unknown.
    public let status: Status?
    /// The day, as midnight in UTC.
    public let date: Date?
    /// Where it is sold; nil unless it is a well-formed web address.
    public let link: URL?

    init?(_ object: JSONObject) {
        guard let name = object.string("name") else { return nil }
        self.name = name
        id = object.int("id")
        comment = object.string("comment")
        amount = object.string("amount_with_currency") ?? object.string("amount")
        status = object.string("status").flatMap(Status.init)
        date = object.date("date")
        link = object.string("url").flatMap { URL(string: $0) }.flatMap { Origin($0) == nil ? nil : $0 }
    }
}

/// Money that the user owes a contact, or the other way round.
public struct Debt: Sendable, Equatable {
    /// Nil if the server sends none.
    public let id: Int?
    /// True if the user owes it to the contact.
    public let userOwes: Bool
    public let isSettled: Bool
    /// With its currency, as the server writes it, such as "$20.00".
    public let amount: String
    public let reason: String?

    init?(_ object: JSONObject) {
        guard let amount = object.string("amount_with_currency") ?? object.string("amount") else { return nil }
        self.amount = amount
        id = object.int("id")
        userOwes = object.string("in_debt") == "yes"
        isSettled = object.string("status") == "complete"
        reason = object.string("reason")
    }
}
