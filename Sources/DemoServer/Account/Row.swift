/// A row of a table of contacts' details. The book invents the first rows of each contact. Written rows add to them or replace
/// them.
protocol Row: Sendable {
    static var table: WritableKeyPath<ServerAccount, Table<Self>> { get }

    var id: Int { get }
    /// The contacts that have it in their lists.
    var owners: [Int] { get }
    var created: Timestamp { get }
    var updated: Timestamp { get set }

    /// The indices of the rows that the book invents for a contact.
    static func indices(_ account: ServerAccount, contact: Int) -> Range<Int>
    /// `known`: the contact as the book has it, if it need not be invented again.
    static func invented(_ account: ServerAccount, contact: Int, index: Int, known: Person?) -> Self?
    /// False for a row that has lost a necessary part.
    func isWhole(_ account: ServerAccount) -> Bool
}

extension Row {
    func isWhole(_ account: ServerAccount) -> Bool { true }
}

/// A row that is invented by the kind of detail that it is.
protocol DetailResource: Row {
    static var detail: Detail { get }

    init(_ invention: Invention)
}

extension DetailResource {
    static func indices(_ account: ServerAccount, contact: Int) -> Range<Int> {
        0..<account.book.count(of: detail, contact: contact)
    }

    static func invented(_ account: ServerAccount, contact: Int, index: Int, known: Person?) -> Self? {
        Self(Invention(account.book, detail, contact: contact, index: index, known: known))
    }
}

/// The input for the invention of a row.
struct Invention {
    let book: AddressBook
    let contact: Int
    let index: Int
    let entered: Timestamp
    var random: Random
    private let known: Person?

    init(_ book: AddressBook, _ detail: Detail, contact: Int, index: Int, known: Person?) {
        self.book = book
        self.contact = contact
        self.index = index
        self.known = known
        entered = book.entered(detail, contact: contact, index: index)
        random = book.random(for: detail, contact: contact, index: index)
        // The first draw is the time of entry.
        _ = random.next()
    }

    var id: Int { Detail.number(contact: contact, index: index) }

    var person: Person? { known ?? book.person(contact) }

    func uuid(_ kind: Identifiers.Kind) -> String {
        Identifiers.uuid(of: id, kind: kind, seed: book.seed)
    }
}
