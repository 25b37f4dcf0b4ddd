/// Where an API request goes.
enum Route: Equatable, Sendable {
    case welcome, me, contacts, countries, statistics
    case contact(String)
    case contactList(String, Collection)
    case relationships(ofContact: String)
    case relationship(String)
    case list(Collection)
    case item(Collection, String)
    case tagContacts(String)
    case upcomingReminders(String)

    /// The part of the path that names a kind of resource.
    enum Collection: Equatable, Sendable {
        case detail(Detail)
        case reference(ReferenceList)
        case documents, journal
        /// Kinds of which this account has none.
        case empty(String)
    }

    enum ReferenceList: String, CaseIterable, Sendable {
        case tags, genders, contactfieldtypes, activitytypes, activitytypecategories, relationshiptypes
        case relationshiptypegroups, currencies
    }

    private static let emptyKinds: Set<String> = [
        "conversations", "lifeevents", "companies", "occupations", "places", "logs",
        "compliance",
    ]

    /// Nil for an unknown path: 404.
    init?(_ segments: [String]) {
        switch segments.count {
        case 0: self = .welcome
        case 1: self.init(name: segments[0])
        case 2: self.init(name: segments[0], id: segments[1])
        case 3: self.init(name: segments[0], id: segments[1], part: segments[2])
        default: return nil
        }
    }

    private init?(name: String) {
        switch name {
        case "me": self = .me
        case "contacts": self = .contacts
        case "countries": self = .countries
        case "statistics": self = .statistics
        case "relationships", "contactfields": return nil
        default:
            guard let collection = Self.collection(name) else { return nil }
            self = .list(collection)
        }
    }

    private init?(name: String, id: String) {
        switch name {
        case "contacts": self = .contact(id)
        case "relationships": self = .relationship(id)
        default:
            guard let collection = Self.collection(name) else { return nil }
            self = .item(collection, id)
        }
    }

    private init?(name: String, id: String, part: String) {
        switch (name, id, part) {
        case ("tags", _, "contacts"): self = .tagContacts(id)
        case ("reminders", "upcoming", _): self = .upcomingReminders(part)
        case ("contacts", _, "relationships"): self = .relationships(ofContact: id)
        case ("contacts", _, "conversations"), ("contacts", _, "logs"):
            self = .contactList(id, .empty(part))
        case ("contacts", _, "documents"): self = .contactList(id, .documents)
        case ("contacts", _, _):
            guard let detail = Detail(rawValue: part) else { return nil }
            self = .contactList(id, .detail(detail))
        default: return nil
        }
    }

    private static func collection(_ name: String) -> Collection? {
        if let detail = Detail(rawValue: name) { return .detail(detail) }
        if let list = ReferenceList(rawValue: name) { return .reference(list) }
        if name == "documents" { return .documents }
        if name == "journal" { return .journal }
        return emptyKinds.contains(name) ? .empty(name) : nil
    }
}
