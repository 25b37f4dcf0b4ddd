public import Foundation

/// A postal address.
public struct Address: Sendable, Equatable {
    /// Nil if the server sends none.
    public var id: Int?
    /// The user's name of the address, such as "Work".
    public var name: String?
    /// Street and number.
    public var street: String?
    /// The town.
    public var city: String?
    /// The state or province.
    public var province: String?
    /// The postal code.
    public var postalCode: String?
    /// In the user's language; nil until the server names it.
    public var country: String?
    /// In capitals (ISO 3166-1, alpha-2).
    public var countryCode: String?
    /// In degrees.
    public var latitude: Double?
    /// In degrees, east of Greenwich.
    public var longitude: Double?

    /// An address of its parts.
    public init(
        id: Int? = nil, name: String? = nil, street: String? = nil, city: String? = nil, province: String? = nil,
        postalCode: String? = nil, country: String? = nil, countryCode: String? = nil, latitude: Double? = nil,
        longitude: Double? = nil
    ) {
        self.id = id
        self.name = name
        self.street = street
        self.city = city
        self.province = province
        self.postalCode = postalCode
        self.country = country
        self.countryCode = countryCode
        self.latitude = latitude
        self.longitude = longitude
    }
}

/// A tag on a contact.
public struct Tag: Sendable, Equatable {
    /// Nil if the server sends none.
    public var id: Int?
    /// The tag itself.
    public var name: String

    /// A tag by its name.
    public init(id: Int? = nil, name: String) {
        self.id = id
        self.name = name
    }
}

/// A note on a contact.
public struct Note: Sendable, Equatable {
    /// Nil if the server sends none.
    public var id: Int?
    /// Markdown.
    public var body: String
    /// Whether the user marked it as a favourite.
    public var isFavorited: Bool
    /// When it was written.
    public var createdAt: Date?

    /// A note by its text.
    public init(id: Int? = nil, body: String, isFavorited: Bool = false, createdAt: Date? = nil) {
        self.id = id
        self.body = body
        self.isFavorited = isFavorited
        self.createdAt = createdAt
    }
}

/// How many of each the server has of a contact.
public struct Statistics: Sendable, Equatable {
    /// How many calls there are.
    public var calls: Int
    /// How many notes there are.
    public var notes: Int
    /// How many activities there are.
    public var activities: Int
    /// How many reminders there are.
    public var reminders: Int
    /// How many tasks there are.
    public var tasks: Int
    /// How many gifts there are.
    public var gifts: Int
    /// How many debts there are.
    public var debts: Int

    /// Counts of each.
    public init(
        calls: Int = 0, notes: Int = 0, activities: Int = 0, reminders: Int = 0, tasks: Int = 0, gifts: Int = 0,
        debts: Int = 0
    ) {
        self.calls = calls
        self.notes = notes
        self.activities = activities
        self.reminders = reminders
        self.tasks = tasks
        self.gifts = gifts
        self.debts = debts
    }
}
