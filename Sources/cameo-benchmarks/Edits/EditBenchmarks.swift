import ArgumentParser
import Foundation

struct EditBenchmarks: ParsableCommand {
    enum Part: String, CaseIterable, ExpressibleByArgument {
        case storing, sending, shown, typing
    }

    static let configuration = CommandConfiguration(
        commandName: "edits", abstract: "How an edit is stored, sent and shown, and what a form waits for.")

    @Argument(help: "What to measure; everything if left out.")
    var parts: [Part] = Part.allCases

    @Option(help: "How many contacts are stored.")
    var contacts = 100_000

    func run() throws {
        try MainActor.assumeIsolated {
            try runOnMainLoop {
                let account = try await StoredAccount(contacts: contacts)
                if parts.contains(.storing) { try await EditStoring.measure(account) }
                if parts.contains(.sending) { try await EditSending.measure(account) }
                if parts.contains(.shown) {
                    try Programs.measure(["edit-frames", "--contacts", "\(contacts)"], home: account.home)
                }
                if parts.contains(.typing) {
                    account.pauseServer()
                    defer { account.resumeServer() }
                    try Programs.measure(
                        ["form-typing", "--contacts", "\(contacts)", "--database", account.file.path],
                        home: account.home)
                }
            }
        }
    }
}
