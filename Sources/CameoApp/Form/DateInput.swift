import Contacts
import Foundation
import GLib
import Gtk
import Model

/// The input of a day: a line for a date in any usual form, its meaning below, and for a birthday the choice of an age.
final class DateInput: FormInput {
    let key: ContactKey
    let rows: [Widget]
    private let model: FormModel
    private let reader: DateReader
    private let date: EntryRow
    private let age: EntryRow
    private let calendar = CalendarButton(tooltip: tr("Choose a Date"), today: tr("Today"))
    private let meaning = NoteRow()
    private let reminder = SwitchRow(title: tr("Remind Me Every Year"))
    private let notes = FormNotes()
    private let asksForAge: Bool
    private var field: FormField { .value(key) }

    init(
        _ key: ContactKey, title: String, _ model: FormModel, reader: DateReader, asksForAge: Bool,
        onLeave: @escaping (FormField) -> Void, onUse: @escaping (FormField) -> Void
    ) {
        self.key = key
        self.model = model
        self.reader = reader
        self.asksForAge = asksForAge
        date = EntryRow(title: title)
        age = EntryRow(title: title, purpose: .digits)
        rows = (asksForAge ? [date, age] : [date]) + notes.rows + [meaning, reminder]
        calendar.root.addClass("flat")
        calendar.root.verticalAlignment = .center
        date.addSuffix(calendar.root)
        meaning.addClass("dim-label")
        notes.onUse = { onUse(.value(key)) }
        for row in [date, age] { notes.tellCuts(of: row) }
        connect(onLeave: onLeave)
        if asksForAge { addKinds(title: title.withoutMnemonic) }
    }

    func owns(_ field: FormField) -> Bool { field == self.field }

    func show(_ form: ContactForm) {
        let entry = form[date: key]
        date.showTyped(entry.text(by: reader))
        age.showTyped(entry.age)
        showParts(of: form)
    }

    func show(_ issue: FormIssue?, of field: FormField, in form: ContactForm) {
        let sentence = issue?.sentence()
        for row in [date, age] { row.showError(sentence) }
        notes.show(issue: sentence)
        if issue == nil { describe() }
    }

    func show(news: String?, of field: FormField) {
        notes.show(news: news)
    }

    func focus(_ field: FormField) {
        shownRow.grabFocus()
        shownRow.moveCursorToEnd()
    }

    var focusedField: FormField? {
        [date, age, reminder].contains { $0.containsFocus } ? field : nil
    }
}

private extension DateInput {
    /// The line of the kind that is chosen.
    var shownRow: EntryRow { model.form[date: key].kind == .age ? age : date }

    func connect(onLeave: @escaping (FormField) -> Void) {
        let (key, field) = (key, field)
        date.onTextChange { [weak self] text in
            guard let self else { return }
            self.type { $0.type(text, by: self.reader) }
        }
        age.onTextChange { [weak self] text in
            guard let self else { return }
            let thisYear = self.model.form.thisYear
            self.type { $0.type(age: text, thisYear: thisYear) }
        }
        for row in [date, age] { row.onEntryActivated { [weak row] in row?.focusNext() } }
        for row in [date, age, reminder] as [Widget] {
            row.onFocusChange { [weak self] hasFocus in if !hasFocus { self?.leave(onLeave) } }
        }
        age.onKeyPressed { [weak age] key in
            guard let age, key.isUp || key.isDown, !age.isComposing,
                let next = DateEntry.stepped(age.text, by: key.isUp ? 1 : -1, in: DateEntry.ages)
            else { return false }
            age.complete(to: next)
            return true
        }
        reminder.onSwitched { [weak self] isOn in
            guard let self else { return }
            self.model.edit(field, showNews: self.show) { $0.reminders[key] = isOn }
        }
        calendar.onOpen = { [weak self] in self?.calendarDay }
        calendar.onChosen = { [weak self] day in
            guard let self else { return }
            self.date.complete(to: self.reader.text(of: .date(year: day.year, month: day.month, day: day.day)))
        }
    }

    /// Where the calendar opens; nil for today.
    var calendarDay: CalendarDay? {
        let entry = model.form[date: key]
        guard case .day(let day) = entry.reading else { return nil }
        return switch day {
        case .date(let year, let month, let day): CalendarDay(year: year, month: month, day: day)
        case .monthDay(let month, let day): CalendarDay(year: model.form.thisYear, month: month, day: day)
        case .year(let year): CalendarDay(year: year, month: 1, day: 1)
        }
    }

    /// The menus at the ends of the lines, which lead from one to the other.
    func addKinds(title: String) {
        let kinds: [(kind: DateEntry.Kind, row: EntryRow, label: String)] = [
            (.date, date, trc("birthday", "Date")), (.age, age, tr("Age")),
        ]
        for (kind, row, label) in kinds {
            let (menu, actions) = (Menu(), ActionGroup())
            menu.append(tr("Exact date"), action: "date.exact")
            actions.addAction("exact") { [weak self] in self?.choose(.date, insteadOf: kind) }
            menu.append(tr("Approximate age"), action: "date.age")
            actions.addAction("age") { [weak self] in self?.choose(.age, insteadOf: kind) }
            let button = MenuButton(label: label, menu: menu, accessibleLabel: tr("%1$s: %2$s", title, label))
            button.addClass("flat")
            button.verticalAlignment = .center
            button.insert(actions, as: "date")
            row.addSuffix(button)
        }
    }

    func choose(_ kind: DateEntry.Kind, insteadOf former: DateEntry.Kind) {
        if kind != former { type { $0.kind = kind } }
        focus(field)
    }

    /// Calls `onLeave` once the focus is in no row of the day. The next turn of the main loop knows the focus.
    func leave(_ onLeave: @escaping (FormField) -> Void) {
        Task { [weak self] in
            if let self, self.focusedField == nil { onLeave(self.field) }
        }
    }

    func type(_ change: (inout DateEntry) -> Void) {
        guard !model.isShowing else { return }
        let key = key
        model.edit(field) { change(&$0[date: key]) }
        showParts(of: model.form)
    }

    /// Shows the line of the chosen kind, and its meaning.
    func showParts(of form: ContactForm) {
        let isAge = asksForAge && form[date: key].kind == .age
        date.isVisible = !isAge
        age.isVisible = isAge
        let value = Result { () throws(FormIssue) in try form.value(of: key) }
        let known: ContactValue? = if case .success(let value) = value { value } else { nil }
        let shown: ContactDay? =
            switch known {
            case .day(let day)?: day
            case .death(let day)?: day
            default: nil
            }
        // A dead person has no age of today.
        let words = shown.flatMap { DayMeaning.text($0, of: key == .birthday && form.hasDied ? .metOn : key) }
        meaning.isVisible = words != nil
        meaning.text = words ?? ""
        describe()
        reminder.isVisible = known?.remindableDay != nil
        reminder.isSensitive = !form.isReminderUnknown(key)
        model.show {
            reminder.isOn = form.reminders[key] ?? (form.seen?.reminders?.contains(key) ?? false)
        }
    }

    /// Tells a screen reader the meaning of the line.
    func describe() {
        let words = meaning.isVisible ? meaning.text : nil
        for row in [date, age] { row.setEntryDescription(words) }
    }
}
