import Foundation
import Model

/// The sections of a contact as rows.
nonisolated extension ContactDetail {
    static func sections(
        _ sections: ContactSections, gaps: [ContactSection: SectionGap], of contact: Contact, page: String?, now: Date
    ) -> [Section] {
        let notes = sections.notes(on: contact).sorted {
            ($0.createdAt ?? .distantPast) > ($1.createdAt ?? .distantPast)
        }
        let activities = sections.activities.sorted {
            ($0.happenedAt ?? .distantPast) > ($1.happenedAt ?? .distantPast)
        }
        let calls = sections.calls.sorted { ($0.calledAt ?? .distantPast) > ($1.calledAt ?? .distantPast) }
        let reminders = sections.reminders.map { ($0, $0.nextDate(at: now)) }
            .sorted { ($0.1 ?? .distantFuture) < ($1.1 ?? .distantFuture) }
        let open = sections.tasks.filter { !$0.isCompleted }
        let due = sections.debts.filter { !$0.isSettled }
        return [
            (.notes, tr("Notes"), notes.map(row)),
            (.activities, tr("Activities"), activities.map { row($0, with: contact) }),
            (.calls, tr("Calls"), calls.map { row($0, with: contact) }),
            (.reminders, tr("Reminders"), reminders.map { row($0.0, next: $0.1) }),
            (.tasks, tr("Tasks"), (open + sections.tasks.filter(\.isCompleted)).map(row)),
            (.gifts, tr("Gifts"), sections.gifts.map(row)),
            (.debts, tr("Debts"), (due + sections.debts.filter(\.isSettled)).map { row($0, with: contact) }),
        ].map { kind, title, rows in
            let gap = gaps[kind].map { [row($0, in: kind)] } ?? []
            return Section(
                id: .kept(kind), title: title, rows: rows + gap + more(than: rows.count, of: kind, contact, page: page))
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

private nonisolated extension ContactDetail {
    static func row(_ note: Note) -> Row {
        Row(
            .entry(.notes, note.id), title: PlainText.cleaned(markdown: note.body),
            subtitle: note.createdAt.map { DayText.localDay(of: $0) } ?? "",
            icon: note.isFavorited ? "starred-symbolic" : "text-x-generic-symbolic")
    }

    static func row(_ activity: Activity, with contact: Contact) -> Row {
        let others = activity.attendees.filter { $0.id != contact.id }.map(\.displayName).filter { !$0.isEmpty }
        let facts = [
            activity.happenedAt.map { DayText.day($0) },
            activity.typeName == activity.summary ? nil : activity.typeName.map { PlainText.line($0) },
            others.isEmpty ? nil : tr("with %1$s", others.joined(separator: tr(", "))),
        ]
        return Row(
            .entry(.activities, activity.id), title: PlainText.cleaned(activity.summary),
            subtitle: lines(activity.description.map { PlainText.cleaned(markdown: $0) }, joined(facts)),
            icon: "emoji-activities-symbolic")
    }

    static func row(_ call: Call, with contact: Contact) -> Row {
        let who = call.contactCalled ? tr("%1$s called", shortName(contact)) : tr("You called")
        let day = call.calledAt.map { DayText.day($0) }
        let icon = call.contactCalled ? "call-incoming-symbolic" : "call-start-symbolic"
        let field = FieldID.entry(.calls, call.id)
        guard let content = call.content else { return Row(field, title: who, subtitle: day ?? "", icon: icon) }
        return Row(field, title: PlainText.cleaned(markdown: content), subtitle: joined([who, day]), icon: icon)
    }

    static func row(_ reminder: Reminder, next: Date?) -> Row {
        let frequency: String? =
            switch reminder.frequency {
            case .once: nil
            case .weeks(let count): trn("Every week", "Every %d weeks", count)
            case .months(let count): trn("Every month", "Every %d months", count)
            case .years(let count): trn("Every year", "Every %d years", count)
            }
        let day = (next ?? reminder.initialDate).map { DayText.day($0) }
        return Row(
            .entry(.reminders, reminder.id), title: PlainText.cleaned(reminder.title),
            subtitle: lines(reminder.description.map { PlainText.cleaned($0) }, joined([day, frequency])),
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
        let status: String? =
            switch gift.status {
            case .idea: tr("Idea")
            case .offered: tr("Given")
            case .received: tr("Received")
            case nil: nil
            }
        let facts = [status, gift.amount.map { PlainText.line($0) }, gift.date.map { DayText.day($0) }]
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
            subtitle: joined(facts), icon: "accessories-calculator-symbolic")
    }

    /// Where to read on: of very long sections only the latest entries are loaded.
    static func more(than shown: Int, of kind: ContactSection, _ contact: Contact, page: String?) -> [Row] {
        let total = contact.statistics?.count(in: kind) ?? 0
        guard shown >= SectionEntries.maxCount, total > shown else { return [] }
        return [
            Row(
                title: trn("%d more on the server", "%d more on the server", total - shown),
                icon: "view-more-horizontal-symbolic", action: page.map { .open(uri: $0) })
        ]
    }

    /// Texts on lines of their own.
    static func lines(_ texts: String?...) -> String {
        texts.compactMap { $0 }.filter { !$0.isEmpty }.joined(separator: "\n")
    }
}
