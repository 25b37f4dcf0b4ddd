import Foundation
import Model

/// A tag that a person renamed, removed or added at several contacts at once.
public struct SharedTag: Hashable, Sendable {
    /// The name that goes; nil where none goes.
    public let removed: String?
    /// The name that comes; nil where none comes.
    public let added: String?
    /// The pending changes of all contacts.
    public let changes: [WaitingChange.ID]
    /// How many contacts have such a change.
    public let contacts: Int

    /// Nil for changes of one contact, and for changes of several tags.
    fileprivate init?(_ changes: [WaitingChange]) {
        let contacts = Set(changes.map(\.contact)).count
        func names(_ isAdded: Bool) -> Set<String> {
            Set(changes.filter { ($0.wanted != nil) == isAdded }.compactMap(\.tagName))
        }
        let (removed, added) = (names(false), names(true))
        // The spellings of one tag may differ from contact to contact.
        guard contacts > 1, [removed, added].allSatisfy({ Set($0.map(\.tagKey)).count <= 1 }) else { return nil }
        (self.removed, self.added) = (removed.min(), added.min())
        (self.changes, self.contacts) = (changes.map(\.id), contacts)
    }
}

extension [WaitingChange] {
    /// How many changes the lines tell: a shared tag is one change of each of its contacts. The number falls while they are
    /// sent.
    public var told: Int { reduce(0) { $0 + ($1.sharedTag?.contacts ?? 1) } }

    /// The lines of the page of unsent changes. The shared tags come first, each as one line, then all other changes.
    ///
    /// One transaction gives its changes one moment.
    public var lines: [WaitingChange] {
        var lines: [WaitingChange] = []
        var moments: Set<Date> = []
        for (moment, changes) in Dictionary(grouping: filter(\.isShareable), by: \.since) {
            guard let tag = SharedTag(changes), let first = changes.first else { continue }
            let states = Set(changes.map(\.state))
            var line = WaitingChange(
                id: first.id, base: first.base, wanted: first.wanted,
                state: states.count == 1 ? first.state : .waiting, since: moment)
            line.pause = first.pause
            line.goesOn = changes.compactMap(\.goesOn).min()
            line.sharedTag = tag
            lines.append(line)
            moments.insert(moment)
        }
        guard !lines.isEmpty else { return self }
        return lines.sorted { $0.since < $1.since } + filter { !$0.isShareable || !moments.contains($0.since) }
    }
}

extension WaitingChange {
    fileprivate var tagName: String? { if case .tag(let name) = slot { name } else { nil } }

    /// Whether it can be part of a shared tag. A change with a problem, and a notice, is a line of its contact.
    fileprivate var isShareable: Bool { tagName != nil && !needsPerson }
}
