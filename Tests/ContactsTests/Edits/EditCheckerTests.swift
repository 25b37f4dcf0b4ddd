import Foundation
import GRDB
import Synchronization
import Testing

@testable import Contacts

/// Runs of a person, a program that is killed, a network, a server and another client, by seeds: whatever happens, no
/// edit is lost, none doubled, and nothing else changed.
struct EditCheckerTests {
    private static let environment = ProcessInfo.processInfo.environment
    /// `scripts/test everything` tries more seeds than the usual run; `CAMEO_EDIT_RUNS` is another number of them.
    private static let runs =
        environment["CAMEO_EDIT_RUNS"].flatMap { UInt64($0) }
        ?? (environment["CAMEO_TESTS"] == "everything" ? 10_000 : 1_000)
    /// The environment's `CAMEO_EDIT_FIRST` is the first seed.
    private static let first = environment["CAMEO_EDIT_FIRST"].flatMap { UInt64($0) } ?? 0

    struct Report {
        var failed: [UInt64] = []
        var complaints: [String: [UInt64]] = [:]
        var gaps = 0
    }

    /// Both cores share the seeds.
    static func run(
        _ seeds: Range<UInt64>, world: World = World(), policy: EditPolicy = EditPolicy()
    ) throws -> Report {
        let report = Mutex(Report())
        let failure = Mutex<(any Error)?>(nil)
        let workers = 2
        DispatchQueue.concurrentPerform(iterations: workers) { worker in
            do {
                let queues = try databases(world.processes)
                for seed in seeds where seed % UInt64(workers) == UInt64(worker) {
                    try inDatabases(queues) { databases in
                        let simulation = try Simulation(seed: seed, databases, world: world, policy: policy)
                        let complaints: [String]
                        do { complaints = try simulation.run() } catch { complaints = ["threw \(error)"] }
                        report.withLock { report in
                            report.gaps += simulation.oracle.gaps
                            if !complaints.isEmpty { report.failed.append(seed) }
                            for complaint in Set(complaints.map { $0.prefix { $0 != "(" && $0 != "K" } }) {
                                report.complaints[String(complaint), default: []].append(seed)
                            }
                        }
                    }
                }
            } catch {
                failure.withLock { $0 = error }
            }
        }
        if let error = failure.withLock({ $0 }) { throw error }
        return report.withLock { $0 }
    }

    /// Connections to a database in memory, with the tables of edits alone.
    static func databases(_ count: Int) throws -> [DatabaseQueue] {
        let name = count == 1 ? nil : UUID().uuidString
        let queues = try (0..<count).map { _ in try DatabaseQueue(named: name) }
        var migrator = DatabaseMigrator()
        EditSchema.register(&migrator)
        EditSchema.registerLater(&migrator)
        EditSchema.registerNotices(&migrator)
        EditSchema.registerPhotos(&migrator)
        EditSchema.registerEnds(&migrator)
        EditSchema.registerRights(&migrator)
        EditSchema.registerDrafts(&migrator)
        try migrator.migrate(queues[0])
        return queues
    }

    /// All at once, on this thread.
    static func inDatabases(
        _ queues: [DatabaseQueue], _ databases: [Database] = [], _ body: ([Database]) throws -> Void
    ) throws {
        guard let first = queues.first else { return try body(databases) }
        try first.inDatabase { try inDatabases(Array(queues.dropFirst()), databases + [$0], body) }
    }

    @Test func noEditIsLostNoneDoubledAndNothingElseChanged() throws {
        let gaps = try expectGoodEnds(runs: Self.runs, needless: Int(Self.runs) / 2_000)
        #expect(gaps > 0, "nobody wrote between a reading and its write")
    }

    /// A tenth of the runs again, each with something that the others do not have.
    @Test(arguments: ["related", "claimed", "drafted", "shared", "forbidden"])
    func itEndsAsWell(in world: String) throws {
        let world = try #require(World.named[world])
        try expectGoodEnds(world, runs: Self.runs / 10, needless: Int(Self.runs) / 5_000)
    }

    /// Records all that went wrong; of needless questions, if there are more than so many.
    @discardableResult
    private func expectGoodEnds(_ world: World = World(), runs: UInt64, needless max: Int) throws -> Int {
        var report = try Self.run(Self.first..<Self.first + runs, world: world)
        // Costs a person a moment, and nothing that they typed.
        let needless = report.complaints.removeValue(forKey: Oracle.needlessQuestion) ?? []
        #expect(needless.count <= Swift.max(1, max), "needless questions, such as in \(needless.sorted())")
        for (complaint, seeds) in report.complaints.sorted(by: { $0.value.count > $1.value.count }) {
            Issue.record("\(complaint): \(seeds.count) runs, such as \(seeds.sorted().prefix(5))")
        }
        return report.gaps
    }

    /// So many runs by the environment's `CAMEO_EDIT_CROWDED_RUNS`.
    @Test(.enabled(if: environment["CAMEO_EDIT_CROWDED_RUNS"] != nil))
    func muchAtOnceEndsAsWell() throws {
        let runs = Self.environment["CAMEO_EDIT_CROWDED_RUNS"].flatMap { UInt64($0) } ?? 1_000
        let report = try Self.run(0..<runs, world: .crowded)
        #expect(report.failed.isEmpty, "\(report.complaints)")
    }

    /// One run step by step, by the environment's `CAMEO_EDIT_TRACE`; `CAMEO_EDIT_WORLD` may say in which world.
    @Test(.enabled(if: environment["CAMEO_EDIT_TRACE"] != nil))
    func trace() throws {
        let seed = try #require(Self.environment["CAMEO_EDIT_TRACE"].flatMap { UInt64($0) })
        let world = Self.environment["CAMEO_EDIT_WORLD"].flatMap { World.named[$0] } ?? World()
        try Self.inDatabases(Self.databases(world.processes)) { databases in
            let simulation = try Simulation(seed: seed, databases, world: world, traces: true)
            let complaints = try simulation.run()
            print((simulation.trace ?? []).joined(separator: "\n"))
            for intent in simulation.oracle.intents { print("intent", intent) }
            for entry in simulation.server.log { print("server", entry) }
            print(complaints)
        }
    }
}
