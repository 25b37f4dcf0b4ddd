/// The contacts that a person has seen one after the other, and which of them is shown.
nonisolated struct ContactHistory: Equatable {
    private static let maxCount = 100

    private var ids: [Int] = []
    private var position = -1
    /// The contacts that do not exist now. They keep their places, and Back and Forward pass over them.
    var gone: Set<Int> = []

    /// The contact that is shown; nil before the first.
    var current: Int? { ids.indices.contains(position) ? ids[position] : nil }
    var canGoBack: Bool { before != nil }
    var canGoForward: Bool { after != nil }
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
        guard let before else { return nil }
        position = before
        return current
    }

    /// Returns the contact from which the person went back, which is shown now; nil if there is none.
    mutating func goForward() -> Int? {
        guard let after else { return nil }
        position = after
        return current
    }

    mutating func clear() {
        self = ContactHistory()
    }

    private var before: Int? { ids.prefix(max(position, 0)).lastIndex { leads(to: $0) } }
    private var after: Int? { ids.dropFirst(position + 1).firstIndex { leads(to: $0) } }

    /// A contact on both sides of a gone contact does not follow itself.
    private func leads(to id: Int) -> Bool { id != current && !gone.contains(id) }
}
