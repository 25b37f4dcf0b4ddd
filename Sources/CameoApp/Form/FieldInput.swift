import GLib
import Gtk
import Model

/// A mail address, a number or an account, with the menu of its labels at the end.
final class FieldInput: FormInput {
    let row: RowID
    let rows: [Widget]
    /// The person took it away.
    var onRemove: (() -> Void)?

    /// The most labels that a menu has room for.
    private static let maxLabels = 20
    private let entry: EntryRow
    private let button: MenuButton
    private let actions = ActionGroup()
    /// A tick for each label of the menu.
    private var ticks: [(label: String, action: Action)] = []
    /// The label in a person's own words that is typed now.
    private var typedLabel: String?
    private let ownLabel = EntryRow(title: tr("Label"), bound: .line)
    private let notes = FormNotes()
    private let labelNotes = FormNotes()
    private let model: FormModel
    private let name: String
    private var field: FormField { .field(row) }

    init(
        _ shown: FieldEntry, type: FieldTypeChoice?, _ model: FormModel, onLeave: @escaping (FormField) -> Void,
        onUse: @escaping (FormField) -> Void
    ) {
        row = shown.row
        self.model = model
        let row = row
        let field = FormField.field(row)
        let purpose: EntryRow.Purpose =
            switch type?.kind {
            case .email: .mail
            case .phone: .phone
            default: .text
            }
        name = Self.name(of: type)
        entry = EntryRow(title: name.escapingMnemonic, purpose: purpose)
        if purpose != .text { entry.readsLeftToRight() }
        let menu = Menu()
        button = MenuButton(label: "", menu: menu, accessibleLabel: tr("Label"))
        button.addClass("flat")
        button.verticalAlignment = .center
        entry.addSuffix(button)
        button.insert(actions, as: "field")
        ownLabel.isVisible = false
        rows = [entry] + notes.rows + [ownLabel] + labelNotes.rows

        let standard = purpose == .phone ? LabelName.ofPhones : LabelName.ofOthers
        let labels = Menu()
        let others = shown.labels.prefix(Self.maxLabels).filter { !standard.contains($0) }
        for (number, label) in (others + standard).enumerated() {
            let text = PlainText.line(LabelName.text(for: label), atMost: 40)
            labels.append(text.escapingMnemonic, action: "field.label-\(number)")
            let tick = actions.addToggle("label-\(number)", isOn: shown.labels.contains(label)) { [weak self] in
                self?.tick(label, $0)
            }
            ticks.append((label, tick))
        }
        labels.append(tr("_Other…"), action: "field.other")
        actions.addAction("other") { [weak self] in self?.typeLabel() }
        labels.appendIfPresent(FormIssue.lastLabel.sentence(), action: "field.last-label")
        menu.appendSection(labels)
        let ends = Menu()
        ends.append(tr("_Remove"), action: "field.remove")
        actions.addAction("remove") { [weak self] in self?.onRemove?() }
        menu.appendSection(ends)

        entry.onTextChange { [weak self] text in self?.change { $0.content = text } }
        entry.onEntryActivated { [weak entry] in entry?.focusNext() }
        entry.onFocusChange { hasFocus in if !hasFocus { onLeave(field) } }
        ownLabel.onTextChange { [weak self] text in
            self?.type(label: LabelName.stored(FormText.trimmed(text)))
        }
        ownLabel.onEntryActivated { [weak ownLabel] in ownLabel?.focusNext() }
        ownLabel.onUnusedKey { [weak self] key in
            if key.isEscape { self?.endLabel() }
            return key.isEscape
        }
        notes.onUse = { onUse(field) }
        notes.tellCuts(of: entry)
        labelNotes.tellCuts(of: ownLabel)
    }

    /// The name of a type; "Contact" for an unknown type.
    static func name(of type: FieldTypeChoice?) -> String {
        type?.words ?? tr("Contact")
    }

    func owns(_ field: FormField) -> Bool { field == self.field }

    func show(_ form: ContactForm) {
        guard let shown = form.fields[row: row] else { return }
        let isTyped = form.isContentTyped(shown) || form.isPending(shown.part.map { .part(.field, $0) })
        if isTyped { entry.showTyped(shown.content) } else { entry.text = shown.content }
        showLabel()
    }

    func show(_ issue: FormIssue?, of field: FormField, in form: ContactForm) {
        entry.showError(issue?.sentence())
        notes.show(issue: issue?.sentence())
    }

    func show(news: String?, of field: FormField) {
        notes.show(news: news)
    }

    func focus(_ field: FormField) {
        entry.grabFocus()
        entry.moveCursorToEnd()
    }

    func focusRow() -> Bool {
        focus(field)
        return entry.containsFocus
    }

    var focusedField: FormField? { entry.containsFocus || ownLabel.containsFocus ? field : nil }
}

private extension FieldInput {
    func change(showNews: ((ContactForm) -> Void)? = nil, _ body: (inout FieldEntry) -> Void) {
        model.edit(field, showNews: showNews) { $0.fields.change(row, body) }
    }

    func tick(_ label: String, _ isOn: Bool) {
        guard !model.isShowing else { return }
        change(showNews: show) { entry in
            entry.labels.removeAll { $0 == label }
            if isOn { entry.labels.append(label) }
        }
        showLabel()
        entry.grabFocus()
        entry.moveCursorToEnd()
    }

    /// The typed label replaces the label that was typed before.
    func type(label: String) {
        guard !model.isShowing else { return }
        change(showNews: show) { entry in
            entry.labels.removeAll { $0 == typedLabel }
            typedLabel = label.isEmpty || entry.labels.contains(label) ? nil : label
            if let typedLabel { entry.labels.append(typedLabel) }
        }
        showLabel()
    }

    /// A label that the menu does not have is typed below.
    func typeLabel() {
        ownLabel.isVisible = true
        ownLabel.grabFocus()
    }

    /// Hides the entry of the label. Its text stays the label.
    func endLabel() {
        button.grabFocus()
        ownLabel.isVisible = false
        labelNotes.endCut()
    }

    func showLabel() {
        let shown = model.form.fields[row: row]
        let labels = shown?.labels ?? []
        let isLast = labels.count == 1 && model.form.hasLabels(shown?.part)
        model.show {
            for (label, tick) in ticks {
                tick.change(to: labels.contains(label))
                tick.isEnabled = !isLast || labels != [label]
            }
        }
        if isLast { actions.addAction("last-label") {}.isEnabled = false } else { actions.removeAction("last-label") }
        let some = labels.prefix(Self.maxLabels).map { PlainText.line(LabelName.text(for: $0), atMost: 20) }
        let text = PlainText.line(some.joined(separator: tr(", ")), atMost: 60)
        button.show(
            label: text.escapingMnemonic,
            accessibleLabel: text.isEmpty ? tr("%1$s: no label", name) : tr("%1$s: %2$s", name, text))
    }
}

nonisolated extension FieldTypeChoice {
    private static let maxLength = 80

    /// The name of the type. The server's two built-in types are translated.
    var words: String {
        switch kind {
        case .email: tr("Email")
        case .phone: tr("Phone")
        case .other: PlainText.line(title, atMost: Self.maxLength)
        }
    }
}
