import Foundation
import Model

/// Contacts in an order, with the letters over their parts.
public struct ContactList: Sendable, Equatable {
    /// A part of the list with the contacts under one letter.
    public struct Section: Sendable, Hashable {
        /// A letter, "★" for starred contacts that come first, or "#" for all names without a letter in front.
        public let letter: String
        /// The position of the first contact of this part.
        public let start: Int
    }

    /// How the contacts are sorted.
    public let order: ContactOrder
    /// All contacts in that order.
    public let contacts: [ContactSummary]
    /// From first to last; empty for orders by date.
    public let sections: [Section]
    /// How many contacts there are where only the first of them are here; nil where all are.
    public let wholeCount: Int?
    /// The filter that all contacts here meet.
    public fileprivate(set) var filter = ContactFilter()
    /// How many contacts there are without the filter; nil where there is no filter.
    public fileprivate(set) var unfilteredCount: Int?
}

extension ContactList {
    /// The first contacts, with the letters over them.
    public func prefix(_ count: Int) -> ContactList {
        ContactList(
            order: order, contacts: Array(contacts.prefix(count)), sections: sections.filter { $0.start < count },
            wholeCount: wholeCount ?? contacts.count, filter: filter, unfilteredCount: unfilteredCount)
    }

    /// Sorts contacts by the rules of the desktop's language.
    public init(sorting contacts: [ContactSummary], by order: ContactOrder = ContactOrder()) {
        self = SortedContacts(contacts, order: order).list
    }
}

/// Sorted contacts with their keys, so that a change costs no new sort.
struct SortedContacts {
    private let order: ContactOrder
    private let maker: SortKeyMaker
    // Side by side instead of in pairs: the contacts are handed out as they are, without a copy.
    private var keys: [SortKey]
    private var contacts: [ContactSummary]

    /// The order by the last contact is that of `today`.
    init(
        _ contacts: [ContactSummary], order: ContactOrder, today: CivilDay = CivilDay(of: .now, in: .current),
        collation: Collation = Collation()
    ) {
        self.order = order
        maker = SortKeyMaker(order, collation: collation, today: today)
        (keys, self.contacts) = Self.sorted(contacts, maker)
    }

    /// Puts the new versions of the contacts with these ids in their places; those without one are dropped.
    mutating func replace(_ ids: Set<Int>, with changed: [ContactSummary]) {
        let (newKeys, newContacts) = Self.sorted(changed, maker)
        var mergedKeys: [SortKey] = []
        var mergedContacts: [ContactSummary] = []
        mergedKeys.reserveCapacity(keys.count + newKeys.count)
        mergedContacts.reserveCapacity(keys.count + newKeys.count)
        var next = 0
        // The merge copies the unchanged contacts in long runs.
        var run = 0
        func end(at position: Int) {
            mergedKeys.append(contentsOf: keys[run..<position])
            mergedContacts.append(contentsOf: contacts[run..<position])
            run = position
        }
        for position in keys.indices {
            if ids.contains(contacts[position].id) {
                end(at: position)
                run = position + 1
                continue
            }
            while next < newKeys.count, newKeys[next] < keys[position] {
                end(at: position)
                mergedKeys.append(newKeys[next])
                mergedContacts.append(newContacts[next])
                next += 1
            }
        }
        end(at: keys.count)
        mergedKeys.append(contentsOf: newKeys[next...])
        mergedContacts.append(contentsOf: newContacts[next...])
        keys = mergedKeys
        contacts = mergedContacts
    }

    var list: ContactList { list(of: contacts.indices) }

    /// The contacts that meet a filter; `tagged` are the numbers of the contacts with its tags, nil for all contacts.
    func list(_ filter: ContactFilter, tagged: Set<Int>?) -> ContactList {
        guard !filter.isEmpty else { return list }
        let places = contacts.indices.filter { place in
            (!filter.isStarred || contacts[place].isStarred) && tagged?.contains(contacts[place].id) != false
        }
        var filtered = list(of: places)
        (filtered.filter, filtered.unfilteredCount) = (filter, contacts.count)
        return filtered
    }

    private func list(of places: some Collection<Int>) -> ContactList {
        var sections: [ContactList.Section] = []
        for (position, place) in places.enumerated() {
            guard let letter = keys[place].heading, letter != sections.last?.letter else { continue }
            sections.append(ContactList.Section(letter: letter, start: position))
        }
        let isWhole = places.count == contacts.count
        return ContactList(
            order: order, contacts: isWhole ? contacts : places.map { contacts[$0] }, sections: sections,
            wholeCount: nil)
    }

    private static func sorted(
        _ contacts: [ContactSummary], _ maker: SortKeyMaker
    ) -> (keys: [SortKey], contacts: [ContactSummary]) {
        // A sort moves its elements often. It sorts numbers, since each move of a contact counts a reference.
        let keys = contacts.map(maker.key)
        let places = keys.indices.sorted { keys[$0] < keys[$1] }
        return (places.map { keys[$0] }, places.map { contacts[$0] })
    }
}
