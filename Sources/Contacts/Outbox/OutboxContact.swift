public import Model

/// A contact with all that is stored of its changes.
public struct OutboxContact: Hashable, Sendable {
    /// The holder of the slots that belong to the account. No contact has this number.
    public static let account = ContactID(0)

    public let id: ContactID
    /// The server's name of it; nil until the server has it.
    public var remote: RemoteID?
    /// Our own name of it. The server keeps it, so a contact that was made here is found again.
    public var uuid: String
    /// The server's values, as far as they are known.
    public var copy = ServerView()
    /// Whether the server has it no longer.
    public var isGone = false
    /// The pending changes by slot.
    public var rows: [Slot: PendingChange] = [:]
    /// The write that may be under way.
    public var attempt: Attempt?
    /// The numbers of its parts.
    public var parts = PartBook()
    /// The values that the server keeps otherwise than they were sent. A person is to be told.
    public var notices: [Notice] = []

    /// The server's copy with the rows on top, also those with a problem.
    public var shown: [Slot: SlotValue] {
        var values = copy.values
        for (slot, row) in rows { values[slot] = row.wanted }
        return values
    }

    /// Whether a person wants it deleted.
    public var isToBeDeleted: Bool { rows[.existence].map { $0.wanted == nil } ?? false }

    /// Whether nothing is left of it: it was never made, or is gone and wanted no longer.
    public var isOver: Bool {
        if id == Self.account { return false }
        return remote == nil ? rows[.existence]?.wanted == nil && attempt == nil : isGone && rows.isEmpty
    }

    /// All values that the person saw or that were sent: a deletion expects them.
    public var seen: [SlotState] {
        let values = [shown, copy.values].flatMap { $0.map { SlotState($0.key, $0.value) } }
        return values + rows.filter { $0.key != .existence }.values.flatMap(\.expected)
    }

    /// The slots of the attempt and of the rows. They must be read before anything is decided. A deletion needs no row.
    public var slotsToRead: Set<Slot> {
        Set(attempt?.sent.map(\.slot) ?? []).union(isToBeDeleted ? [] : Set(rows.keys))
    }
}

/// A value that the server keeps otherwise than it was sent.
public struct Notice: Hashable, Sendable {
    public let slot: Slot
    public let sent: SlotValue?
    public let found: SlotValue?
}

/// The numbers of parts here, and the server's names of them. A number is never used again.
public struct PartBook: Hashable, Sendable {
    /// The server's name of a part. Each kind has names of its own.
    public struct Name: Hashable, Sendable {
        public let kind: PartKind
        public let remote: RemoteID
    }

    /// The names of the parts that the server has.
    public private(set) var names: [PartID: Name] = [:]
    /// The greatest number that was ever given.
    public private(set) var last = PartID(0)
    private(set) var ids: [Name: PartID] = [:]

    /// The server's name of a part; nil until the server has it.
    public func remote(of id: PartID) -> RemoteID? { names[id]?.remote }

    /// A number that no part has had.
    public mutating func newID() -> PartID {
        last = PartID(last.rawValue + 1)
        return last
    }

    /// The number of the server's part; nil where the part was never met.
    public func knownID(of kind: PartKind, _ remote: RemoteID) -> PartID? { ids[Name(kind: kind, remote: remote)] }

    /// The number of the server's part: a new one where the part was never met.
    public mutating func id(of kind: PartKind, _ remote: RemoteID) -> PartID {
        if let id = knownID(of: kind, remote) { return id }
        let id = newID()
        bind(id, to: remote, kind)
        return id
    }

    /// Gives the part this name of the server. Another number with the same name is forgotten.
    public mutating func bind(_ id: PartID, to remote: RemoteID, _ kind: PartKind) {
        let name = Name(kind: kind, remote: remote)
        if let other = ids[name], other != id { names[other] = nil }
        if let former = names[id] { ids[former] = nil }
        names[id] = name
        ids[name] = id
        last = max(last, id)
    }
}
