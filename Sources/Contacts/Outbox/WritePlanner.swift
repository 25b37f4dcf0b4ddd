public import Foundation
public import Model

/// The values of a kind of server as slots. It is pure.
public protocol SlotReader: Sendable {
    /// A stored copy by slot; nil for a copy that cannot be read.
    func view(copy: Data, parts: inout PartBook, names: any ContactNames) -> ServerView?

    /// The UUID in a copy; nil where there is none.
    func uuid(in copy: Data) -> String?

    /// Whether the server keeps both values alike. Nil is nothing.
    func isSame(_ first: SlotValue?, _ second: SlotValue?, in slot: Slot) -> Bool
}

/// The part of a kind of server: which answers the outbox needs, and which request is next. It is pure.
public protocol WritePlanner: SlotReader {
    /// All answers of one visit to a contact.
    associatedtype Reading: Sendable
    /// A request that only reads.
    associatedtype Question: Sendable
    /// A request that writes.
    associatedtype Request: Sendable

    /// The next question before anything is decided; nil when enough is known, or nothing can be asked.
    func nextRead(of contact: OutboxContact, after reading: Reading?) -> Question?

    /// The next question of a form that is open on the contact; nil when a form knows enough.
    func nextFormRead(of contact: OutboxContact, after reading: Reading?) -> Question?

    /// The server's name of the contact that was read; nil if it is not there.
    func remote(in reading: Reading) -> RemoteID?

    /// The whole contact that was read, as the store keeps it; nil if the answers do not have it.
    func copy(in reading: Reading) -> Data?

    /// The answers by slot. Parts that were never met get numbers.
    func view(_ reading: Reading, parts: inout PartBook, names: any ContactNames) -> ServerView

    /// The first request that can go. `due` are the wanted values, the oldest first; it is never empty. A deletion is due
    /// alone. A contact without `remote` is to be made.
    func plan(
        _ due: [SlotState], of contact: OutboxContact, over theirs: ServerView, names: any ContactNames
    ) -> PlannedWrite<Request>?
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
    /// The values that the server would change besides. A person agrees to them first.
    public let besides: [SlotState]

    /// A request that brings these values.
    public init(_ request: Request, sent: [SlotState], makes: Slot? = nil, besides: [SlotState] = []) {
        self.request = request
        self.sent = sent
        self.makes = makes
        self.besides = besides
    }
}
