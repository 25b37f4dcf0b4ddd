/// The kinds of a contact's details. Each detail is found by its number.
enum Detail: String, CaseIterable, Sendable {
    case notes, activities, calls, reminders, tasks, gifts, debts, addresses, contactfields, pets, photos

    /// How many of a kind one contact has at most; the numbers of the details of contact 1 begin at 1.
    static let maxCount = 8

    static func number(contact: Int, index: Int) -> Int { (contact - 1) * maxCount + index + 1 }

    static func place(of number: Int) -> (contact: Int, index: Int)? {
        number > 0 ? ((number - 1) / maxCount + 1, (number - 1) % maxCount) : nil
    }

    fileprivate var purpose: Random.Purpose {
        switch self {
        case .notes: .notes
        case .activities: .activities
        case .calls: .calls
        case .reminders: .reminders
        case .tasks: .tasks
        case .gifts: .gifts
        case .debts: .debts
        case .addresses: .addresses
        case .contactfields: .contactFields
        case .pets: .pets
        case .photos: .photos
        }
    }

    /// The weights of having none, one, two, …
    fileprivate var weights: [Double] {
        switch self {
        case .notes: [40, 25, 15, 10, 6, 4]
        case .activities: [45, 25, 15, 10, 5]
        case .calls: [55, 20, 15, 10]
        case .reminders: [80, 15, 5]
        case .tasks: [85, 10, 5]
        case .gifts: [88, 8, 4]
        case .debts: [94, 6]
        case .addresses: [50, 42, 8]
        case .contactfields: [10, 30, 35, 20, 5]
        case .pets: [92, 7, 1]
        case .photos: [70, 22, 8]
        }
    }
}

extension AddressBook {
    /// How many details of a kind a contact has, without the photo and the birthday reminder that follow from it.
    func count(of detail: Detail, contact id: Int) -> Int {
        guard !isPartial(id) else { return 0 }
        var random = Random(seed, id, detail.purpose)
        return random.weighted(detail.weights)
    }

    /// A sequence of its own for each detail.
    func random(for detail: Detail, contact id: Int, index: Int) -> Random {
        Random(seed &+ UInt64(index + 1), id, detail.purpose)
    }

    /// When a detail was entered: the later ones first, between the contact's own creation and today.
    func entered(_ detail: Detail, contact id: Int, index: Int) -> Timestamp {
        var random = random(for: detail, contact: id, index: index)
        let span = today.seconds - created(id).seconds
        let share = (Double(index) + random.unit()) / Double(Detail.maxCount)
        return Timestamp(seconds: today.seconds - 3600 - Int(Double(max(0, span - 3600)) * share * share))
    }

    /// One photo in 250 has lost its file.
    func isPhotoBroken(ofContact id: Int) -> Bool {
        id > 20 && Random.mixed(seed &+ UInt64(id)) % 250 == 0
    }
}
