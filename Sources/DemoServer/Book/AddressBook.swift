/// An invented address book: any number of people, each made from the seed on request. None is stored.
struct AddressBook: Sendable {
    /// People in the list of contacts; their ids are 1 to `count`.
    let count: Int
    /// The number of archived contacts, which the list leaves out. Their ids follow the listed ones.
    let archivedCount: Int
    /// The number of partial contacts, which exist only as relations. They have the last ids.
    let partialCount: Int
    let seed: UInt64
    /// Midnight of the day on which everything was entered last.
    let today: Timestamp
    /// Whether some avatars are pictures of gravatar.com.
    let hasGravatars: Bool
    /// Whether some names hold markup, control characters and worse.
    let hasHostileNames: Bool

    init(count: Int, seed: UInt64, today: Timestamp, hasGravatars: Bool = false, hasHostileNames: Bool = false) {
        self.count = max(0, count)
        self.seed = seed
        self.today = today.midnight
        self.hasGravatars = hasGravatars
        self.hasHostileNames = hasHostileNames
        archivedCount = self.count >= 10 ? max(1, self.count / 50) : 0
        partialCount = self.count >= 10 ? max(1, self.count / 25) : 0
    }

    var ids: ClosedRange<Int>? {
        count > 0 ? 1...(count + archivedCount + partialCount) : nil
    }

    /// The greatest number of anything invented that hangs on a contact.
    var lastDetail: Int { (ids?.upperBound ?? 0) * Detail.maxCount }

    func isArchived(_ id: Int) -> Bool { id > count && id <= count + archivedCount }
    func isPartial(_ id: Int) -> Bool { id > count + archivedCount }

    /// The contact that a partial contact is related to.
    func owner(ofPartial id: Int) -> Int {
        (id - count - archivedCount - 1) * 23 % max(count, 1) + 1
    }

    /// Creation times ascend with the ids; several share a second, as after an import.
    func created(_ id: Int) -> Timestamp {
        let position = Double(max(0, count - (id - 1) / 5 * 5)) / Double(max(count, 1))
        let age = Int(position * position.squareRoot() * Double(6 * 365 * Timestamp.day)) + 5 * 3600
        return Timestamp(seconds: today.seconds - age)
    }

    func updated(_ id: Int) -> Timestamp {
        var random = Random(seed, id, .dates)
        let created = created(id)
        guard random.chance(0.8) else { return created }
        let span = today.seconds - created.seconds
        // Most changes are recent.
        let back = random.unit()
        return Timestamp(seconds: today.seconds - Int(Double(span) * back * back))
    }

    func person(_ id: Int) -> Person? {
        guard let ids, ids.contains(id) else { return nil }
        return PersonMaker(book: self, id: id).make()
    }
}
