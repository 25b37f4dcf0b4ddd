/// The typing that was taken over from a damaged database: pending changes and drafts are its only copy.
public struct OutboxRescue: Sendable, Hashable {
    /// How many pending changes were saved.
    public var changes = 0
    /// How many drafts were saved.
    public var drafts = 0
    /// Whether some could not be read, or belong to a contact that nothing names any more.
    public var isIncomplete = false

    /// Whether there was nothing to be taken over.
    public var isEmpty: Bool { changes == 0 && drafts == 0 && !isIncomplete }
}
