import GLib
import Gtk
import Model

/// The rows in which a person types an entry, and the buttons below them. The draft says which
/// inputs there are.
final class EntryEditor {
    /// The rows, from top to bottom.
    private(set) var rows: [Widget] = []
    private(set) var draft: EntryDraft { didSet { if draft != oldValue { onChange?() } } }
    /// Told of all typing.
    var onChange: (() -> Void)?
    /// The person saves the draft as a kind. With `goesOn` the next new entry follows.
    var onSave: ((PartKind, _ goesOn: Bool) -> Void)?
    var onCancel: (() -> Void)?
    /// The person removes the entry; nil offers no button.
    var onDelete: (() -> Void)? { didSet { delete.isVisible = onDelete != nil } }
    let reader: DateReader

    /// Nil where the typing is from before.
    private var begun: EntryDraft?
    private let kinds: [PartKind]
    /// The kind that the keyboard saves.
    let suggested: PartKind
    private var inputs: [EntryDraft.Field: Input] = [:]
    /// The field that was typed in last.
    private var typedLast: EntryDraft.Field?
    private let buttons = WrapBox()
    private let delete = Button(mnemonic: tr("_Delete"))
    private let calendar = CalendarButton(tooltip: tr("Choose a Date"), today: tr("Today"))
    private(set) var people: PeopleRows?
    private var dayRow: EntryRow?

    /// Where a field is typed, and where its problem is told.
    private struct Input {
        let focus: () -> Void
        let showIssue: (String?) -> Void
    }

    /// The buttons save `kinds`, the keyboard the `suggested` one of them. `name` is the contact's first name.
    /// `isTouched`: the draft is typing from before.
    init(
        _ draft: EntryDraft, isTouched: Bool, as kinds: [PartKind], suggested: PartKind, name: String,
        reader: DateReader,
        surroundings: FormSurroundings, pictures: AvatarPictures
    ) {
        (self.draft, begun) = (draft, isTouched ? nil : draft)
        (self.kinds, self.suggested, self.reader) = (kinds, suggested, reader)
        for field in draft.fields {
            let title = draft.title(of: field, name: name)
            switch field.look {
            case .line: addLine(field, title)
            case .text: addText(title)
            case .people: addPeople(surroundings, pictures)
            case .day: addDay(title)
            case .choice: addChoice(field, title, draft.choices(of: field, name: name))
            case .toggle: addSwitch(field, title)
            }
        }
        addButtons()
        for row in rows {
            row.onUnusedKey { [weak self] key in
                if key.isEscape { self?.onCancel?() }
                // An unused letter starts no search in the sidebar. Space is for the window, which activates the row.
                return key.isEscape || key.character.map { $0 != " " } == true
            }
        }
    }

    /// Whether anything would be lost.
    var isTouched: Bool { draft != begun }

    /// Whether the focus is in it.
    var containsFocus: Bool { rows.contains { $0.containsFocus } }

    /// Whether an input method composes a text in it.
    var isComposing: Bool { rows.contains { $0.isComposing } }

    /// Gives the focus to the first field in which a person types.
    func focusFirst() {
        let field = draft.fields.first { $0.look != .choice } ?? draft.fields.first
        field.flatMap { inputs[$0] }?.focus()
    }

    /// Gives the focus to the field that was typed in last, unless another one has it.
    func focusAgain() {
        guard !containsFocus else { return }
        if let input = typedLast.flatMap({ inputs[$0] }) { input.focus() } else { focusFirst() }
    }

    /// Saves as the keyboard does.
    func saveSuggested(goesOn: Bool = false) { onSave?(suggested, goesOn) }

    /// The typed value; nil with a problem, which is told at its field, and has the focus.
    func value(_ kind: PartKind) -> PartValue? {
        for (field, input) in inputs { input.showIssue(note(on: field)) }
        do throws(EntryDraft.Issue) {
            return try draft.value(kind, by: reader)
        } catch {
            inputs[error.field]?.showIssue(error.issue.sentence())
            inputs[error.field]?.focus()
            return nil
        }
    }

    /// The reason why a text cannot be typed in.
    private func note(on field: EntryDraft.Field) -> String? {
        let isHeld =
            switch field.look {
            case .line: TextBound.typedLine.needsExcerpt(draft[field])
            case .text: TextBound.text.needsExcerpt(draft[field])
            case .people, .day, .choice, .toggle: false
            }
        return isHeld ? FormIssue.beyondEntry.sentence() : nil
    }

    /// Midnight has passed. A new entry without typing is of the new day.
    func follow(_ today: CivilDay) {
        guard draft.day.today != today else { return }
        if !isTouched, draft.former == nil {
            // A gift may have no day.
            let text = draft.day.text
            draft.day = EntryDay(today: today, on: draft.day.side, by: reader)
            if text.isEmpty { draft.day.text = "" }
            begun = draft
        } else {
            draft.day.follow(today, by: reader)
            begun?.day.follow(today, by: reader)
        }
        dayRow?.complete(to: draft.day.text)
    }

    /// Whether the draft is being stored. The rows take no input meanwhile.
    var isBusy = false { didSet { for row in rows { row.takesInput = !isBusy } } }
}

