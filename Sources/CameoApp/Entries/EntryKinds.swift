import Model

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
        default: name
        }
    }

    /// The title of the section with the entries.
    var sectionTitle: String {
        switch self {
        case .note: tr("Notes")
        case .call: tr("Calls")
        case .task: tr("Tasks")
        case .activity: tr("Activities")
        default: name
        }
    }

    /// The kind of the entries of a section that can be set; nil for other sections.
    static func entry(of section: ContactDetail.Section.ID) -> PartKind? {
        allCases.first { kind in kind.isThing && kind.section.map { .kept($0) == section } ?? false }
    }
}
