/// Contacts in an order, with the letters over their parts.
public struct ContactList: Sendable, Equatable {
    /// A part of the list whose contacts stand under one letter.
    public struct Section: Sendable, Hashable {
        /// A letter, "★" for starred contacts that come first, or "#" for all names without a letter in front.
        public let letter: String
        /// The position of the first contact of this part.
        public let start: Int
    }

    public let order: ContactOrder
    public let contacts: [ContactSummary]
    /// From first to last; empty for orders by date.
    public let sections: [Section]

    /// The letter over the part that a position belongs to; nil if the order has none.
    public func letter(at position: Int) -> String? {
        section(at: position)?.letter
    }

    /// Whether a position is the first of its letter.
    public func beginsSection(at position: Int) -> Bool {
        section(at: position)?.start == position
    }

    private func section(at position: Int) -> Section? {
        var low = 0
        var high = sections.count
        while low < high {
            let middle = (low + high) / 2
            if sections[middle].start <= position { low = middle + 1 } else { high = middle }
        }
        return low == 0 ? nil : sections[low - 1]
    }
}

extension ContactList {
    /// Sorts contacts by the rules of the desktop's language.
    public init(sorting contacts: [ContactSummary], by order: ContactOrder = ContactOrder()) {
        self = SortedContacts(contacts, order: order).list
    }
}

/// Sorted contacts with their keys, so that a change costs no new sort.
struct SortedContacts {
    private typealias Entry = (key: SortKey, contact: ContactSummary)

    private let order: ContactOrder
    private let keys: SortKeyMaker
    private var entries: [Entry]

    init(_ contacts: [ContactSummary], order: ContactOrder, collation: Collation = Collation()) {
        self.order = order
        keys = SortKeyMaker(order, collation: collation)
        entries = Self.sorted(contacts, keys)
    }

    /// Puts the new versions of the contacts with these ids in their places; those without one are dropped.
    mutating func replace(_ ids: Set<Int>, with contacts: [ContactSummary]) {
        let arriving = Self.sorted(contacts, keys)
        var merged: [Entry] = []
        merged.reserveCapacity(entries.count + arriving.count)
        var next = arriving.startIndex
        for entry in entries where !ids.contains(entry.contact.id) {
            while next < arriving.endIndex, arriving[next].key < entry.key {
                merged.append(arriving[next])
                next += 1
            }
            merged.append(entry)
        }
        entries = merged + arriving[next...]
    }

    var list: ContactList {
        var sections: [ContactList.Section] = []
        for (position, entry) in entries.enumerated() {
            guard let letter = entry.key.heading, letter != sections.last?.letter else { continue }
            sections.append(ContactList.Section(letter: letter, start: position))
        }
        return ContactList(order: order, contacts: entries.map(\.contact), sections: sections)
    }

    private static func sorted(_ contacts: [ContactSummary], _ keys: SortKeyMaker) -> [Entry] {
        // Sorting moves entries about; the contacts, a hundred times as large as a number, move only once.
        let made = contacts.map(keys.key)
        let places = made.indices.sorted { made[$0] < made[$1] }
        return places.map { (made[$0], contacts[$0]) }
    }
}