private extension EntryEditor {
    func addLine(_ field: EntryDraft.Field, _ title: String) {
        let row = EntryRow(title: title)
        row.showTyped(draft[field])
        row.onTextChange { [weak self] in self?.type($0, \.[field], in: field) }
        row.onEntryActivated { [weak self, weak row] in
            // A new task is mostly a line alone, and the next one follows.
            if self?.draft.kind == .task { self?.saveSuggested(goesOn: true) } else { row?.focusNext() }
        }
        add(
            [row], as: field,
            focus: {
                row.grabFocus(); row.moveCursorToEnd()
            }, showIssue: row.showError)
    }

    func addText(_ title: String) {
        let row = TextRow(title: title)
        row.text = draft[.text]
        row.onTextChange { [weak self] in self?.type($0, \.[.text], in: .text) }
        row.onKeyPressed { [weak self] key in
            guard key.isControlReturn else { return false }
            self?.saveSuggested()
            return true
        }
        add([row], as: .text, focus: { row.focusFirst() }, showIssue: row.showError)
    }

    func addPeople(_ surroundings: FormSurroundings, _ pictures: AvatarPictures) {
        let people = PeopleRows(
            draft.people, typed: draft.typedPerson, surroundings: surroundings, pictures: pictures)
        people.onChange = { [weak self] people, typed in
            self?.typedLast = .people
            self?.draft.people = people
            self?.draft.typedPerson = typed
        }
        rows += people.rows
        inputs[.people] = Input(focus: people.focus, showIssue: people.showIssue)
        self.people = people
    }

    func addDay(_ title: String) {
        let row = EntryRow(title: title)
        row.showTyped(draft.day.text)
        dayRow = row
        row.onTextChange { [weak self] in self?.type($0, \.day.text, in: .day) }
        row.onEntryActivated { [weak row] in row?.focusNext() }
        row.onKeyPressed { [weak self, weak row] key in
            guard let self, let row, !row.isComposing, let step = key.dayStep else { return false }
            guard let text = self.draft.day.stepped(days: step.days, months: step.months, by: self.reader) else {
                return false
            }
            row.complete(to: text)
            return true
        }
        calendar.root.addClass("flat")
        calendar.root.verticalAlignment = .center
        row.addSuffix(calendar.root)
        calendar.onOpen = { [weak self] in
            guard let self, let day = try? self.draft.day.day(by: self.reader) else { return nil }
            return CalendarDay(year: day.year, month: day.month, day: day.day)
        }
        calendar.onChosen = { [weak self, weak row] chosen in
            guard let self, let day = CivilDay(year: chosen.year, month: chosen.month, day: chosen.day) else { return }
            row?.complete(to: self.draft.day.words(for: day, by: self.reader))
        }
        add(
            [row], as: .day,
            focus: {
                row.grabFocus(); row.moveCursorToEnd()
            }, showIssue: row.showError)
    }

    func addChoice(_ field: EntryDraft.Field, _ title: String, _ choices: [EntryDraft.Choice]) {
        let row = ComboRow(title: title, texts: choices.map(\.label))
        row.selected = choices.firstIndex { $0.value == draft[field] } ?? 0
        row.onSelected { [weak self] in if choices.indices.contains($0) { self?.draft[field] = choices[$0].value } }
        inputs[field] = Input(focus: { row.grabFocus() }, showIssue: { _ in })
        rows.append(row)
    }

    func addSwitch(_ field: EntryDraft.Field, _ title: String) {
        let row = SwitchRow(title: title)
        row.isOn = draft[isOn: field]
        row.onSwitched { [weak self] in self?.draft[isOn: field] = $0 }
        rows.append(row)
    }

    func add(
        _ new: [Widget], as field: EntryDraft.Field, focus: @escaping () -> Void,
        showIssue: @escaping (String?) -> Void
    ) {
        let notes = FormNotes()
        for case let row as any BoundedRow in new { notes.tellCuts(of: row) }
        rows += new + notes.rows
        inputs[field] = Input(
            focus: focus,
            showIssue: {
                showIssue($0)
                notes.show(issue: $0)
            })
        if let note = note(on: field) { inputs[field]?.showIssue(note) }
    }

    func type(_ text: String, _ value: WritableKeyPath<EntryDraft, String>, in field: EntryDraft.Field) {
        guard draft[keyPath: value] != text else { return }
        typedLast = field
        draft[keyPath: value] = text
        inputs[field]?.showIssue(nil)
    }

    func addButtons() {
        delete.addClass("destructive-action")
        delete.isVisible = false
        delete.onClicked { [weak self] in self?.onDelete?() }
        let cancel = Button(mnemonic: tr("_Cancel"))
        cancel.onClicked { [weak self] in self?.onCancel?() }
        let gap = Box(.horizontal)
        gap.expandsHorizontally = true
        // In a narrow window they have a line of their own.
        let ways = WrapBox()
        for part in [delete, cancel, gap, ways] as [Widget] { buttons.append(part) }
        for kind in kinds {
            let button = kinds.count == 1 ? Button(mnemonic: tr("_Save")) : Button(kind.logLabel)
            if kind == suggested { button.addClass("suggested-action") }
            button.onClicked { [weak self] in self?.onSave?(kind, false) }
            ways.append(button)
        }
        buttons.setMargins(top: 9, bottom: 9, start: 12, end: 12)
        rows.append(ContentRow(buttons))
    }
}

private extension Key {
    /// How far a key moves a day.
    var dayStep: (days: Int, months: Int)? {
        if isUp { return (1, 0) }
        if isDown { return (-1, 0) }
        if isPageUp { return (0, 1) }
        if isPageDown { return (0, -1) }
        return nil
    }
}
