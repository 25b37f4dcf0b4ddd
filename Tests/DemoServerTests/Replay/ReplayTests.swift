import Testing

@testable import DemoServer

/// Everything that was written to a real server is written to this one, with the same answers.
@Suite struct ReplayTests {
    private static let scenarios =
        Scenario.contacts + Scenario.deletions + Scenario.photos + Scenario.rows + Scenario.others

    @Test(arguments: scenarios)
    func answersAreAsRecorded(scenario: Scenario) throws {
        try Replay(scenario).run()
    }

    @Test func noRecordingIsLeftOut() {
        let replayed = Self.scenarios.flatMap(\.recordings)
        #expect(Set(replayed) == RecordedExchange.names)
        #expect(Set(replayed).count == replayed.count)
    }
}
