import Logging
import Model

/// Logs the states of pending changes at the level of debugging. It logs no value, no name and no number of a contact.
enum ChangeLog {
    private static let log = Logger(label: "cameo.changes")

    /// Tells how a step changed the rows and the attempt of a contact.
    static func note(_ former: OutboxMemory.Pending?, becomes present: OutboxMemory.Pending?) {
        guard log.logLevel <= .debug else { return }
        for line in lines(former, becomes: present) { log.debug("\(line)") }
    }

    /// One line for each changed slot, such as "value:job: waiting".
    static func lines(_ former: OutboxMemory.Pending?, becomes present: OutboxMemory.Pending?) -> [String] {
        let before = states(of: former)
        let after = states(of: present)
        return Set(before.keys).union(after.keys).filter { before[$0] != after[$0] }
            .map { "\($0.logged): \(after[$0] ?? "ended")" }.sorted()
    }

    private static func states(of pending: OutboxMemory.Pending?) -> [Slot: String] {
        let sent = Set(pending?.attempt?.sent.map(\.slot) ?? [])
        return (pending?.rows ?? [:]).reduce(into: [:]) { states, row in
            states[row.key] = row.value.problem?.logged ?? (sent.contains(row.key) ? "sending" : "waiting")
        }
    }
}

extension Slot {
    /// The slot without the name of a tag and without the number of a part.
    fileprivate var logged: String {
        switch self {
        case .part(let kind, _): kind.rawValue
        case .tag: "tag"
        default: stored
        }
    }
}

extension Problem {
    fileprivate var logged: String {
        switch self {
        case .refused: "refused"
        case .conflict: "conflict"
        case .gone: "contact gone"
        case .sideEffects: "asks about side effects"
        }
    }
}
