import Contacts
import Foundation
import GLib
import Gtk
import Model

/// A day: whether it is known, day, month and year in the order of the language, and what they mean.
final class DateInput: FormInput {
    let key: ContactKey
    let rows: [Widget]
    private let model: FormModel
    private let kinds: [DateEntry.Kind]
    private let kind: ComboRow
    private let day = EntryRow(title: tr("Day"), purpose: .digits)
    private let month: ComboRow
    private let year = EntryRow(title: tr("Year (optional)"), purpose: .digits)
    private let age = EntryRow(title: tr("Age"), purpose: .digits)
    private let meaning = NoteRow()
    private let reminder = SwitchRow(title: tr("Remind Me Every Year"))
    private let notes = FormNotes()
    /// The key before was the first of 10, 11 or 12.
    private var isAfterOne = false
    private let monthNames: [String]
    private var field: FormField { .value(key) }

    init(
        _ key: ContactKey, title: String, _ model: FormModel, locale: Locale, asksForAge: Bool,
        onLeave: @escaping (FormField) -> Void, onUse: @escaping (FormField) -> Void
    ) {
        self.key = key
        self.model = model
        kinds = asksForAge ? [.unknown, .exact, .age] : [.unknown, .exact]
        let names: [DateEntry.Kind: String] = [
            .unknown: tr("Unknown"), .exact: tr("Exact date"), .age: tr("Approximate age"),
        ]
        kind = ComboRow(title: title, texts: kinds.map { names[$0] ?? "" })
        monthNames = Self.months(in: locale)
        month = ComboRow(title: tr("Month"), texts: ["—"] + monthNames)
        let parts: [DatePart: Widget] = [.day: day, .month: month, .year: year]
        rows =
            [kind] + DatePart.order(in: locale).compactMap { parts[$0] } + [age] + notes.rows + [meaning, reminder]
        meaning.addClass("dim-label")
        notes.onUse = { onUse(.value(key)) }
        connect(onLeave: onLeave)
    }

    func owns(_ field: FormField) -> Bool { field == self.field }

    func show(_ form: ContactForm) {
        show(form, besides: nil)
    }

    /// What is being typed stays as it is.
    private func show(_ form: ContactForm, besides typed: EntryRow?) {
        let entry = form[date: key]
        kind.selected = kinds.firstIndex(of: entry.kind) ?? 0
        month.selected = entry.month ?? 0
        for (row, text) in [(day, entry.day), (year, entry.year), (age, entry.age)] where row !== typed {
            row.text = text
        }
        showParts(of: form)
    }

    func show(_ issue: FormIssue?, of field: FormField, in form: ContactForm) {
        let sentence = issue?.sentence()
        let isOfYear = issue == .leapDayWithoutYear || issue == .noNumber && form[date: key].hasWrongYear
        day.showError(isOfYear ? nil : sentence)
        year.showError(isOfYear ? sentence : nil)
        age.showError(sentence)
        notes.show(issue: sentence)
    }

    func show(news: String?, of field: FormField) {
        notes.show(news: news)
    }

    func focus(_ field: FormField) {
        switch model.form[date: key].kind {
        case .unknown: kind.grabFocus()
        case .age: age.grabFocus()
        case .exact: (rows.first { $0.pointer == day.pointer || $0.pointer == year.pointer } ?? day).grabFocus()
        }
    }

    var focusedField: FormField? {
        [kind, day, month, year, age, reminder].contains { $0.containsFocus } ? field : nil
    }
}

private extension DateInput {
    private static let days = 1...31
    private static let years = 1...9999

    static func months(in locale: Locale) -> [String] {
        var calendar = Calendar(identifier: .gregorian)
        calendar.locale = locale
        return calendar.standaloneMonthSymbols
    }

