/// A writing request under way in the server. There is no transaction: changes before a refusal stay.
struct Write {
    static let archived = "Archived contact can’t be edited, please unarchive it first."

    var account: ServerAccount
    let request: Request
    let input: Input
    let now: Timestamp

    init(_ request: Request, _ account: ServerAccount, now: Timestamp) {
        self.request = request
        self.account = account
        self.now = now
        input = Input(request)
    }

    var rules: Rules { Rules(input, account) }
}

/// The answer to a request after all writes.
struct Reply {
    var status: Int
    var body: (Resources, Resources.Depth) -> Response

    init(_ response: Response) {
        status = response.status
        body = { _, _ in response }
    }

    init(status: Int = 200, _ data: @escaping (Resources, Resources.Depth) -> JSON) {
        self.status = status
        body = { resources, depth in .json(["data": data(resources, depth)], status: status) }
    }

    func replacing(_ data: @escaping (Resources) -> JSON) -> Reply {
        Reply(status: status) { resources, _ in data(resources) }
    }

    /// The answer with the deleted id; some resources return it as the text of the path.
    static func deleted(_ id: Int, asText: Bool = false) -> Reply {
        Reply(.json(["deleted": true, "id": asText ? .string("\(id)") : .int(id)]))
    }

    /// The whole contact.
    static func contact(_ id: Int, status: Int = 200) -> Reply {
        Reply(status: status) { resources, depth in
            resources.account.person(id).map { resources.contact($0, depth) } ?? .null
        }
    }
}

extension Write {
    /// A contact of this account that is there.
    func person(_ id: Int) throws(Refusal) -> Person {
        guard let person = account.person(id) else { throw Refusal(.notFound) }
        return person
    }

    /// An existing contact that is not archived.
    func editable(_ id: Int) throws(Refusal) -> Person {
        let person = try person(id)
        guard person.isActive else { throw Refusal(.invalid([Self.archived])) }
        return person
    }

    /// The contact that `contact_id` names.
    func owner() throws(Refusal) -> Person {
        try person(input.int("contact_id") ?? 0)
    }

    func editableOwner() throws(Refusal) -> Person {
        try editable(input.int("contact_id") ?? 0)
    }

    /// Changes a contact. Its time moves if something is different then.
    mutating func edit(_ id: Int, _ change: (inout Person) -> Void) {
        guard let before = account.person(id) else { return }
        var person = before
        change(&person)
        guard person != before else { return }
        person.updated = now
        account.store(person)
    }

    /// Moves the contact's time alone.
    mutating func touch(_ id: Int) {
        let now = now
        account.edit(id) { $0.updated = now }
    }

    /// A day or a moment, as the rules have checked it.
    func date(_ key: String) -> Timestamp? {
        input.string(key).flatMap(Timestamp.init(text:))
    }

    /// With two decimals.
    func amount(_ key: String) -> String? {
        guard let number = input.double(key), abs(number) < 1e12 else { return nil }
        let cents = Int((abs(number) * 100).rounded())
        let rest = cents % 100
        return "\(number < 0 ? "-" : "")\(cents / 100).\(rest < 10 ? "0" : "")\(rest)"
    }

    /// The UUID of the next new row of a kind.
    func uuid(_ kind: Identifiers.Kind) -> String {
        let number: Int =
            switch kind {
            case .note: account.notes.next
            case .activity: account.activities.next
            case .call: account.calls.next
            case .reminder: account.reminders.next
            case .gift: account.gifts.next
            case .debt: account.debts.next
            case .address: account.addresses.next
            case .contactField: account.contactFields.next
            case .pet: account.pets.next
            case .photo: account.photos.next
            case .document: account.documents.next
            case .journal: account.journal.next
            case .contact: account.nextContact
            case .contactFieldType: account.settings.nextContactFieldType
            case .relation, .activityType, .activityCategory, .user: account.relations.next
            }
        return Identifiers.uuid(of: number, kind: kind, seed: account.book.seed)
    }
}

extension Timestamp {
    /// `Y-m-d` of a day that exists, with a time of day behind it if there is one; nil for anything else.
    init?(text: String) {
        let bytes = Array(text.utf8)
        func number(_ range: Range<Int>) -> Int? {
            guard range.upperBound <= bytes.count, bytes[range].allSatisfy({ (48...57).contains($0) }) else {
                return nil
            }
            return bytes[range].reduce(0) { $0 * 10 + Int($1 - 48) }
        }
        guard let year = number(0..<4), let month = number(5..<7), let day = number(8..<10), bytes[4] == 45,
            bytes[7] == 45, (1...12).contains(month), (1...31).contains(day)
        else { return nil }
        self.init(year: year, month: month, day: day)
        guard civil == (year, month, day) else { return nil }
        guard bytes.count > 10 else { return }
        guard [32, 84].contains(bytes[10]), let hour = number(11..<13), let minute = number(14..<16), hour < 24,
            minute < 60
        else { return nil }
        seconds += hour * 3600 + minute * 60 + (number(17..<19) ?? 0)
    }
}
