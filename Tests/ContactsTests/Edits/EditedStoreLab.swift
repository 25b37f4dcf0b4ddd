import Foundation
import Model
import Testing

@testable import Contacts

/// A store of three contacts, whose edits are never sent.
@MainActor
class EditedStoreLab {
    let store: ContactStore
    let queue: EditQueue
    let server = FakeMonica()

    init() throws {
        store = try ContactStore.inMemory()
        queue = EditQueue(store: store, account: "a", server: NoEditServer())
        for id in 1...3 { server.add(id, ["contactFields": []]) }
    }

    /// Makes the next synchronisation read all pages.
    func expectFullPass() async throws {
        var state = try await store.syncState()
        state.lastFullPass = nil
        try await store.save(state)
        server.forgetRequests()
    }

    func change(_ key: ContactKey, _ before: String?, _ after: String?) -> PlannedChange {
        let delta = Delta<ContactValue>(before: .text(trimming: before), after: .text(trimming: after))
        return PlannedChange(.values(ValueChange(group: key.group, deltas: [key: delta])))
    }

    @discardableResult
    func make(_ name: String, then changes: [PlannedChange] = []) async throws -> ContactID {
        let creation = ContactCreation(uuid: UUID().uuidString, values: [.firstName: .text(name)])
        return try #require(try await queue.create(creation, then: changes).first).contact
    }

    func names() async throws -> [String] { try await store.summaries().map(\.displayName) }

    func found(_ text: String) async throws -> [Int] {
        try await store.search(text).matches.map(\.id)
    }
}
