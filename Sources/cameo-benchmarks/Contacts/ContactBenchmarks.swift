import ArgumentParser
import Foundation

struct ContactBenchmarks: ParsableCommand {
    enum Part: String, CaseIterable, ExpressibleByArgument {
        case fill, frames, history, filters, small, large
    }

    static let configuration = CommandConfiguration(
        commandName: "contacts", abstract: "The start, the list, its memory, synchronisation and search.")

    @Argument(help: "What to measure; everything if left out.")
    var parts: [Part] = Part.allCases

    func run() throws {
        try MainActor.assumeIsolated {
            try runOnMainLoop {
                if parts.contains(.fill) {
                    try await Filling.measure()
                    try await Filling.measureUpdate()
                }
                if parts.contains(.frames) { try await measureFrames() }
                if parts.contains(.history) { try await measureHistory() }
                if parts.contains(.filters) { try await Searching.measureFilters(StoredAccount(contacts: 100_000)) }
                if parts.contains(.small) { try await measureAccount(contacts: 5_000) }
                if parts.contains(.large) { try await measureAccount(contacts: 100_000) }
            }
        }
    }

    @MainActor
    private func measureFrames() async throws {
        let account = try await StoredAccount(contacts: 10_000)
        try Programs.measure(["scroll-frames", "--fills-disk"], home: account.home)
        try Programs.measure(["scroll-frames"], home: account.home)
    }

    @MainActor
    private func measureHistory() async throws {
        let account = try await StoredAccount(contacts: 200)
        try await HistoryOpening.fill(account)
        // A server that only pauses lets the spinner of a refresh turn.
        account.endServer()
        try Programs.measure(["history-opening", "--contacts", "200"], home: account.home)
    }

    @MainActor
    private func measureAccount(contacts: Int) async throws {
        let account = try await StoredAccount(contacts: contacts)
        report("contacts.stored.\(contacts)", Double(try account.bytes) / Double(contacts), "bytes/contact")
        try Start.measure(account)
        if contacts >= 100_000 {
            try await Searching.measure(account)
            try Programs.measure(["scroll-memory", "contacts.memory.\(contacts)"], home: account.home)
        } else {
            try Programs.measure(
                ["scroll-memory", "contacts.memory.\(contacts)", "--scrolls", "10"], home: account.home)
        }
    }
}
