import Foundation
import Synchronization
import Testing

@testable import Contacts

/// Simulated runs by seeds: a person, a program that is killed, a network, a server and another client. No value is lost,
/// none is doubled, and nothing else changes.
///
/// `CAMEO_OUTBOX_RUN=FIRST COUNT` runs other seeds, `CAMEO_OUTBOX_WITHOUT` takes a rule away, `CAMEO_OUTBOX_TRACE=SEED SKIPPED…`
/// prints one run, `CAMEO_OUTBOX_SHRINK=SEED` the smallest run that fails alike, `CAMEO_OUTBOX_ABLATE=COUNT` the table of rules.
struct OutboxCheckerTests {
    private static let environment = ProcessInfo.processInfo.environment
    private static let isEverything = environment["CAMEO_TESTS"] == "everything"
    private static let without = Set((environment["CAMEO_OUTBOX_WITHOUT"] ?? "").split(separator: " ").map(String.init))

    private struct Report {
        var failed: [UInt64] = [], beyond = 0, beyondFailed = 0
        var complaints: [String: [UInt64]] = [:], counts: [String: Int] = [:]

        var text: String {
            let kinds = complaints.sorted { ($1.value.count, $0.key) < ($0.value.count, $1.key) }
            return kinds.map { "\($0.key) \($0.value.count) (\($0.value.sorted().prefix(4)))" }.joined(separator: "; ")
        }
    }

    private static func numbers(_ name: String) -> [UInt64]? {
        environment[name].map { $0.split(separator: " ").compactMap { UInt64($0) } }
    }

    private static func complaints(_ seed: UInt64, _ setting: World.Setting) -> (World?, [String]) {
        do {
            let world = try World(seed, setting)
            return (world, world.run())
        } catch {
            return (nil, ["threw: \(error)"])
        }
    }

    /// Both cores share the seeds. A run where a request came later than the hold may fail.
    private static func run(_ seeds: Range<UInt64>, _ setting: World.Setting = World.Setting(without: without))
        -> Report
    {
        let report = Mutex(Report())
        DispatchQueue.concurrentPerform(iterations: 2) { worker in
            for seed in seeds where seed % 2 == UInt64(worker) {
                let (world, complaints) = complaints(seed, setting)
                let isBeyond = world?.isBeyond ?? false
                report.withLock { report in
                    report.counts.merge(world?.oracle.counts ?? [:], uniquingKeysWith: +)
                    report.beyond += isBeyond ? 1 : 0
                    if complaints.isEmpty { return }
                    if isBeyond { return report.beyondFailed += 1 }
                    report.failed.append(seed)
                    for kind in Set(complaints.map { String($0.prefix { $0 != "(" }) }) {
                        report.complaints[kind, default: []].append(seed)
                    }
                }
            }
        }
        return report.withLock { $0 }
    }

    @Test func noValueIsLostNoneDoubledAndNothingElseChanged() {
        let given = Self.numbers("CAMEO_OUTBOX_RUN")
        let (first, count) = (given?.first ?? 0, given?.last ?? (Self.isEverything ? 100_000 : 1_000))
        let report = Self.run(first..<first + count)
        print("\(count) runs, \(report.failed.count) fail, \(report.beyond) have a request later than the hold,")
        print("of which \(report.beyondFailed) fail; \(report.counts.sorted { $0.key < $1.key })")
        #expect(report.failed.isEmpty, "\(report.text)")
    }

    /// All rules of `OutboxRule` and of the model of the client.
    static let rules =
        OutboxRule.allCases.map(\.rawValue) + [
            "dayCoversReminder", "formBase", "gateway", "generation", "holdAtStart", "keepsReminders", "look", "match",
            "noRemoval", "oneLine", "onlyRemote", "photoInVain", "syncedAttempt", "undoShown", "unsettled",
        ]

    @Test(.enabled(if: isEverything || environment["CAMEO_OUTBOX_ABLATE"] != nil), arguments: rules)
    func runsFailWithout(rule: String) {
        let given = Self.numbers("CAMEO_OUTBOX_ABLATE")?.first
        // One failed run is enough, unless a table is asked for.
        let step = given ?? 250
        for start in 0..<(given == nil ? 80 : 1) {
            let first = UInt64(start) * step
            let report = Self.run(first..<first + step, World.Setting(without: [rule]))
            guard !report.failed.isEmpty else { continue }
            return print("| \(rule) | \(report.failed.count) of \(step) from \(first) on | \(report.text.prefix(150))")
        }
        Issue.record("\(rule) is not needed")
    }

    @Test(.enabled(if: environment["CAMEO_OUTBOX_TRACE"] != nil))
    func trace() throws {
        let words = (Self.environment["CAMEO_OUTBOX_TRACE"] ?? "").split(separator: " ").map(String.init)
        Self.show(try #require(words.first.flatMap { UInt64($0) }), skipping: Set(words.dropFirst()))
    }

    private static func show(_ seed: UInt64, skipping skip: Set<String>) {
        let setting = World.Setting(without: without, skip: skip, traces: true)
        let (world, complaints) = Self.complaints(seed, setting)
        print((world?.log ?? []).joined(separator: "\n"), "skip \(skip.sorted())", complaints, separator: "\n")
    }

    @Test(.enabled(if: environment["CAMEO_OUTBOX_SHRINK"] != nil))
    func shrink() throws {
        let seed = try #require(Self.numbers("CAMEO_OUTBOX_SHRINK")?.first)
        func kinds(_ skip: Set<String>) -> Set<String> {
            let (_, complaints) = Self.complaints(seed, World.Setting(without: Self.without, skip: skip))
            return Set(complaints.map { String($0.prefix { $0 != "(" }) })
        }
        let wanted = kinds([])
        var skip: Set<String> = []
        for name in (0..<24).map(String.init) + (0..<10).map({ "o\($0)" }) + ["kills"]
        where !kinds(skip.union([name])).isDisjoint(with: wanted) { skip.insert(name) }
        Self.show(seed, skipping: skip)
    }
}
