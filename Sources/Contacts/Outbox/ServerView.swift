public import Model

/// An answer of a server about one contact, by slot.
public struct ServerView: Hashable, Sendable {
    /// The slots that have a value.
    public private(set) var values: [Slot: SlotValue] = [:]
    /// The lists that were read.
    public private(set) var lists: Set<SlotList> = []
    /// The slots that the answer shows by themselves, also those without a value.
    private var shown: Set<Slot> = []

    /// A view that shows nothing: the contact is not there.
    public init() {}

    /// Whether the answer shows nothing.
    public var isEmpty: Bool { shown.isEmpty && lists.isEmpty }

    /// The value of a slot; nil for nothing, and for a slot that the answer does not show.
    public subscript(slot: Slot) -> SlotValue? { values[slot] }

    /// Whether the answer tells the value of the slot.
    public func shows(_ slot: Slot) -> Bool { shown.contains(slot) || slot.list.map { lists.contains($0) } ?? false }

    /// Whether it has a tag with the name of this one, upper and lower case aside.
    func hasSameTag(as slot: Slot) -> Bool {
        guard case .tag(let name) = slot else { return false }
        return values.keys.contains { if case .tag(let other) = $0 { other.isSameTag(as: name) } else { false } }
    }

    /// The answer shows this value; nil for nothing.
    public mutating func show(_ slot: Slot, _ value: SlotValue?) {
        shown.insert(slot)
        values[slot] = value
    }

    /// The answer has the whole list.
    public mutating func show(_ list: SlotList) { lists.insert(list) }

    /// The slot is not known any more.
    mutating func remove(_ slot: Slot) {
        shown.remove(slot)
        values[slot] = nil
    }

    /// Takes a newer answer on top. A slot that it does not show stays.
    public mutating func merge(_ newer: ServerView) {
        for slot in values.keys where newer.shows(slot) { values[slot] = nil }
        values.merge(newer.values) { $1 }
        shown.formUnion(newer.shown)
        lists.formUnion(newer.lists)
    }

    /// The entries of sections that it shows by themselves.
    var things: Set<Slot> { shown.filter(\.isThing) }

    /// The photos that it shows by themselves.
    var photos: Set<Slot> { shown.filter { $0.list == .parts(.photo) } }

    /// The same without entries of sections, besides these: the stored sections have them.
    func withoutThings(besides kept: Set<Slot>) -> ServerView {
        var view = self
        view.values = values.filter { !$0.key.isThing }
        view.shown = shown.filter { !$0.isThing }
        view.lists = lists.filter { if case .parts(let kind) = $0 { !kind.isThing } else { true } }
        for slot in kept where slot.isThing && shows(slot) { view.show(slot, self[slot]) }
        return view
    }

    /// The states that another view does not have, in the order of their stored names.
    func states(beyond other: ServerView) -> [SlotState] {
        let slots = Set(values.keys).union(other.values.keys).union(shown)
        let states = slots.filter { self[$0] != other[$0] || shows($0) && !other.shows($0) }
        return states.map { SlotState($0, self[$0]) }.sorted { $0.slot.stored < $1.slot.stored }
    }
}
