import ArgumentParser
import Contacts
import Foundation
import Monica

/// Measures the conversion of a former version's database to the form of this one. The former version writes it: see
/// `StoredAccount`. The folder of an account exists while that version's measurements run.
struct Renewal: ParsableCommand {
    static let configuration = CommandConfiguration(
        commandName: "renewal", abstract: "Makes a database of a former version into one of this.")

    @Argument(help: "The database; a copy is changed.")
    var database: String

    func run() throws {
        try MainActor.assumeIsolated { try runOnMainLoop { try await measure() } }
    }

    @MainActor
    private func measure() async throws {
        let home = try Home()
        let file = home.folder.appending(component: "renewed.sqlite")
        try FileManager.default.copyItem(atPath: database, toPath: file.path)
        let before = try size(of: file)
        let opening = ContinuousClock.now
        let store = try await ContactStore.open(at: file, decoder: MonicaKind())
        report("contacts.renewal.opening", (ContinuousClock.now - opening).seconds, "s")
        let contacts = try await store.count()
        let start = ContinuousClock.now
        try await store.renew()
        report("contacts.renewal", (ContinuousClock.now - start).seconds, "s")
        report("contacts.renewal.contacts", Double(contacts), "contacts")
        try await store.close()
        report("contacts.renewal.before", Double(before) / Double(contacts), "bytes/contact")
        report("contacts.renewal.after", Double(try size(of: file)) / Double(contacts), "bytes/contact")
    }

    private func size(of file: URL) throws -> Int {
        try FileManager.default.attributesOfItem(atPath: file.path)[.size] as? Int ?? 0
    }
}
