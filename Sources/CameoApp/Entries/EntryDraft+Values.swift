import Foundation
import Model

// The inputs of each kind of entry, and its value.
nonisolated extension EntryDraft {
    /// The inputs, from top to bottom.
    var fields: [Field] {
        switch kind {
        case nil: [.text, .people, .day, .contactCalled]
        case .note?: [.text, .isFavorite]
        case .call?: [.text, .day, .contactCalled]
        case .task?: former == nil ? [.title, .text] : [.title, .text, .isDone]
        case .activity?: [.title, .text, .people, .day]
        default: []
        }
    }

    /// Takes the values that the inputs show.
    mutating func read(_ value: PartValue) {
        switch value {
        case .note(let note):
            self[.text] = note.body
            self[isOn: .isFavorite] = note.isFavorite
        case .call(let call):
            self[.text] = call.content ?? ""
            self[isOn: .contactCalled] = call.contactCalled
        case .task(let task):
            (self[.title], self[.text]) = (task.title, task.description ?? "")
            self[isOn: .isDone] = task.isDone
        case .activity(let activity): (self[.title], self[.text]) = (activity.summary, activity.description ?? "")
        default: break
        }
    }

    /// The typed value of a kind. The typed lengths are right.
    func made(_ kind: PartKind, by reader: DateReader) throws(Issue) -> PartValue? {
        switch kind {
        case .note: return .note(NoteValue(body: try needed(.text), isFavorite: self[isOn: .isFavorite]))
        case .call:
            var call = CallValue(day: try day(by: reader, mayBeAhead: false))
            if case .call(let former)? = former { call.emotions = former.emotions }
            (call.content, call.contactCalled) = (some(.text), self[isOn: .contactCalled])
            return .call(call)
        case .task:
            return .task(
                TaskValue(title: try needed(.title), description: some(.text), isDone: self[isOn: .isDone]))
        case .activity: return .activity(try activity(by: reader))
        default: return nil
        }
    }

    private func activity(by reader: DateReader) throws(Issue) -> ActivityValue {
        if !FormText.trimmed(typedPerson).isEmpty { throw Issue(field: .people, issue: .unknownPerson) }
        var activity = ActivityValue(summary: "", day: try day(by: reader), attendees: people.map(\.id))
        if case .activity(let former)? = former {
            (activity.type, activity.emotions) = (former.type, former.emotions)
        }
        if kind == .activity {
            (activity.summary, activity.description) = (try needed(.title), some(.text))
        } else {
            (activity.summary, activity.description) = summary
        }
        return activity
    }

    /// The first line of the text, and the rest of it. The server wants a summary.
    private var summary: (String, String?) {
        guard let text = some(.text) else { return (tr("Met"), nil) }
        let lines = text.split(separator: "\n", maxSplits: 1, omittingEmptySubsequences: false)
            .map { FormText.trimmed(String($0)) }
        guard lines[0].unicodeScalars.count <= FormText.maxLineLength else { return (tr("Met"), text) }
        return (lines[0], lines.count > 1 && !lines[1].isEmpty ? lines[1] : nil)
    }
}

extension PartValue {
    /// The day of an entry; nil for an entry without one.
    nonisolated var day: ContactDay? {
        switch self {
        case .call(let call): call.day
        case .activity(let activity): activity.day
        default: nil
        }
    }
}
