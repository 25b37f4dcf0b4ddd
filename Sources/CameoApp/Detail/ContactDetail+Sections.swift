import Contacts
import Foundation
import Model

/// The sections of a contact as rows.
nonisolated extension ContactDetail {
    static func sections(
        _ sections: ContactSections, gaps: [ContactSection: SectionGap], of contact: Contact,
        related: RelatedContacts, page: String?, now: Date
    ) -> [Section] {
        let notes = sections.notes(on: contact).sorted {
            ($0.createdAt ?? .distantPast) > ($1.createdAt ?? .distantPast)
        }
        let reminders = sections.reminders.map { ($0, $0.nextDate(at: now)) }
            .sorted { ($0.1 ?? .distantFuture) < ($1.1 ?? .distantFuture) }
        let open = sections.tasks.filter { !$0.isCompleted }
        let due = sections.debts.filter { !$0.isSettled }
        let listed: [(kind: ContactSection?, title: String, rows: [Row])] = [
            (.reminders, tr("Reminders"), reminders.map { row($0.0, next: $0.1) }),
            (.tasks, tr("Tasks"), (open + sections.tasks.filter(\.isCompleted)).map(row)),
            (.notes, tr("Notes"), notes.map(row)),
            (nil, tr("History"), history(sections, of: contact, related: related)),
            (.gifts, tr("Gifts"), sections.gifts.map(row)),
            (.debts, tr("Debts"), (due + sections.debts.filter(\.isSettled)).map { row($0, with: contact) }),
            (.pets, tr("Pets"), sections.pets.map(row)),
            (.documents, tr("Documents"), sections.documents.map(row)),
        ]
        return listed.map { kind, title, rows in
            let counts =
                kind.map { [($0, rows.count)] } ?? [
                    (.activities, sections.activities.count), (.calls, sections.calls.count),
                    (.lifeEvents, sections.lifeEvents.count), (.conversations, sections.conversations.count),
                ]
            let ends = counts.flatMap { kind, count in
                (gaps[kind].map { [row($0, in: kind)] } ?? []) + more(than: count, of: kind, contact, page: page)
            }
            return Section(id: kind.map { .kept($0) } ?? .history, title: title, rows: rows, ends: ends)
        }
    }
}

nonisolated extension ContactDetail {
    /// The first name.
    static func shortName(_ contact: Contact) -> String {
        let first = PlainText.line(contact.firstName ?? contact.displayName)
        return first.isEmpty ? tr("No name") : first
    }
}

nonisolated extension ContactDetail {
    static func row(_ note: Note) -> Row {
        Row(
            .entry(.notes, note.id), title: PlainText.cleaned(markdown: note.body),
            subtitle: note.createdAt.map { DayText.localDay(of: $0) } ?? "",
            icon: note.isFavorited ? "starred-symbolic" : "text-x-generic-symbolic", isFavorite: note.isFavorited)
    }

    static func row(_ reminder: Reminder, next: Date?) -> Row {
        let day = (next ?? reminder.initialDate).map { DayText.day($0) }
        return Row(
            // The server makes its own anew with each change of the day.
            reminder.isAutomatic ? nil : .entry(.reminders, reminder.id), title: PlainText.cleaned(reminder.title),
            subtitle: lines(
                reminder.description.map { PlainText.cleaned($0) }, joined([day, reminder.frequency.localizedName])),
            icon: "alarm-symbolic")
    }

    static func row(_ task: ContactTask) -> Row {
        let done = task.completedAt.map { tr("Done on %1$s", DayText.localDay(of: $0)) } ?? tr("Done")
        return Row(
            .entry(.tasks, task.id), title: PlainText.cleaned(task.title),
            subtitle: lines(
                task.description.map { PlainText.cleaned($0) }, task.isCompleted ? done : tr("To do")),
            icon: task.isCompleted ? "object-select-symbolic" : "task-due-symbolic", isDone: task.isCompleted)
    }

    static func row(_ gift: Gift) -> Row {
        let facts = [
            gift.status?.localizedName, gift.amount.map { PlainText.line($0) }, gift.date.map { DayText.day($0) },
        ]
        return Row(
            .entry(.gifts, gift.id), title: PlainText.cleaned(gift.name),
            subtitle: lines(gift.comment.map { PlainText.cleaned($0) }, joined(facts)),
            icon: "package-x-generic-symbolic", action: gift.link.map { .open(uri: $0.absoluteString) },
            copy: gift.link.map {
                Copy(text: $0.absoluteString, label: tr("Copy link %1$s", PlainText.line($0.absoluteString)))
            })
    }

    static func row(_ debt: Debt, with contact: Contact) -> Row {
        let amount = PlainText.line(debt.amount)
        let facts = [debt.reason.map { PlainText.cleaned($0) }, debt.isSettled ? tr("Settled") : nil]
        return Row(
            .entry(.debts, debt.id),
            title: debt.userOwes
                ? tr("You owe %1$s", amount) : tr("%1$s owes you %2$s", shortName(contact), amount),
            subtitle: joined(facts), icon: "accessories-calculator-symbolic", isDone: debt.isSettled)
    }

    static func row(_ document: Document) -> Row {
        Row(
            .entry(.documents, document.id), title: PlainText.line(document.name),
            subtitle: document.size.map { Int64($0).formatted(.byteCount(style: .file).locale(.ofNumbers)) } ?? "",
            icon: "x-office-document-symbolic")
    }

    static func row(_ pet: Pet) -> Row {
        let (name, animal) = (pet.value.name.map { PlainText.line($0) }, pet.value.animal.localizedName)
        return Row(
            .entry(.pets, pet.id), title: name ?? animal, subtitle: name == nil ? "" : animal,
            icon: "emoji-nature-symbolic")
    }

    /// Where to read on: of very long sections only the latest entries are loaded.
    static func more(than shown: Int, of kind: ContactSection, _ contact: Contact, page: String?) -> [Row] {
        let total = contact.statistics?.count(in: kind) ?? 0
        guard shown >= SectionEntries.maxCount, total > shown else { return [] }
        let rest = total - shown
        let title =
            switch kind {
            // The history has both.
            case .activities: trn("%d more activity on the server", "%d more activities on the server", rest)
            case .calls: trn("%d more call on the server", "%d more calls on the server", rest)
            default: trn("%d more on the server", "%d more on the server", rest)
            }
        return [
            Row(title: title, icon: "view-more-horizontal-symbolic", action: page.map { .open(uri: $0) })
        ]
    }

    /// Texts on lines of their own.
    static func lines(_ texts: String?...) -> String {
        texts.compactMap { $0 }.filter { !$0.isEmpty }.joined(separator: "\n")
    }
}

nonisolated extension ContactDetail {
    /// The same with ticked rows in the places that they had. They move when the contact is opened anew.
    func keepingPlaces(of former: ContactDetail) -> ContactDetail {
        var kept = self
        for (index, section) in sections.enumerated() where former.id == id {
            guard let old = former.sections.first(where: { $0.id == section.id })?.rows,
                section.rows.contains(where: { $0.isDone != nil })
            else { continue }
            let fields = old.compactMap(\.field)
            let places = Dictionary(zip(fields, 0...)) { first, _ in first }
            func place(_ row: Row) -> Int { row.field.flatMap { places[$0] } ?? Int.max }
            let rows = section.rows.enumerated().sorted { first, second in
                (place(first.element), first.offset) < (place(second.element), second.offset)
            }
            kept.sections[index].rows = rows.map(\.element)
        }
        return kept
    }
}
