import Foundation

/// Tells when a new day has begun where the person is, also after the computer slept or its clock was set.
final class DayClock {
    /// Neither of these ends a sleep, so somebody has to look.
    private static let longestSleep: TimeInterval = 15 * 60

    private let task: Task<Void, Never>

    init(onNewDay: @escaping () -> Void) {
        task = Task {
            var day = Calendar.current.startOfDay(for: .now)
            while !Task.isCancelled {
                let midnight = Calendar.current.date(byAdding: .day, value: 1, to: day)
                let wait = min(max(midnight?.timeIntervalSinceNow ?? Self.longestSleep, 1), Self.longestSleep)
                // Cancelled while asleep: the loop ends.
                try? await Task.sleep(for: .seconds(wait))
                let today = Calendar.current.startOfDay(for: .now)
                guard today != day, !Task.isCancelled else { continue }
                day = today
                onNewDay()
            }
        }
    }

    isolated deinit {
        task.cancel()
    }
}
