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
        return isActive ? [.reminder, .task, .note, .activity, .call, .gift, .debt, .pet] : [.note]
    }
}

nonisolated extension PartKind {
    /// The name of one part.
    var name: String {
        switch self {
        case .field: tr("Contact Details")
        case .address: tr("Address")
        case .relationship: tr("Relationship")
        case .reminder: tr("Reminder")
        case .note: tr("Note")
        case .call: trc("entry", "Call")
        case .task: tr("Task")
        case .gift: tr("Gift")
        case .debt: tr("Debt")
        case .pet: tr("Pet")
        case .activity: tr("Activity")
        case .photo: tr("Photo")
        }
    }

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
        case .reminder: tr("Add Reminder")
        case .gift: tr("Add Gift")
        case .debt: tr("Add Debt")
        case .pet: tr("Add Pet")
        case .field, .address, .relationship, .photo: name
        }
    }

    /// The title of the section with the entries.
    var sectionTitle: String {
        switch self {
        case .note: tr("Notes")
        case .call, .activity: tr("History")
        case .task: tr("Tasks")
        case .reminder: tr("Reminders")
        case .gift: tr("Gifts")
        case .debt: tr("Debts")
        case .pet: tr("Pets")
        case .field, .address, .relationship, .photo: name
        }
    }

    /// The section of the page with the entries; nil for a kind without entries.
    var sectionID: ContactDetail.Section.ID? {
        switch self {
        case .call, .activity: .history
        default: section.map { .kept($0) }
        }
    }

    /// The kind that a section of the page adds; nil for other sections.
    static func added(to section: ContactDetail.Section.ID) -> PartKind? {
        section == .history ? .activity : allCases.first { $0.isThing && $0.sectionID == section }
    }

    /// The kind of the entries of a server's list; nil for a list that nothing here changes.
    static func entry(of section: ContactSection) -> PartKind? {
        allCases.first { $0.isThing && $0.section == section }
    }
}
