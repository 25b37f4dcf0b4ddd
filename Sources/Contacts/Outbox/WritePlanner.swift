public import Model

/// The part of a kind of server: which answers the outbox needs, and which request is next. It is pure.
public protocol WritePlanner: Sendable {
    /// All answers of one visit to a contact.
    associatedtype Reading: Sendable
    /// A request that only reads.
    associatedtype Question: Sendable
    /// A request that writes.
    associatedtype Request: Sendable

    /// The next question before anything is decided; nil when enough is known, or nothing can be asked.
    func nextRead(of contact: OutboxContact, after reading: Reading?) -> Question?

    /// The server's name of the contact that was read; nil if it is not there.
    func remote(in reading: Reading) -> RemoteID?

    /// The answers by slot. Parts that were never met get numbers.
    func view(_ reading: Reading, parts: inout PartBook, names: any ContactNames) -> ServerView

    /// Whether the server keeps both values alike. Nil is nothing.
    func isSame(_ first: SlotValue?, _ second: SlotValue?, in slot: Slot) -> Bool

    /// The first request that can go. `due` are the wanted values, the oldest first; it is never empty. A deletion is due
    /// alone. A contact without `remote` is to be made.
    func plan(
        _ due: [SlotState], of contact: OutboxContact, over theirs: ServerView, names: any ContactNames
    ) -> PlannedWrite<Request>?
}

extension WritePlanner {
    public func isSame(_ first: SlotValue?, _ second: SlotValue?, in slot: Slot) -> Bool { first == second }
}

/// How contacts are called here and on the server.
public protocol ContactNames {
    /// The server's name; nil for a contact that the server does not have.
    func remote(of id: ContactID) -> RemoteID?
    /// The number here; nil for a contact that is not stored.
    func local(of remote: RemoteID) -> ContactID?
}

/// A request with the values that it brings.
public struct PlannedWrite<Request: Sendable>: Sendable {
    public let request: Request
    /// The slots that it changes or must leave as they were, with their values.
    public let sent: [SlotState]
    /// The part that it makes.
    public let makes: Slot?

    /// A request that brings these values.
    public init(_ request: Request, sent: [SlotState], makes: Slot? = nil) {
        self.request = request
        self.sent = sent
        self.makes = makes
    }
}
