/// The contacts that a person has seen one after the other, and which of them is shown.
nonisolated struct ContactHistory: Equatable {
    private static let maxCount = 100

    private var ids: [Int] = []
    private var position = -1

    /// The contact that is shown; nil before the first.
    var current: Int? { ids.indices.contains(position) ? ids[position] : nil }
    var canGoBack: Bool { position > 0 }
    var canGoForward: Bool { position < ids.count - 1 }
    /// All of them, some perhaps more than once.
    var all: Set<Int> { Set(ids) }

    /// The person opens a contact: the contacts ahead leave the history.
    mutating func visit(_ id: Int) {
        guard id != current else { return }
        ids = ids.prefix(position + 1).suffix(Self.maxCount - 1) + [id]
        position = ids.count - 1
    }

    /// Returns the contact before, which is shown now; nil if there is none.
    mutating func goBack() -> Int? {
        guard canGoBack else { return nil }
        position -= 1
        return current
    }

    /// Returns the contact from which the person went back, which is shown now; nil if there is none.
    mutating func goForward() -> Int? {
        guard canGoForward else { return nil }
        position += 1
        return current
    }

    /// The history passes over the gone contacts from now on. The shown contact keeps its place.
    mutating func remove(_ gone: Set<Int>) {
        let shown = position
        var kept: [Int] = []
        for (index, id) in ids.enumerated() {
            // A contact on both sides of a gone contact would follow itself.
            let isKept = index == shown || (!gone.contains(id) && kept.last != id)
            if index == shown, kept.last == id { kept.removeLast() }
            if isKept { kept.append(id) }
            if index == shown { position = kept.count - 1 }
        }
        ids = kept
    }

    mutating func clear() {
        self = ContactHistory()
    }
}
