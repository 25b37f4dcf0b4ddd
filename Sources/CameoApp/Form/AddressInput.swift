import Gtk
import Model

/// A postal address: its label, its parts and the name of its country.
final class AddressInput: FormInput {
    let row: RowID
    let rows: [Widget]
    /// The person took it away.
    var onRemove: (() -> Void)?

    private static let maxSuggestions = 6
    private let expander: ExpanderRow
    private let entries: [(part: AddressPart, row: EntryRow, notes: FormNotes)]
    private let model: FormModel
    private let suggestions: Suggestions?
    private var suggested: [String] = []

    init(
        _ shown: AddressEntry, _ model: FormModel, onLeave: @escaping (FormField) -> Void,
        onUse: @escaping (FormField) -> Void
    ) {
        row = shown.row
        self.model = model
        let id = shown.row
        expander = ExpanderRow(title: tr("Address"))
        let titles: [(AddressPart, String)] = [
            (.name, tr("Label")), (.street, tr("Street")), (.postalCode, tr("Postal Code")), (.city, tr("City")),
            (.province, tr("Province")), (.country, tr("Country")),
        ]
        entries = titles.map { ($0, EntryRow(title: $1), FormNotes()) }
        rows = [expander]
        suggestions = entries.last.map { Suggestions(below: $0.row) }
        for (part, entry, notes) in entries {
            let field = FormField.address(id, part)
            expander.add(entry)
            for note in notes.rows { expander.add(note) }
            entry.onTextChange { [weak self] text in self?.type(text, in: part) }
            entry.onEntryActivated { [weak entry] in entry?.focusNext() }
            entry.onFocusChange { [weak self] hasFocus in
                guard !hasFocus else { return }
                if part == .country { self?.completeCountry() }
                onLeave(field)
            }
            notes.onUse = { onUse(.address(id, .street)) }
            notes.tellCuts(of: entry)
        }
        entries.first?.row.addSuffix(labelMenu())
        let remove = Button(icon: "user-trash-symbolic", tooltip: tr("Remove Address"))
        remove.addClass("flat")
        remove.verticalAlignment = .center
        remove.onClicked { [weak self] in self?.onRemove?() }
        expander.addAction(remove)
        suggestions?.accessibleDescription = SuggestionDescription.text
        suggestions?.onChosen = { [weak self] in self?.choose($0) }
        expander.isExpanded = shown.part == nil
    }

    func owns(_ field: FormField) -> Bool {
        if case .address(let other, _) = field { other == row } else { false }
    }

    func show(_ form: ContactForm) {
        guard let shown = form.addresses[row: row] else { return }
        let seen = form.seenEntry(of: shown)
        for (part, entry, _) in entries {
            let isTyped = shown[part] != seen?[part] || form.isPending(shown.part.map { .part(.address, $0) })
            if isTyped { entry.showTyped(shown[part]) } else { entry.text = shown[part] }
        }
        showTitle()
    }

    func show(_ issue: FormIssue?, of field: FormField, in form: ContactForm) {
        guard case .address(_, let part) = field, let place = entries.first(where: { $0.part == part }) else { return }
        place.row.showError(issue?.sentence())
        place.notes.show(issue: issue?.sentence())
        if issue != nil { expander.isExpanded = true }
    }

    func show(news: String?, of field: FormField) {
        guard case .address(_, .street) = field else { return }
        entries.first { $0.part == .street }?.notes.show(news: news)
        if news != nil { expander.isExpanded = true }
    }

    func focus(_ field: FormField) {
        expander.isExpanded = true
        guard case .address(_, let part) = field, let place = entries.first(where: { $0.part == part }) else { return }
        place.row.grabFocus()
        place.row.moveCursorToEnd()
    }

    var focusedField: FormField? {
        guard expander.containsFocus else { return nil }
        return .address(row, entries.first { $0.row.containsFocus }?.part ?? .street)
    }
}

private extension AddressInput {
    /// The labels that mails have, too; any other one is typed.
    func labelMenu() -> Widget {
        let (menu, actions) = (Menu(), ActionGroup())
        for label in LabelName.ofOthers + ["other"] {
            let text = LabelName.text(for: label)
            menu.append(text.escapingMnemonic, action: "address.\(label)")
            actions.addAction(label) { [weak self] in
                guard let row = self?.entries.first?.row else { return }
                row.complete(to: text)
                row.grabFocus()
                row.moveCursorToEnd()
            }
        }
        let button = MenuButton(label: "", menu: menu, accessibleLabel: tr("Choose a Label"))
        button.addClass("flat")
        button.verticalAlignment = .center
        button.insert(actions, as: "address")
        return button
    }

    func type(_ text: String, in part: AddressPart) {
        model.edit(.address(row, part)) { $0.addresses.change(row) { $0[part] = text } }
        showTitle()
        if part == .country { suggest(for: text) }
    }

    func suggest(for text: String) {
        guard entries.last?.row.containsFocus == true else { return }
        let countries = model.form.countries
        suggested = countries.matches(text, atMost: Self.maxSuggestions)
        if suggested == [text] { suggested = [] }
        suggestions?.show(
            suggested.map { name in
                let label = Label(name)
                label.horizontalAlignment = .start
                return (label, name)
            })
    }

    func choose(_ position: Int) {
        guard suggested.indices.contains(position), let entry = entries.last?.row else { return }
        entry.complete(to: suggested[position])
        entry.moveCursorToEnd()
        suggestions?.hide()
    }

    /// Completes the country to its name when the focus leaves it.
    func completeCountry() {
        // A focus that goes to another window, or a closing form, does not complete the country.
        guard let entry = entries.last?.row, !entry.containsFocus, entry.isMapped else { return }
        let countries = model.form.countries
        if let code = countries.code(of: entry.text) { entry.complete(to: countries.name(of: code)) }
    }

    /// The title of the row summarises the address.
    func showTitle() {
        guard let shown = model.form.addresses[row: row] else { return }
        let name = PlainText.line(FormText.trimmed(shown[.name]), atMost: 80)
        let title = name.isEmpty ? tr("Address") : name
        expander.title = title.escapingMnemonic
        let parts = [AddressPart.street, .postalCode, .city, .country].map { FormText.trimmed(shown[$0]) }
        expander.subtitle = PlainText.line(
            parts.filter { !$0.isEmpty }.joined(separator: tr(", ")), atMost: 150)
        expander.setRowAccessibleLabel([title, expander.subtitle].filter { !$0.isEmpty }.joined(separator: tr(", ")))
    }
}
