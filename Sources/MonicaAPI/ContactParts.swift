public import Foundation

/// A postal address.
public struct Address: Sendable, Equatable {
    /// Nil if the server sends none.
    public let id: Int?
    /// What the user calls it, such as "Work".
    public let name: String?
    public let street: String?
    public let city: String?
    public let province: String?
    public let postalCode: String?
    /// In the user's language.
    public let country: String?
    /// In capitals (ISO 3166-1, alpha-2).
    public let countryCode: String?
    /// In degrees.
    public let latitude: Double?
    public let longitude: Double?

    init(_ object: JSONObject) {
        id = object.int("id")
        name = object.string("name")
        street = object.string("street")
        city = object.string("city")
        province = object.string("province")
        postalCode = object.string("postal_code")
        let country = object.object("country")
        self.country = country?.string("name")
        countryCode = (country?.string("iso") ?? country?.string("id")).map { $0.uppercased() }
        latitude = object.double("latitude")
        longitude = object.double("longitude")
    }
}

/// A tag on a contact.
public struct Tag: Sendable, Equatable {
    /// Nil if the server sends none.
    public let id: Int?
    public let name: String

    init?(_ object: JSONObject) {
        guard let name = object.string("name") else { return nil }
        self.name = name
        id = object.int("id")
    }
}

/// A note on a contact.
public struct Note: Sendable, Equatable {
    /// Nil if the server sends none.
    public let id: Int?
    /// Markdown.
    public let body: String
    public let isFavorited: Bool
    public let createdAt: Date?

    init?(_ object: JSONObject) {
        guard let body = object.string("body") else { return nil }
        self.body = body
        id = object.int("id")
        isFavorited = object.bool("is_favorited")
        createdAt = object.date("created_at")
    }
}

/// How many of each the server has of a contact.
public struct Statistics: Sendable, Equatable {
    public let calls: Int
    public let notes: Int
    public let activities: Int
    public let reminders: Int
    public let tasks: Int
    public let gifts: Int
    public let debts: Int

    init(_ object: JSONObject) {
        func count(_ key: String) -> Int { max(0, object.int("number_of_\(key)") ?? 0) }
        calls = count("calls")
        notes = count("notes")
        activities = count("activities")
        reminders = count("reminders")
        tasks = count("tasks")
        gifts = count("gifts")
        debts = count("debts")
    }
}