    func connect(onLeave: @escaping (FormField) -> Void) {
        let (key, field) = (key, field)
        kind.onSelected { [weak self] selected in
            guard let self, self.kinds.indices.contains(selected) else { return }
            self.model.edit(field) { $0[date: key].kind = self.kinds[selected] }
            self.showParts(of: self.model.form)
        }
        day.onTextChange { [weak self] text in self?.type(in: self?.day) { $0.type(day: text) } }
        year.onTextChange { [weak self] text in self?.type(in: self?.year) { $0.type(year: text) } }
        age.onTextChange { [weak self] text in
            let thisYear = self?.model.form.thisYear ?? 0
            self?.type(in: self?.age) { $0.type(age: text, thisYear: thisYear) }
        }
        month.onSelected { [weak self] selected in self?.type(in: nil) { $0.month = selected == 0 ? nil : selected } }
        month.onKeyPressed { [weak self] in self?.pressed($0) ?? false }
        month.onFocusChange { [weak self] _ in self?.isAfterOne = false }
        for row in [kind, month, reminder] as [Widget] {
            row.onFocusChange { [weak self] hasFocus in if !hasFocus { self?.leave(onLeave) } }
        }
        for (row, bounds) in [(day, Self.days), (year, Self.years), (age, 0...150)] {
            row.onEntryActivated { [weak row] in row?.focusNext() }
            row.onFocusChange { [weak self] hasFocus in
                guard !hasFocus, let self else { return }
                // Of a whole date that was typed into it, it keeps its part.
                self.model.show { self.show(self.model.form) }
                self.leave(onLeave)
            }
            row.onKeyPressed { [weak row] key in
                guard let row, key.isUp || key.isDown, !row.isComposing,
                    let next = DateEntry.stepped(row.text, by: key.isUp ? 1 : -1, in: bounds)
                else { return false }
                row.complete(to: next)
                return true
            }
        }
        reminder.onSwitched { [weak self] isOn in self?.model.edit(field) { $0.reminders[key] = isOn } }
    }

    /// From a day to its month nobody has left the date yet. Where the focus goes is known in the next turn.
    func leave(_ onLeave: @escaping (FormField) -> Void) {
        Task { [weak self] in
            if let self, self.focusedField == nil { onLeave(self.field) }
        }
    }

    func type(in row: EntryRow?, _ change: (inout DateEntry) -> Void) {
        guard !model.isShowing else { return }
        let key = key
        model.edit(field) { change(&$0[date: key]) }
        // A whole date that was typed into one field fills the others.
        model.show { show(model.form, besides: row) }
    }

    /// While the list of months is closed, letters, digits and arrows choose one.
    func pressed(_ key: Key) -> Bool {
        guard month.hasFocus else { return false }
        let current = month.selected
        if key.isUp || key.isDown {
            month.selected = min(max(current + (key.isDown ? 1 : -1), 0), monthNames.count)
            return true
        }
        guard let character = key.character else { return false }
        if let digit = character.wholeNumberValue {
            month.selected = isAfterOne && digit <= 2 ? 10 + digit : digit
            isAfterOne = digit == 1 && !isAfterOne
            return true
        }
        isAfterOne = false
        let later = (1...12).map { (current + $0 - 1) % 12 + 1 }
        let letter = String(character)
        let found = later.first {
            monthNames.indices.contains($0 - 1)
                && monthNames[$0 - 1].range(of: letter, options: [.caseInsensitive, .diacriticInsensitive, .anchored])
                    != nil
        }
        guard let found else { return false }
        month.selected = found
        return true
    }

    /// Shows the fields that there are for what is known, and what they mean.
    func showParts(of form: ContactForm) {
        let entry = form[date: key]
        for row in [day, month, year] as [Widget] { row.isVisible = entry.kind == .exact }
        age.isVisible = entry.kind == .age
        let value = Result { () throws(FormIssue) in try form.value(of: key) }
        let known: ContactValue? = if case .success(let value) = value { value } else { nil }
        let shown: ContactDay? =
            switch known {
            case .day(let day)?: day
            case .death(let day)?: day
            default: nil
            }
        let words = shown.flatMap { DayMeaning.text($0, of: key) }
        meaning.isVisible = words != nil
        if let words { meaning.text = words }
        reminder.isVisible = known?.remindableDay != nil
        model.show {
            reminder.isOn = form.reminders[key] ?? (form.seen?.reminders?.contains(key) ?? false)
        }
    }
}
