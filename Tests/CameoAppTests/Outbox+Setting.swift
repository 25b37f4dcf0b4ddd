import Contacts
import Foundation
import Model
import TestSupport
import XCTest

extension Outbox {
    /// Sets slots of a contact as its form does.
    @MainActor
    @discardableResult
    func set(_ wanted: [(slot: Slot, value: SlotValue?)], of contact: Int64) async throws -> Receipt {
        let found = try await editable(ContactID(contact))
        let seen = try XCTUnwrap(found)
        return try await save(FormSave(wanted.map { seen.edit($0.slot, to: $0.value) }), of: seen.id)
    }

    /// Sets a text of a contact.
    @MainActor
    @discardableResult
    func set(_ key: ContactKey, to text: String?, of contact: Int64) async throws -> Receipt {
        let value = ContactValue.text(trimming: text).map { SlotValue.value($0) }
        return try await set([(.value(key), value)], of: contact)
    }

    /// Makes a contact with some texts.
    @MainActor
    func create(_ texts: [ContactKey: String]) async throws -> ContactID {
        let edits = texts.map { SlotEdit(.value($0.key), to: .value(.text($0.value))) }
        return try await create(FormSave(edits)).contact
    }

    /// Waits until the pending changes are so, and returns them.
    @MainActor
    @discardableResult
    func wait(
        atMost limit: Duration = .seconds(20), file: StaticString = #filePath, line: UInt = #line,
        until isSo: ([WaitingChange]) -> Bool
    ) async throws -> [WaitingChange] {
        let end = ContinuousClock.now + limit * sanitizerSlowdown
        while true {
            let changes = try await waiting()
            if isSo(changes) { return changes }
            guard ContinuousClock.now < end else {
                XCTFail("waited in vain: \(changes.map(\.state))", file: file, line: line)
                return changes
            }
            try await Task.sleep(for: .milliseconds(5))
        }
    }
}

extension WaitingChange {
    /// Whether the server refused it.
    var isRefused: Bool { if case .problem(.refused) = state { true } else { false } }
    /// Whether the server has another value.
    var isConflicting: Bool { if case .problem(.conflict) = state { true } else { false } }
}
