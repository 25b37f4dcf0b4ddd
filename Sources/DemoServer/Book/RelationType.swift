/// A kind of relation that every account of Monica starts with; the names are keys, not words.
struct RelationType: Equatable, Sendable {
    enum Group: Int, CaseIterable, Sendable {
        case love = 1, family, friend, work

        var name: String {
            switch self {
            case .love: "love"
            case .family: "family"
            case .friend: "friend"
            case .work: "work"
            }
        }
    }

    var id: Int
    var name: String
    var reverse: String
    var group: Group

    static let all: [RelationType] = [
        ("partner", "partner", Group.love), ("spouse", "spouse", .love), ("date", "date", .love),
        ("lover", "lover", .love), ("inlovewith", "lovedby", .love), ("lovedby", "inlovewith", .love),
        ("ex", "ex", .love),
        ("parent", "child", .family), ("child", "parent", .family), ("sibling", "sibling", .family),
        ("grandparent", "grandchild", .family), ("grandchild", "grandparent", .family), ("uncle", "nephew", .family),
        ("nephew", "uncle", .family), ("cousin", "cousin", .family), ("godfather", "godson", .family),
        ("godson", "godfather", .family), ("friend", "friend", .friend), ("bestfriend", "bestfriend", .friend),
        ("colleague", "colleague", .work), ("boss", "subordinate", .work), ("subordinate", "boss", .work),
        ("mentor", "protege", .work), ("protege", "mentor", .work), ("ex_husband", "ex_husband", .love),
        ("stepparent", "stepchild", .family), ("stepchild", "stepparent", .family),
    ].enumerated().map { RelationType(id: $0 + 1, name: $1.0, reverse: $1.1, group: $1.2) }

    static func named(_ name: String) -> RelationType? {
        all.first { $0.name == name }
    }

    var reversed: RelationType {
        RelationType.named(reverse) ?? self
    }
}
