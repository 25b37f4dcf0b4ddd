/// The typing that no server has. It goes with the stored contacts.
public struct UnsentWork: Sendable, Hashable {
    /// The lines of the pending changes. A shared tag is one line.
    public var changes: [WaitingChange] = []
    /// How many forms were not saved.
    public var drafts = 0
    /// Why nothing at all is sent now; nil where something may be.
    public var pause: OutboxPause?

    /// There is none.
    public init() {}

    /// Of changes and drafts.
    public var count: Int { changes.told + drafts }
    /// How many changes a person has to decide about.
    public var undecided: Int { changes.count(where: \.needsPerson) }
    /// How many changes go by themselves as soon as they can.
    public var sendable: Int { changes.told - undecided }
}
