/// The kind of a part: a contact has several parts, each with a number. The raw values are stored and never change.
public enum PartKind: String, CaseIterable, Codable, Sendable {
    case field
    case address
    case relationship
    case reminder
    case note
    case call
    case task
    case gift
    case debt
    case pet
    case activity
    case photo

    /// The section of the contact that has it; nil for a part inside the contact itself, and for a photo.
    public var section: ContactSection? {
        switch self {
        case .field, .address, .relationship, .photo: nil
        case .reminder: .reminders
        case .note: .notes
        case .call: .calls
        case .task: .tasks
        case .gift: .gifts
        case .debt: .debts
        case .pet: .pets
        case .activity: .activities
        }
    }

    /// Whether the stored sections have it rather than the contact itself, such as a note or a gift.
    public var isThing: Bool { section != nil }
}

/// A part of a contact as one value.
public enum PartValue: Hashable, Sendable {
    case field(FieldValue)
    case address(AddressValue)
    case relationship(RelationshipValue)
    case reminder(ReminderValue)
    case note(NoteValue)
    case call(CallValue)
    case task(TaskValue)
    case gift(GiftValue)
    case debt(DebtValue)
    case pet(PetValue)
    case activity(ActivityValue)
    case photo(PhotoValue)

    /// Which kind of part says this.
    public var kind: PartKind {
        switch self {
        case .field: .field
        case .address: .address
        case .relationship: .relationship
        case .reminder: .reminder
        case .note: .note
        case .call: .call
        case .task: .task
        case .gift: .gift
        case .debt: .debt
        case .pet: .pet
        case .activity: .activity
        case .photo: .photo
        }
    }
}

/// A mail address, a phone number, an account somewhere.
public struct FieldValue: Hashable, Codable, Sendable {
    /// The server's name of the type.
    public var type: RemoteID
    /// The address, number or name itself.
    public var content: String
    /// The labels in the user's words, such as "work".
    public var labels: [String]

    // Stored: these never change.
    private enum CodingKeys: String, CodingKey {
        case type, content, labels
    }

    /// A field of a type.
    public init(type: RemoteID, content: String, labels: [String] = []) {
        self.type = type
        self.content = content
        self.labels = labels
    }
}

/// A postal address; nil is empty.
public struct AddressValue: Hashable, Codable, Sendable {
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
    /// ISO 3166-1, alpha-2, in capitals.
    public var country: String?
    /// The place on a map, in degrees. No form shows it.
    public var latitude: Double?
    /// East of Greenwich.
    public var longitude: Double?
    /// The server's own spelling of the country where it differs.
    public var countrySpelling: String?

    // Stored: these never change.
    private enum CodingKeys: String, CodingKey {
        case name, street, city, province, country, latitude, longitude
        case postalCode = "postal_code"
        case countrySpelling = "country_spelling"
    }

    /// An address by its known parts.
    public init(
        name: String? = nil, street: String? = nil, city: String? = nil, province: String? = nil,
        postalCode: String? = nil, country: String? = nil
    ) {
        self.name = name
        self.street = street
        self.city = city
        self.province = province
        self.postalCode = postalCode
        self.country = country
    }

    /// By the parts that a form shows.
    public static func == (first: AddressValue, second: AddressValue) -> Bool { first.shown == second.shown }

    public func hash(into hasher: inout Hasher) { hasher.combine(shown) }

    private var shown: [String?] { [name, street, city, province, postalCode, country] }
}

/// The relation of another person to the contact.
public struct RelationshipValue: Hashable, Codable, Sendable {
    /// `RelationshipTypeChoice.type`: contacts that name each other have no other name of it.
    public var type: RemoteID
    /// The other contact.
    public var other: AnyContactID

    // Stored: these never change.
    private enum CodingKeys: String, CodingKey {
        case type, other
    }

    /// A relationship of a type to another contact.
    public init(type: RemoteID, other: AnyContactID) {
        self.type = type
        self.other = other
    }
}

/// A reminder in a person's own words.
public struct ReminderValue: Hashable, Codable, Sendable {
    /// The unit of a repetition. The raw values are stored and never change.
    public enum Unit: String, Codable, Sendable {
        case week, month, year
    }

    /// Its words.
    public var title: String
    /// More words; nil for none.
    public var description: String?
    /// The first day, with its year.
    public var day: ContactDay
    /// The unit of its repetition; nil for a reminder of one day.
    public var unit: Unit?
    /// How many units lie between two days, from 1 on.
    public var every: Int

    // Stored: these never change.
    private enum CodingKeys: String, CodingKey {
        case title, description, day, unit, every
    }

    /// A reminder of a day.
    public init(title: String, description: String? = nil, day: ContactDay, unit: Unit? = nil, every: Int = 1) {
        self.title = title
        self.description = description
        self.day = day
        self.unit = unit
        self.every = every
    }
}
