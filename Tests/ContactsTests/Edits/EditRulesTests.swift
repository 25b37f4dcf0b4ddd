import Foundation
import Testing

@testable import Contacts

/// Each rule is needed: without it some of the runs fail.
struct EditRulesTests {
    struct Rule: Sendable, CustomTestStringConvertible {
        let name: String
        var world = World()
        let remove: @Sendable (inout EditPolicy) -> Void

        var testDescription: String { name }
    }

    /// Of 400 runs always some fail.
    private static let common = [
        Rule(name: "what is replaced is read before") { $0.readsFirst = false },
        Rule(name: "sending is stored before") { $0.storesSending = false },
        Rule(name: "the server is looked at after errors") { $0.looksAfterErrors = false },
        Rule(name: "creations are found by their UUID") { $0.looksForUUID = false },
        Rule(name: "contacts with edits stay") { $0.keepsEdited = false },
        Rule(name: "only who is known can be missing") { $0.missesOnlyKnown = false },
    ]

    /// Some fail of thousands.
    private static let rare = [
        Rule(name: "gateways prove nothing") { $0.holdsGateways = false },
        Rule(name: "a request is under way for longer than 60 seconds") { $0.hold = 60 },
        Rule(name: "parts that were there are not ours", world: .crowded) { $0.knowsParts = false },
        Rule(name: "a deletion settles what is sent", world: .crowded) { $0.deletionSettles = false },
        Rule(name: "copies of what is being written are thrown away") { $0.guardsUnsettled = false },
    ]

    static var rules: [Rule] { environment["CAMEO_EDIT_RULE_RUNS"] == nil ? common : common + rare }

    private static let environment = ProcessInfo.processInfo.environment
    /// All rules, and more runs of each, by the environment's `CAMEO_EDIT_RULE_RUNS`.
    private static let runs =
        environment["CAMEO_EDIT_RULE_RUNS"].flatMap { UInt64($0) } ?? 400

    /// The usual run leaves these out: they try the checker and not the program.
    @Test(.enabled(if: environment["CAMEO_TESTS"] != "usual"), arguments: rules)
    func runsFailWithout(rule: Rule) throws {
        var policy = EditPolicy()
        rule.remove(&policy)
        let report = try EditCheckerTests.run(0..<Self.runs, world: rule.world, policy: policy)
        let figures = "\(report.failed.count) of \(Self.runs) runs fail unless \(rule.name)"
        print(figures)
        #expect(!report.failed.isEmpty, "\(figures)")
    }
}
