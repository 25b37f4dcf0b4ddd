/// Six related contacts with neighbouring ids: a couple or siblings, a child, and three friends or colleagues. All properties
/// of a member follow from the ids and the seed, so no member is stored.
struct Household {
    static let size = 6

    enum Family { case couple, siblings, none }

    let number: Int
    let member: Int
    let family: Family
    /// Index in `Culture.all`, of this member.
    let culture: Int
    let gender: Person.Gender?
    let age: Int
    /// The number of a shared family name within the culture; nil for a member with a name of their own.
    let familyName: Int?

    init(book: AddressBook, member id: Int) {
        // A partial contact is a child of the contact that it belongs to.
        let isChild = book.isPartial(id)
        let member = isChild ? book.owner(ofPartial: id) : id
        self.member = isChild ? Household.size : (id - 1) % Household.size
        number = (member - 1) / Household.size
        var random = Random(book.seed, number, .household)
        let family: Family = [.couple, .siblings, .none][random.weighted([0.4, 0.2, 0.4])]
        let familyCulture = random.weighted(Culture.weights)
        let familyName = random.integer(0...999)
        let parentAge = random.integer(28...66)
        let sharesName = random.chance(0.75)

        var own = Random(book.seed, id, .culture)
        let place = (member - 1) % Household.size
        let isRelative = family != .none && place < 3
        self.family = family
        var ownCulture = own.weighted(Culture.weights)
        if isChild, !isRelative {
            var parent = Random(book.seed, member, .culture)
            ownCulture = parent.weighted(Culture.weights)
        }
        culture = isRelative ? familyCulture : ownCulture
        self.familyName = isRelative && (sharesName || place == 2) ? familyName : nil

        let roll = own.unit()
        if family == .couple, place < 2, !isChild {
            gender = (place == 0) == (roll < 0.92) ? .woman : .man
        } else {
            gender = roll < 0.485 ? .woman : roll < 0.97 ? .man : roll < 0.985 ? .other : nil
        }
        if isChild {
            age = own.integer(1...16)
        } else if family == .couple, place < 3 {
            age = place < 2 ? parentAge + own.integer(-3...3) : max(3, parentAge - own.integer(24...32))
        } else {
            age = Household.ages[own.weighted([8, 30, 28, 18, 10, 6])] + own.integer(0...9)
        }
    }

    private static let ages = [18, 26, 36, 46, 58, 70]
}

/// A relation from one side: `to` is the `type` of `from`.
struct Relation: Sendable {
    var id: Int
    var type: RelationType
    var from: Int
    var to: Int
    /// Nil for a relation of the book, which is as old as its contact.
    var created: Timestamp?
    var updated: Timestamp?
}

extension AddressBook {
    /// All relations of one person, both directions stored by the server as rows of their own.
    func relations(of id: Int) -> [Relation] {
        if isPartial(id) { return owned(id) }
        guard id <= count else { return [] }
        let household = Household(book: self, member: id)
        let first = household.number * Household.size + 1
        var pairs: [(Int, Int, String)] = []
        switch household.family {
        case .couple: pairs += [(0, 1, "spouse"), (0, 2, "child"), (1, 2, "child")]
        case .siblings: pairs += [(0, 1, "sibling"), (1, 2, "cousin"), (0, 2, "cousin")]
        case .none: pairs += [(0, 1, "friend")]
        }
        var random = Random(seed, household.number, .howMet)
        pairs.append((2, 3, random.pick(["friend", "bestfriend", "colleague"])))
        pairs.append((3, 4, random.pick(["colleague", "boss", "mentor", "friend"])))
        if random.chance(0.5) { pairs.append((4, 5, random.pick(["partner", "friend", "colleague", "ex"]))) }
        var result: [Relation] = []
        for (index, (left, right, name)) in pairs.enumerated() {
            let (from, to) = (first + left, first + right)
            guard from <= count, to <= count, let type = RelationType.named(name) else { continue }
            let number = household.number * 16 + index * 2 + 1
            if from == id { result.append(Relation(id: number, type: type, from: id, to: to)) }
            if to == id { result.append(Relation(id: number + 1, type: type.reversed, from: id, to: from)) }
        }
        return result + partials(of: id)
    }

    /// The relation with a number, if there is one.
    func relation(_ number: Int) -> Relation? {
        let base = partialBase
        if number > base {
            let id = count + archivedCount + (number - base + 1) / 2
            return (relations(of: id) + relations(of: owner(ofPartial: id))).first { $0.id == number }
        }
        let first = (number - 1) / 16 * Household.size + 1
        guard number > 0, first <= count else { return nil }
        return (first..<(first + Household.size)).lazy.flatMap { relations(of: $0) }.first { $0.id == number }
    }

    /// The greatest number of a relation.
    var lastRelation: Int { ids == nil ? 0 : partialBase + partialCount * 2 }

    private var partialBase: Int { ((count - 1) / Household.size + 1) * 16 }

    private func owned(_ id: Int) -> [Relation] {
        guard let ids, ids.contains(id), let parent = RelationType.named("parent") else { return [] }
        let number = partialBase + (id - count - archivedCount) * 2
        return [Relation(id: number, type: parent, from: id, to: owner(ofPartial: id))]
    }

    private func partials(of id: Int) -> [Relation] {
        guard partialCount > 0 else { return [] }
        let first = count + archivedCount + 1
        return (first..<(first + partialCount)).compactMap { partial in
            guard owner(ofPartial: partial) == id, let relation = owned(partial).first else { return nil }
            return Relation(id: relation.id - 1, type: relation.type.reversed, from: id, to: partial)
        }
    }
}
