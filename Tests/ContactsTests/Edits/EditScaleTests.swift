import Foundation
import Model
import Synchronization
import Testing

@testable import Contacts

/// How long an edit takes beside very many contacts: as many as the environment's `CAMEO_EDIT_SCALE` says.
@MainActor
struct EditScaleTests {
    private nonisolated static let count = ProcessInfo.processInfo.environment["CAMEO_EDIT_SCALE"].flatMap { Int($0) }

    @Test(.enabled(if: count != nil))
    func theListFollowsAndTheMainThreadIsFree() async throws {
        let count = try #require(Self.count)
        let folder = FileManager.default.temporaryDirectory.appending(component: "cameo-\(UUID().uuidString)")
        defer { try? FileManager.default.removeItem(at: folder) }
        let store = try await ContactStore.open(at: folder.appending(component: "contacts.sqlite"))
        for first in stride(from: 1, through: count, by: 1_000) {
            try await store.upsert((first..<min(first + 1_000, count + 1)).map { try makeContact($0) })
        }
        let queue = EditQueue(store: store, account: "a", server: NoEditServer())
        let lists = AsyncStream.makeStream(of: (ContactSummary?, ContinuousClock.Instant).self)
        let observation = store.observeList { list in
            lists.continuation.yield((list.contacts.last, .now))
        }
        defer { observation.cancel() }
        var arrivals = lists.stream.makeAsyncIterator()
        _ = await arrivals.next()
        for number in 1...5 {
            let name = "Zz\(number)"
            let delta = Delta<ContactValue>(before: .text("First\(number)"), after: .text(name))
            let change = PlannedChange(.values(ValueChange(group: .person, deltas: [.firstName: delta])))
            let isDone = Mutex(false)
            let watch = Task { @MainActor in
                var longest = Duration.zero
                while !isDone.withLock({ $0 }) {
                    let start = ContinuousClock.now
                    await Task.yield()
                    longest = max(longest, ContinuousClock.now - start)
                }
                return longest
            }
            let start = ContinuousClock.now
            try await queue.store([change], of: ContactID(Int64(number)))
            let stored = ContinuousClock.now - start
            isDone.withLock { $0 = true }
            let longest = await watch.value
            let (last, moment) = try #require(await arrivals.next())
            #expect(last?.firstName == name)
            print("stored after \(stored), listed after \(moment - start), main thread held for \(longest)")
            try await Task.sleep(for: .milliseconds(300))
        }
        try await store.close()
    }
}
