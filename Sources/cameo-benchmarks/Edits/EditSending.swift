import Contacts
import Foundation
import Model
import Monica

/// How fast many pending changes are sent, and how long their list takes meanwhile.
@MainActor
enum EditSending {
    private static let contacts = 5_000
    private static let keys: [ContactKey] = [.food, .company]
    /// In seconds.
    private static let time = 20.0

    static func measure(_ account: StoredAccount) async throws {
        let store = try await ContactStore.open(at: account.file, decoder: MonicaKind())
        guard let server = try account.connect().client.writeServer(choices: { nil }, photo: { _ in nil }) else {
            throw Unmeasurable("the server takes no changes")
        }
        let outbox = Outbox(store: store, server: server)
        for contact in try await store.unsortedSummaries().prefix(contacts) {
            guard let form = try await outbox.editable(ContactID(Int64(contact.id))) else { continue }
            let edits = keys.map { form.edit(.value($0), to: .value(.text("Edited"))) }
            _ = try await outbox.save(FormSave(edits), of: form.id)
        }
        let (before, listed) = try await waiting(outbox)
        report("edits.sending.rows", Double(before), "rows")
        report("edits.sending.list", listed, "ms")
        let sending = Task { await outbox.run() }
        try await Task.sleep(for: .seconds(time))
        let (after, meanwhile) = try await waiting(outbox)
        report("edits.sending.rate", Double(before - after) / time, "rows/s")
        report("edits.sending.list.meanwhile", meanwhile, "ms")
        sending.cancel()
        await sending.value
        try await store.close()
    }

    /// How many changes wait, and the milliseconds until they are listed.
    private static func waiting(_ outbox: Outbox) async throws -> (count: Int, milliseconds: Double) {
        let start = ContinuousClock.now
        let count = try await outbox.waiting().count
        return (count, (ContinuousClock.now - start).seconds * 1_000)
    }
}
