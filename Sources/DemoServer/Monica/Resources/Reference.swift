/// The categories, types and currencies that every account has from the start.
enum Reference {
    static let activityCategories = ["Simple activities", "Sport", "Food", "Cultural activities"]

    static let activityTypes: [(name: String, category: Int)] = [
        ("just hung out", 1), ("watched a movie at home", 1), ("just talked at home", 1),
        ("played a sport together", 2),
        ("ate at their place", 3), ("went to a bar", 3), ("ate at home", 3), ("picnicked", 3),
        ("ate at a restaurant", 3),
        ("went to the theater", 4), ("went to a concert", 4), ("went to a play", 4), ("went to the museum", 4),
    ]

    struct FieldType: Sendable {
        var name: String
        var icon: String
        var prefix: String?
        var kind: String?
    }

    static let fieldTypes = [
        FieldType(name: "Email", icon: "fa fa-envelope-open-o", prefix: "mailto:", kind: "email"),
        FieldType(name: "Phone", icon: "fa fa-volume-control-phone", prefix: "tel:", kind: "phone"),
        FieldType(name: "Facebook", icon: "fa fa-facebook-official", prefix: "https://facebook.com/"),
        FieldType(name: "Twitter", icon: "fa fa-twitter-square"),
        FieldType(name: "Whatsapp", icon: "fa fa-whatsapp", prefix: "https://wa.me/"),
        FieldType(name: "Telegram", icon: "fa fa-telegram", prefix: "telegram:"),
        FieldType(name: "LinkedIn", icon: "fa fa-linkedin-square"),
    ]

    static let currencies: [JSON] = [
        ("GBP", "British Pound", "£"), ("USD", "US Dollar", "$"), ("EUR", "Euro", "€"), ("CAD", "Canadian Dollar", "$"),
        ("CHF", "Swiss CHF", "CHF"), ("INR", "Indian rupee", "₹"), ("BRL", "Brazilian Real", "R$"),
    ].enumerated().map { index, currency in
        [
            "id": .int(index + 1), "object": "currency", "iso": .string(currency.0), "name": .string(currency.1),
            "symbol": .string(currency.2),
        ]
    }
}

extension Resources {
    func activityType(_ number: Int) -> JSON {
        let type = Reference.activityTypes[number - 1]
        return [
            "id": .int(number), "uuid": uuid(.activityType, number), "object": "activityType",
            "name": .string(type.name),
            "location_type": nil, "activity_type_category": activityCategory(type.category),
            "account": Self.accountReference, "created_at": nil, "updated_at": .string(account.book.created(1).text),
        ]
    }

    func activityCategory(_ number: Int) -> JSON {
        [
            "id": .int(number), "uuid": uuid(.activityCategory, number), "object": "activityTypeCategory",
            "name": .string(Reference.activityCategories[number - 1]), "account": Self.accountReference,
            "created_at": nil, "updated_at": .string(account.book.created(1).text),
        ]
    }

    func relationType(_ type: RelationType) -> JSON {
        JSON.joined(
            [
                "id": .int(type.id), "object": "relationshiptype", "name": .string(type.name),
                "name_reverse_relationship": .string(type.reverse),
                "relationship_type_group_id": .int(type.group.rawValue),
                "delible": false, "account": Self.accountReference,
            ], times(account.book.created(1)))
    }

    func relationGroup(_ group: RelationType.Group) -> JSON {
        [
            "id": .int(group.rawValue), "object": "relationshiptypegroup", "name": .string(group.name),
            "delible": false,
            "account": Self.accountReference, "created_at": nil, "updated_at": nil,
        ]
    }

    /// The countries of the book; an object with small letters as keys, unlike every other list.
    func countries() -> JSON {
        var seen: Set<String> = []
        let countries = Culture.all.map(\.country).filter { seen.insert($0.code).inserted }.sorted { $0.name < $1.name }
        return .object(countries.map { JSON.Member(key: $0.code.lowercased(), value: country($0)) })
    }
}
