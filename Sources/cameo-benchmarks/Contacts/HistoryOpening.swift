import ArgumentParser
import Contacts
import Foundation
import Model
import Monica

/// Measures how long a contact with a long history takes to open, compared with one with a short history. The server does not
/// answer. The whole, unchanged program runs here.
struct HistoryOpening: ParsableCommand {
    static let configuration = CommandConfiguration(commandName: "history-opening", shouldDisplay: false)

    /// The entries of the contacts, by their places in the list.
    private static let entries = [3: 20, 4: 2_000]
    private static let rounds = 20
    /// All rows of a page are there by then.
    private static let rest = Duration.seconds(1)

    @Option(help: "How many contacts are stored.")
    var contacts = 200

    func run() throws {
        MainActor.assumeIsolated { runInApplication { try await measure() } }
    }

    /// Gives contacts their histories: half calls, half activities.
    @MainActor
    static func fill(_ account: StoredAccount) async throws {
        let store = try await ContactStore.open(at: account.file, decoder: MonicaKind())
        let listed = try await store.list().contacts
        for (place, count) in entries {
            let ids = 1...(count / 2)
            let calls = ids.map { #"{"id":\#($0),"called_at":"\#(day($0))","content":"About **work**, \#($0)"}"# }
            let activities = ids.map {
                #"{"id":\#($0),"summary":"Walk \#($0)","happened_at":"\#(day($0))","description":"Along the river"}"#
            }
            for (section, list) in [(ContactSection.calls, calls), (.activities, activities)] {
                let copy = Data("[\(list.joined(separator: ","))]".utf8)
                try await store.store(
                    SectionEntries(serverCopy: copy, count: list.count), in: section, ofContact: listed[place].id)
            }
        }
        try await store.close()
    }

    private static func day(_ number: Int) -> String {
        Date(timeIntervalSince1970: Double(number) * 86_400).formatted(.iso8601)
    }

    @MainActor
    private func measure() async throws {
        let window = try await EditedWindow(contacts: contacts)
        let turns = try MainLoopTurns(window.window)
        try await window.rest()
        var times: [Int: [Double]] = [:]
        var longest: [Int: Double] = [:]
        for _ in 0..<Self.rounds {
            for (place, count) in Self.entries.sorted(by: <) {
                turns.forget()
                let start = ContinuousClock.now
                _ = try await window.select(place)
                times[count, default: []].append((ContinuousClock.now - start).seconds * 1_000)
                try await Task.sleep(for: Self.rest)
                longest[count] = max(longest[count] ?? 0, turns.longest.passed, turns.maxFrame.computed)
            }
        }
        var limits = Limits()
        for (count, times) in times.sorted(by: { $0.key < $1.key }) {
            report("contacts.history.\(count).p50", times.median, "ms")
            report("contacts.history.\(count).max", times.max() ?? 0, "ms")
            limits.report("contacts.history.\(count).main_thread.max", longest[count] ?? 0, "ms", atMost: 50)
        }
        let (short, long) = (times[20]?.median ?? 0, times[2_000]?.median ?? 0)
        limits.report("contacts.history.difference.p50", long - short, "ms", atMost: 100)
        try limits.check()
    }
}
