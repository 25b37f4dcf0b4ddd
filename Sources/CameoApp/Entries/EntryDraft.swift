import Foundation
import Model

/// The typing about a note, a call, a task or an activity.
nonisolated struct EntryDraft: Hashable, Sendable {
    /// An input of the editor.
    enum Field: Hashable, Sendable {
        case title, text, people, day, contactCalled, isFavorite, isDone
    }

    /// An input with a problem.
    struct Issue: Error, Hashable {
        let field: Field
        let issue: FormIssue
    }

    /// Nil in the log: the person chooses the kind in the end.
    let kind: PartKind?
    var title = ""
    var text = ""
    /// Took part besides the contact.
    var people: [FormPerson] = []
    /// The name that is typed of one more person.
    var typedPerson = ""
    var day: EntryDay
    var contactCalled = false
    var isFavorite = false
    var isDone = false
    /// The values that no editor shows are kept.
    private var former: PartValue?

    /// An empty one of a kind; nil for the log.
    init(_ kind: PartKind?, today: CivilDay, by reader: DateReader) {
        self.kind = kind
        day = EntryDay(today: today, by: reader)
    }

    /// The values of an entry. `people` has the names of the others who took part.
    init(_ value: PartValue, people: [FormPerson] = [], today: CivilDay, by reader: DateReader) {
        self.init(value.kind, today: today, by: reader)
        former = value
        switch value {
        case .note(let note): (text, isFavorite) = (note.body, note.isFavorite)
        case .call(let call):
            (text, contactCalled) = (call.content ?? "", call.contactCalled)
            day = EntryDay(call.day, today: today, by: reader)
        case .task(let task): (title, text, isDone) = (task.title, task.description ?? "", task.isDone)
        case .activity(let activity):
            (title, text, self.people) = (activity.summary, activity.description ?? "", people)
            day = EntryDay(activity.day, today: today, by: reader)
        case .field, .address, .relationship, .reminder, .photo: break
        }
    }

    /// The inputs, from top to bottom.
    var fields: [Field] {
        switch kind {
        case nil: [.text, .people, .day, .contactCalled]
        case .note?: [.text, .isFavorite]
        case .call?: [.text, .day, .contactCalled]
        case .task?: former == nil ? [.title, .text] : [.title, .text, .isDone]
        case .activity?: [.title, .text, .people, .day]
        case .field?, .address?, .relationship?, .reminder?, .photo?: []
        }
    }

    /// The value of a kind that can be logged. Throws the first problem.
    func value(_ kind: PartKind, by reader: DateReader) throws(Issue) -> PartValue? {
        try checkLengths()
        switch kind {
        case .note:
            guard let text = Self.some(text) else { throw Issue(field: .text, issue: .noText) }
            return .note(NoteValue(body: text, isFavorite: isFavorite))
        case .call:
            var call = CallValue(day: try day(by: reader, mayBeAhead: false))
            if case .call(let former)? = former { call.emotions = former.emotions }
            (call.content, call.contactCalled) = (Self.some(text), contactCalled)
            return .call(call)
        case .task:
            guard let title = Self.some(title) else { throw Issue(field: .title, issue: .noText) }
            return .task(TaskValue(title: title, description: Self.some(text), isDone: isDone))
        case .activity: return .activity(try activity(by: reader))
        case .field, .address, .relationship, .reminder, .photo: return nil
        }
    }
}

private nonisolated extension EntryDraft {
    func checkLengths() throws(Issue) {
        for (field, text, limit) in [
            (Field.title, title, FormText.maxLineLength), (.text, text, FormText.maxTextLength),
        ] {
            do throws(FormIssue) { try FormText.check(text, atMost: limit) } catch {
                throw Issue(field: field, issue: error)
            }
        }
    }

    func activity(by reader: DateReader) throws(Issue) -> ActivityValue {
        if Self.some(typedPerson) != nil { throw Issue(field: .people, issue: .unknownPerson) }
        let day = try day(by: reader, mayBeAhead: true)
        var activity = ActivityValue(summary: "", day: day, attendees: people.map(\.id))
        if case .activity(let former)? = former {
            (activity.type, activity.emotions) = (former.type, former.emotions)
        }
        if kind == .activity {
            guard let title = Self.some(title) else { throw Issue(field: .title, issue: .noText) }
            (activity.summary, activity.description) = (title, Self.some(text))
        } else {
            (activity.summary, activity.description) = summary
        }
        return activity
    }

    /// The first line of the text, and the rest of it. The server wants a summary.
    var summary: (String, String?) {
        guard let text = Self.some(text) else { return (tr("Met"), nil) }
        let lines = text.split(separator: "\n", maxSplits: 1, omittingEmptySubsequences: false).map(FormText.trimmed)
        guard lines[0].unicodeScalars.count <= FormText.maxLineLength else { return (tr("Met"), text) }
        return (lines[0], lines.count > 1 ? Self.some(lines[1]) : nil)
    }

    func day(by reader: DateReader, mayBeAhead: Bool) throws(Issue) -> ContactDay {
        do throws(FormIssue) {
            let day = try day.day(by: reader)
            if !mayBeAhead, day.daysSince1970 > self.day.today.daysSince1970 { throw .ahead }
            return ContactDay(day)
        } catch {
            throw Issue(field: .day, issue: error)
        }
    }

    static func some(_ text: String) -> String? {
        let trimmed = FormText.trimmed(text)
        return trimmed.isEmpty ? nil : trimmed
    }
}

private nonisolated extension FormText {
    static func trimmed(_ text: Substring) -> String { trimmed(String(text)) }
}

nonisolated extension Contact {
    /// The kinds that the log offers, the likeliest first: none for the dead, and only notes while it is archived.
    var logKinds: [PartKind] {
        if isDeceased || isPartial { return [] }
        return isActive ? [.call, .activity, .note] : [.note]
    }

    /// The kinds of entries that its page adds and changes.
    var entryKinds: [PartKind] {
        if isPartial { return [] }
        return isActive ? [.task, .note, .activity, .call] : [.note]
    }
}

nonisolated extension PartKind {
    /// The button that logs an entry.
    var logLabel: String {
        switch self {
        case .call: tr("Called")
        case .activity: tr("Met")
        default: name
        }
    }

    /// The row that adds an entry.
    var addLabel: String {
        switch self {
        case .note: tr("Add Note")
        case .call: tr("Add Call")
        case .task: tr("Add Task")
        case .activity: tr("Add Activity")
        case .field, .address, .relationship, .reminder, .photo: name
        }
    }

    /// The title of the section with the entries.
    var sectionTitle: String {
        switch self {
        case .note: tr("Notes")
        case .call: tr("Calls")
        case .task: tr("Tasks")
        case .activity: tr("Activities")
        case .field, .address, .relationship, .reminder, .photo: name
        }
    }

    /// The kind of the entries of a section that can be set; nil for other sections.
    static func entry(of section: ContactDetail.Section.ID) -> PartKind? {
        allCases.first { kind in kind.isThing && kind.section.map { .kept($0) == section } ?? false }
    }
}
