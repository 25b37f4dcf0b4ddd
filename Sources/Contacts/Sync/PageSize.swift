package import Foundation

/// The number of entries of a list in one request.
///
/// A small server gives up on a long page, and sends the same entries in shorter ones. The size that it could send is kept
/// for the account.
package struct PageSize: Equatable, Sendable {
    private static let steps = [100, 50, 25, 10]
    /// A server that had a bad day gets a longer page again after so many seconds.
    private static let trial: TimeInterval = 30 * 86_400

    /// Entries in a page.
    package private(set) var count: Int
    /// When a longer page did not come; nil for the longest.
    private(set) var since: Date?

    /// The longest page that servers send.
    package init() {
        count = Self.steps[0]
    }

    /// A single entry.
    static let one = {
        var size = PageSize()
        size.count = 1
        return size
    }()

    /// A size that was stored. Any other number is as good as none.
    init(stored count: Int?, since: Date?) {
        self.init()
        guard let count, Self.steps.dropFirst().contains(count) else { return }
        self.count = count
        self.since = since
    }

    /// Whether no shorter page is worth a request.
    var isLeast: Bool { count == Self.steps.last }

    /// How many sizes a server may fail at before single entries are the cause.
    static var stepCount: Int { steps.count }

    /// Takes the next shorter page; returns whether there is one.
    package mutating func shrink(at now: Date = .now) -> Bool {
        guard let shorter = Self.steps.first(where: { $0 < count }) else { return false }
        count = shorter
        since = now
        return true
    }

    /// Takes the next longer page where the last one is long ago. A time that lies ahead was noted by a wrong clock.
    mutating func growAgain(at now: Date = .now) {
        guard let since, !(0...Self.trial).contains(now.timeIntervalSince(since)) else { return }
        let longer = Self.steps.last { $0 > count }
        count = longer ?? count
        self.since = count == Self.steps[0] ? nil : now
    }

    /// The page, from 1, with the entry at a position, from 0.
    func page(at position: Int) -> Int { position / count + 1 }
}
