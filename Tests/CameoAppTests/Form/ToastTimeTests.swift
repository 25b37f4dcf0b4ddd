import Testing

@testable import CameoApp

@MainActor
@Suite struct ToastTimeTests {
    private let start = ContinuousClock.now

    /// After how many looks it is over, each of them a second after the one before; nil if it is not over after so many.
    private func end(of time: inout ToastTime, after moment: Duration = .zero, looks: Int, isHeld: Bool) -> Int? {
        (1...looks).first { time.isOver(at: start + moment + .seconds($0), isHeld: isHeld) }
    }

    @Test func itEndsInTime() {
        var time = ToastTime(20, from: start)
        #expect(end(of: &time, looks: 60, isHeld: false) == 20)
    }

    @Test func itStaysWhileSomebodyHoldsIt() {
        var time = ToastTime(20, from: start)
        #expect(end(of: &time, looks: 60, isHeld: true) == nil)
        #expect(end(of: &time, after: .seconds(60), looks: 60, isHeld: false) == 20)
    }

    @Test(arguments: [false, true]) func itEndsWithALongSleep(isHeld: Bool) {
        var time = ToastTime(20, from: start)
        #expect(end(of: &time, looks: 3, isHeld: isHeld) == nil)
        let isOver = time.isOver(at: start + .seconds(15), isHeld: isHeld)
        #expect(isOver)
    }

    @Test func aShortSleepCounts() {
        var time = ToastTime(20, from: start)
        let isOver = time.isOver(at: start + .seconds(9), isHeld: false)
        #expect(!isOver)
        #expect(end(of: &time, after: .seconds(9), looks: 60, isHeld: false) == 11)
    }
}
