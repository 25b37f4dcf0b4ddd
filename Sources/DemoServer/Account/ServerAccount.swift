/// One account of the server: the address book with all later writes.
struct ServerAccount: Sendable {
    let book: AddressBook
    /// The contact that is the user.
    var me: Int?
    /// Of the server, which has other accounts too.
    var neighbour = Neighbour()
    var settings = AccountSettings()
    var relations = RelationTable()
    var notes = Table<NoteResource>()
    var activities = Table<ActivityResource>()
    var calls = Table<CallResource>()
    var reminders = Table<ReminderResource>()
    var tasks = Table<ContactTaskResource>()
    var gifts = Table<GiftResource>()
    var debts = Table<DebtResource>()
    var addresses = Table<AddressResource>()
    var contactFields = Table<ContactFieldResource>()
    var pets = Table<Pet>()
    var photos = Table<AlbumPhoto>()
    var documents = Table<Document>()
    var journal = Table<JournalEntry>()
    /// The tags of contacts after a change; all other contacts have the book's tags.
    var tagsOfContacts: [Int: [Int]] = [:]
    /// The id that the next new contact gets.
    var nextContact: Int
    private var written: [Int: Person] = [:]
    private var uuids: [String: Int] = [:]
    private var sorted: [Sort: [Int]] = [:]

    /// Either way contacts of one second are in the order of their ids.
    struct Sort: Hashable, Sendable {
        var isByUpdate = false
        var isDescending = false
    }

    init(book: AddressBook) {
        self.book = book
        me = book.ids == nil ? nil : 1
        nextContact = (book.ids?.upperBound ?? 0) + 1
        settings = AccountSettings(book: book)
        relations.next = book.lastRelation + 1
        let number = book.lastDetail + 1
        notes.next = number
        activities.next = number
        calls.next = number
        reminders.next = number
        tasks.next = number
        gifts.next = number
        debts.next = number
        addresses.next = number
        contactFields.next = number
        pets.next = number
        photos.next = number
        documents.next = number
        journal.next = number
    }

    func person(_ id: Int) -> Person? {
        guard var person = written[id] ?? book.person(id), !person.isDeleted else { return nil }
        person.isMe = id == me
        return person
    }

    func exists(_ id: Int) -> Bool {
        written[id].map { !$0.isDeleted } ?? isInBook(id)
    }

    /// Whether any account ever had a contact with this id. The rules of many requests require this.
    func wasIssued(_ id: Int) -> Bool {
        written[id] != nil || isInBook(id) || neighbour.contacts.contains(id)
    }

    func isDeleted(_ id: Int) -> Bool {
        written[id]?.isDeleted == true
    }

    /// The contact with a uuid.
    func contact(withUUID uuid: String) -> Int? {
        if let id = uuids[uuid] { return id }
        return Identifiers.number(ofUUID: uuid, kind: .contact, seed: book.seed).flatMap {
            person($0)?.uuid == uuid ? $0 : nil
        }
    }

    /// A contact as it was written; nil for a contact as the book has it.
    func changed(_ id: Int) -> Person? {
        written[id]
    }

    /// The last state of a contact, also of a deleted one.
    func lastKnown(_ id: Int) -> Person? {
        written[id] ?? book.person(id)
    }

    /// Changes a contact that exists; `updated` stays as it is.
    mutating func edit(_ id: Int, _ change: (inout Person) -> Void) {
        guard var person = person(id) else { return }
        change(&person)
        store(person)
    }

    /// Adds a contact, or replaces the contact with its id.
    mutating func store(_ person: Person) {
        written[person.id] = person
        uuids[person.uuid] = person.id
        if !person.isDeleted { nextContact = max(nextContact, person.id + 1) }
        for sort in sorted.keys { place(person, sort) }
    }

    /// The contacts that the server lists, neither archived nor partial.
    mutating func listed(by sort: Sort) -> [Int] {
        if let known = sorted[sort] { return known }
        guard sort != Sort() else {
            // The book's ids ascend with their times.
            sorted[sort] = (book.ids.map(Array.init) ?? []).filter { written[$0] == nil && isListed($0) }
            for person in written.values { place(person, sort) }
            return sorted[sort] ?? []
        }
        // Pairs first: the time is reckoned once a contact, not once a comparison.
        let ids = listed(by: Sort()).map { place($0, in: sort) }.sorted { $0 < $1 }.map(\.id)
        sorted[sort] = ids
        return ids
    }

    /// Listed, archived and partial ones.
    func everyone() -> [Int] {
        let last = book.ids?.upperBound ?? 0
        return (book.ids.map { $0.filter(exists) } ?? []) + written.keys.filter { $0 > last && exists($0) }.sorted()
    }

    func updated(_ id: Int) -> Timestamp {
        written[id]?.updated ?? book.updated(id)
    }
}

extension ServerAccount {
    private func isInBook(_ id: Int) -> Bool {
        book.ids?.contains(id) == true
    }

    private func isListed(_ id: Int) -> Bool {
        if let person = written[id] { return !person.isDeleted && person.isActive && !person.isPartial }
        return isInBook(id) && !book.isPartial(id) && !book.isArchived(id)
    }

    private func place(_ id: Int, in sort: Sort) -> (time: Int, id: Int) {
        let time = sort.isByUpdate ? updated(id) : written[id]?.created ?? book.created(id)
        return (sort.isDescending ? -time.seconds : time.seconds, id)
    }

    /// Moves one contact within a list that is known already, instead of sorting all of them anew.
    private mutating func place(_ person: Person, _ sort: Sort) {
        guard var ids = sorted[sort] else { return }
        sorted[sort] = nil
        ids.removeAll { $0 == person.id }
        if isListed(person.id) {
            let own = place(person.id, in: sort)
            var (low, high) = (0, ids.count)
            while low < high {
                let middle = (low + high) / 2
                if place(ids[middle], in: sort) < own { low = middle + 1 } else { high = middle }
            }
            ids.insert(person.id, at: low)
        }
        sorted[sort] = ids
    }
}
