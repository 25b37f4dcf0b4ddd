import Gtk

/// The contacts that a person picked, to change them together.
final class PickedContacts {
    /// More contacts are not changed together: one transaction holds up all others.
    static let most = 1_000

    private(set) var ids: Set<Int> = []
    /// Where the next extension begins.
    private var anchor: Int?
    /// The contacts that the last extension added.
    private var extended: Set<Int> = []
    private let observers = Observers()

    var isEmpty: Bool { ids.isEmpty }

    /// Takes the picks of a person in a list.
    func take<Item: Identifiable & Equatable & Sendable>(_ pick: ListPick<Item>, in list: ListModel<Item>)
    where Item.ID == Int {
        switch pick {
        case .toggle(let item): toggle(item.id)
        case .extend(let item): extend(to: item.id, in: list)
        case .all: change { (ids, extended) = (Set(list.items.map(\.id)), []) }
        }
    }

    /// Picks a contact, or drops it.
    func toggle(_ id: Int) {
        change {
            if ids.remove(id) == nil { ids.insert(id) }
            anchor = id
            extended = []
        }
    }

    /// Drops contacts that are gone.
    func drop(_ gone: Set<Int>) {
        guard !ids.isDisjoint(with: gone) else { return }
        change {
            ids.subtract(gone)
            extended.subtract(gone)
        }
    }

    /// Drops all.
    func clear() {
        guard !ids.isEmpty else { return }
        change { (ids, anchor, extended) = ([], nil, []) }
    }

    /// Calls back with each change, until the observation is released.
    func observe(_ onChange: @escaping () -> Void) -> MarksObservation {
        observers.add(onChange)
    }

    private func extend<Item: Identifiable & Equatable & Sendable>(to id: Int, in list: ListModel<Item>)
    where Item.ID == Int {
        guard let start = anchor.flatMap(list.position), let end = list.position(of: id) else { return toggle(id) }
        let range = Set(list.items[min(start, end)...max(start, end)].map(\.id))
        change {
            ids.subtract(extended)
            extended = range.subtracting(ids)
            ids.formUnion(range)
        }
    }

    private func change(_ body: () -> Void) {
        body()
        observers.tell()
    }
}
