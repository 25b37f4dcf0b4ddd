import Foundation
import Model

/// Requests the contacts that changed since the last time, the latest change first.
@MainActor
struct UpdatePass {
    /// Bounds the contacts that a server can make the program read.
    private static let maxContacts = 1_000_000
    private static let maxRepetitions = 3
    /// A date further ahead than clocks differ is an error, and would hide all changes until then.
    private static let furthestAhead: TimeInterval = 86_400

    let source: ContactSource
    let store: ContactStore

    /// Returns whether the store now holds as many contacts as the server lists; if not, some were deleted or archived
    /// there, or their dates do not tell their changes.
    func run(since newestUpdate: Date) async throws -> Bool {
        var latest = newestUpdate
        var total = 0
        var met: Set<Int> = []
        var repetitions = 0
        let size = try await store.syncState().pageSize
        for page in 1...Self.maxContacts / size.count {
            let asked = store.editClock
            let answer = try await source.contacts(page: page, of: size, sort: .updatedDescending)
            let changed = try await store.storeChanges(answer.contacts, asked: asked)
            total = answer.total
            let dates = answer.contacts.compactMap(\.updatedAt)
            // Later changes have later dates than this page's first, even changes during the pass.
            if page == 1, let first = dates.max() {
                latest = max(latest, min(first, .now.addingTimeInterval(Self.furthestAhead)))
            }
            if dates.contains(where: { $0 < newestUpdate }) || page >= answer.lastPage { break }
            // The server's times are whole seconds, so contacts with the very time of the last change are requested again.
            // Their number is limited: an import gives thousands the same time.
            if changed == 0, dates.allSatisfy({ $0 == newestUpdate }) { break }
            let before = met.count
            met.formUnion(answer.contacts.map(\.id))
            repetitions = met.count == before ? repetitions + 1 : 0
            if repetitions == Self.maxRepetitions { break }
        }
        var state = try await store.syncState()
        state.newestUpdate = latest
        state.serverTotal = total
        try await store.save(state)
        // A stored number of the server may have any value.
        let expected = try await store.listedCount().addingReportingOverflow(state.unlisted)
        return !expected.overflow && expected.partialValue == total
    }
}
