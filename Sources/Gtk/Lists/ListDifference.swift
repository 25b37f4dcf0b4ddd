/// The new content of a list, and its difference from the present one. Made off the main thread for long lists.
///
/// Inlinable: the unspecialised generic code takes several times as long for 100,000 items.
public nonisolated struct ListChange<Item: Identifiable & Equatable & Sendable>: Sendable where Item.ID: Sendable {
    @usableFromInline let items: [Item]
    /// The ids of the items: a search in them takes a twentieth of the time.
    @usableFromInline let ids: [Item.ID]
    @usableFromInline let splices: [ListDifference.Splice]
    /// Items that stay, but have another value.
    @usableFromInline let updated: [Item]

    /// The difference between two arrays.
    @inlinable
    public init(from old: [Item], to new: [Item]) {
        ids = new.map(\.id)
        guard !old.isEmpty else {
            // The first content of a list needs no comparison. A person waits for it.
            splices = new.isEmpty ? [] : [.init(oldStart: 0, removed: 0, newStart: 0, added: new.count)]
            updated = []
            items = new
            return
        }
        splices = ListDifference(from: old.map(\.id), to: ids).splices
        updated = Self.updated(from: old, to: new, splices)
        // Of two equal arrays the new one is released here, off the main thread.
        items = splices.isEmpty && updated.isEmpty ? old : new
    }

    /// Unmoved items lie between the splices, in pairs. Only moved items need a search.
    @inlinable
    static func updated(from old: [Item], to new: [Item], _ splices: [ListDifference.Splice]) -> [Item] {
        var updated: [Item] = []
        var oldNext = 0
        var newNext = 0
        func compare(upTo end: Int) {
            while oldNext < end {
                if old[oldNext] != new[newNext] { updated.append(new[newNext]) }
                oldNext += 1
                newNext += 1
            }
        }
        var taken: [Item.ID: Int] = [:]
        for splice in splices {
            compare(upTo: splice.oldStart)
            for place in oldNext..<oldNext + splice.removed { taken[old[place].id] = place }
            oldNext += splice.removed
            newNext += splice.added
        }
        compare(upTo: old.count)
        for splice in splices {
            for item in new[splice.newStart..<splice.newStart + splice.added] {
                if let place = taken[item.id], old[place] != item { updated.append(item) }
            }
        }
        return updated
    }

    /// Whether there is no difference.
    public var isEmpty: Bool { splices.isEmpty && updated.isEmpty }
}

/// The difference of two lists of distinct ids: as few removals and insertions as possible, with neighbours joined.
public nonisolated struct ListDifference: Hashable, Sendable {
    /// The old list loses `removed` ids at `oldStart`; the new list has `added` ids from `newStart` on.
    public struct Splice: Hashable, Sendable {
        /// The start in the old array.
        public let oldStart: Int
        /// The number of removed items.
        public let removed: Int
        /// The start in the new array.
        public let newStart: Int
        /// The number of added items.
        public let added: Int

        @usableFromInline
        init(oldStart: Int, removed: Int, newStart: Int, added: Int) {
            self.oldStart = oldStart
            self.removed = removed
            self.newStart = newStart
            self.added = added
        }
    }

    /// The splices in the order of their positions.
    public let splices: [Splice]

    /// Ids in both lists that keep their order stay. Every other id is removed, inserted, or both. Takes O(n log n) for n ids,
    /// also for a completely different order.
    @inlinable
    public init<ID: Hashable>(from old: [ID], to new: [ID]) {
        var start = 0
        while start < old.count, start < new.count, old[start] == new[start] { start += 1 }
        var tail = 0
        while tail < old.count - start, tail < new.count - start, old[old.count - 1 - tail] == new[new.count - 1 - tail]
        {
            tail += 1
        }
        let oldEnd = old.count - tail
        let newEnd = new.count - tail
        let positions = Dictionary(
            new[start..<newEnd].enumerated().map { ($1, start + $0) }, uniquingKeysWith: { first, _ in first })
        let pairs: [(old: Int, new: Int)] = (start..<oldEnd).compactMap { index in
            positions[old[index]].map { (index, $0) }
        }

        var found: [Splice] = []
        var oldNext = start
        var newNext = start
        for kept in Self.longestIncreasing(pairs) + [(oldEnd, newEnd)] {
            if kept.old > oldNext || kept.new > newNext {
                found.append(
                    Splice(
                        oldStart: oldNext, removed: kept.old - oldNext, newStart: newNext, added: kept.new - newNext))
            }
            oldNext = kept.old + 1
            newNext = kept.new + 1
        }
        splices = found
    }

    /// The longest subsequence of the pairs with rising new positions (patience sorting).
    @usableFromInline
    static func longestIncreasing(_ pairs: [(old: Int, new: Int)]) -> [(old: Int, new: Int)] {
        // For each length, the rising subsequence's last pair with the lowest new position.
        var ends: [Int] = []
        var previous = [Int](repeating: -1, count: pairs.count)
        for index in pairs.indices {
            var low = 0
            var high = ends.count
            while low < high {
                let middle = (low + high) / 2
                if pairs[ends[middle]].new < pairs[index].new { low = middle + 1 } else { high = middle }
            }
            if low > 0 { previous[index] = ends[low - 1] }
            if low == ends.count { ends.append(index) } else { ends[low] = index }
        }
        var result: [(old: Int, new: Int)] = []
        var index = ends.last ?? -1
        while index >= 0 {
            result.append(pairs[index])
            index = previous[index]
        }
        return result.reversed()
    }
}
