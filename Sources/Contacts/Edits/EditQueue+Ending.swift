public import Foundation
import Model

/// What somebody typed and no server has: it goes with the stored contacts.
public struct UnsentWork: Sendable, Hashable {
    /// Those that wait, are under way, or need a person.
    public var changes: [WaitingChange] = []
    /// How many forms were not saved.
    public var drafts = 0
    /// How many changes another version of the program has stored: this one cannot read or send them.
    public var unreadable = 0
    /// Why nothing at all is sent now; nil where something may be.
    public var pauseReason: EditIssue?
    /// How many photos of deleted contacts the server has still: nobody typed them, but after a log-out nobody deletes them.
    public var photos = 0

    /// There is none.
    public init() {}

    /// Of changes and drafts.
    public var count: Int { changes.count + unreadable + drafts }
    /// How many changes a person has to decide about.
    public var undecided: Int { changes.count(where: \.state.needsDecision) }
    /// How many changes go by themselves as soon as they can.
    public var sendable: Int { changes.count { !$0.state.needsDecision && !$0.waitsForPerson } }
}

extension EditQueue {
    /// How often the queue is looked at while somebody waits for it.
    private static let look = Duration.milliseconds(100)

    /// What would be lost with the stored contacts.
    public func unsent() async throws(ContactStoreError) -> UnsentWork {
        var work = UnsentWork()
        // It counts also what another process has just stored.
        _ = try await catchUp()
        work.changes = try await waiting().filter { $0.state != .sent }
        work.unreadable = try await onBook { $0.unreadable.count }
        work.photos = try await leftPhotos().count
        work.drafts = try await store.drafts(account: account).count
        work.pauseReason = try await pauseReason()
        return work
    }

    /// Edits that were to be tried later are tried now. Returns those.
    @discardableResult
    func hurry(
        _ isWanted: @escaping @Sendable (Edit) -> Bool = { _ in true }
    ) async throws(ContactStoreError) -> [EditID] {
        let now = now
        let late = try await edits().filter {
            // One that its toast holds can be taken back until that is gone.
            $0.state == .waiting && $0.notBefore > now && !$0.isHeld && isWanted($0)
        }.map(\.id)
        if late.isEmpty { return [] }
        try await change { book in
            for edit in late where book.edit(edit)?.state == .waiting { book.update(edit) { $0.notBefore = now } }
        }
        return late
    }

    /// Waits until all is sent that can be, some seconds at most, and returns what is left. Something else must run the queue.
    ///
    /// Deletions whose toast shows in this process now are final; those that are made meanwhile can be taken back like any other.
    public func sendAll(within seconds: TimeInterval) async throws(ContactStoreError) -> UnsentWork {
        try await finishDeletions()
        try await resume()
        let end = now + seconds
        var hurried: Set<EditID> = []
        while true {
            let isResting = try await isResting(until: end)
            // Somebody waits: what was to be tried later is tried now, once; also what failed a moment ago.
            let late = try await hurry { [hurried] in !hurried.contains($0.id) }
            hurried.formUnion(late)
            if !late.isEmpty { continue }
            let work = try await unsent()
            let isDone = work.changes.isEmpty && work.photos == 0
            if isDone || isResting || now >= end || Task.isCancelled { return work }
            // Cancelled while asleep: the loop ends by itself.
            try? await Task.sleep(for: Self.look)
        }
    }
}
