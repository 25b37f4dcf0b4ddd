import Foundation

/// Tells when a new day has begun where the person is, also after the computer slept or its clock was set.
final class DayClock {
    private let onNewDay: () -> Void
    private let onLook: () -> Void
    private var day = Calendar.current.startOfDay(for: .now)

    /// `onLook` is called whenever the clock wakes, at least every quarter of an hour: it is the only thing that wakes an idle
    /// program, so others look after their own affairs then.
    init(onNewDay: @escaping () -> Void = {}, onLook: @escaping () -> Void = {}) {
        self.onNewDay = onNewDay
        self.onLook = onLook
        DayAlarm.shared.add(self)
    }

    fileprivate func look() {
        let today = Calendar.current.startOfDay(for: .now)
        if today != day {
            day = today
            onNewDay()
        }
        onLook()
    }
}

/// Wakes all clocks at once, so that several clocks wake an idle program as seldom as one.
final class DayAlarm {
    /// Setting the clock, the computer's sleep and a new time zone end no sleep of a task, so the alarm looks from time to time.
    private static let maxSleep: TimeInterval = 15 * 60

    fileprivate static let shared = DayAlarm()

    private struct Entry {
        weak var clock: DayClock?
    }

    private let sleep: @Sendable (Duration) async throws -> Void
    private var entries: [Entry] = []
    private var task: Task<Void, Never>?

    init(sleep: @escaping @Sendable (Duration) async throws -> Void = { try await Task.sleep(for: $0) }) {
        self.sleep = sleep
    }

    func add(_ clock: DayClock) {
        entries.append(Entry(clock: clock))
        guard task == nil else { return }
        task = Task { [weak self, sleep] in
            while let wait = self?.nextSleep {
                // The task is never cancelled.
                try? await sleep(.seconds(wait))
                self?.ring()
            }
            self?.task = nil
        }
    }

    /// Nil without clocks to wake.
    private var nextSleep: TimeInterval? {
        entries.removeAll { $0.clock == nil }
        guard !entries.isEmpty else { return nil }
        let today = Calendar.current.startOfDay(for: .now)
        let midnight = Calendar.current.date(byAdding: .day, value: 1, to: today)
        return min(max(midnight?.timeIntervalSinceNow ?? Self.maxSleep, 1), Self.maxSleep)
    }

    private func ring() {
        // The desktop changes /etc/localtime on a journey. Foundation keeps the first time zone that it read.
        NSTimeZone.resetSystemTimeZone()
        for entry in entries { entry.clock?.look() }
    }
}
