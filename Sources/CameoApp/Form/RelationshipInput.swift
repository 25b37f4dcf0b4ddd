import Gtk
import Model

/// A relationship as a sentence: "Abena Chukwu is a parent of Tessa". The row expands to the person and the kind.
final class RelationshipInput: FormInput {
    let row: RowID
    let rows: [Widget]
    /// The person took it away.
    var onRemove: (() -> Void)?

    private let expander = ExpanderRow(title: tr("Relationship"))
    private let kind: DropDownRow
    private let kindNotes = FormNotes()
    private let entry = EntryRow(title: tr("Person"), purpose: .name)
    private let notes = FormNotes()
    private let model: FormModel
    private let people: PersonSuggestions
    private let types: [(type: RemoteID, key: String)]
    private var field: FormField { .relationship(row) }

    init(
        _ shown: RelationshipEntry, _ model: FormModel, surroundings: FormSurroundings, pictures: AvatarPictures,
        onLeave: @escaping (FormField) -> Void, onUse: @escaping (FormField) -> Void
    ) {
        row = shown.row
        self.model = model
        let choices = surroundings.choices.relationshipTypes
        // A type that is no choice any more stays as it is.
        let former = [shown.type].compactMap(\.self).filter { type in !choices.contains { $0.type == type } }
        types = choices.map { ($0.type, $0.key) } + former.map { ($0, $0.rawValue) }
        kind = DropDownRow(
            title: tr("Kind"), texts: types.map { RelationshipName.text(for: $0.key, gender: nil) })
        people = PersonSuggestions(below: entry, pictures: pictures, surroundings: surroundings)
        rows = [expander]
        expander.wrapsTitle()
        let field = FormField.relationship(shown.row)
        let remove = Button(icon: "user-trash-symbolic", tooltip: tr("Remove Relationship"))
        remove.addClass("flat")
        remove.verticalAlignment = .center
        expander.addAction(remove)
        for inner in [entry] + notes.rows + [kind] + kindNotes.rows { expander.add(inner) }
        expander.isExpanded = shown.part == nil || !shown.isNamed
        remove.onClicked { [weak self] in self?.onRemove?() }
        kind.onSelected { [weak self] selected in
            guard let self, let selected, self.types.indices.contains(selected) else { return }
            self.change { $0.type = self.types[selected].type }
        }
        entry.onTextChange { [weak self] text in self?.type(text) }
        entry.onEntryActivated { [weak entry] in entry?.focusNext() }
        // The focus stays in the relationship on its way from the person to the kind.
        expander.onFocusChange { hasFocus in if !hasFocus { onLeave(field) } }
        people.onChosen = { [weak self] in self?.choose($0) }
        people.onReturned = { [weak self] in self?.take($0) }
        people.onCreate = { [weak self] in self?.create($0) }
        notes.onUse = { onUse(field) }
        notes.tellCuts(of: entry)
    }

    func owns(_ field: FormField) -> Bool { field == self.field }

    func show(_ form: ContactForm) {
        guard let shown = form.relationships[row: row] else { return }
        people.chosen = shown.person ?? people.chosen ?? form.seenPerson(of: shown.part)
        kind.selected = shown.type.flatMap { type in types.firstIndex { $0.type == type } }
        if shown.person == nil { entry.showTyped(shown.typed) } else { entry.text = shown.typed }
        showSentence(form)
    }

    /// Renews the sentence.
    func showSentence(_ form: ContactForm) {
        guard let shown = form.relationships[row: row] else { return }
        let name = PlainText.line(FormText.trimmed(shown.typed), atMost: 80)
        let key = types.first { $0.type == shown.type }?.key
        let sentence = RelationshipSentence.text(shown.isNamed ? name : "", key, of: Self.shortName(in: form))
        expander.title = sentence.escapingMnemonic
        // The row says that it makes a new contact.
        expander.subtitle = shown.newPerson == nil ? "" : tr("New contact")
        let said = [sentence, expander.subtitle].filter { !$0.isEmpty }
        expander.setRowAccessibleLabel(said.joined(separator: tr(", ")))
    }

    func show(_ issue: FormIssue?, of field: FormField, in form: ContactForm) {
        let sentence = issue?.sentence()
        let isOfKind = issue == .noKind
        kind.setAccessibleInvalid(isOfKind ? sentence : nil)
        kindNotes.show(issue: isOfKind ? sentence : nil)
        entry.showError(isOfKind ? nil : sentence)
        notes.show(issue: isOfKind ? nil : sentence)
        if issue != nil { expander.isExpanded = true }
    }

    func show(news: String?, of field: FormField) {
        notes.show(news: news)
        if news != nil { expander.isExpanded = true }
    }

    func focus(_ field: FormField) {
        expander.isExpanded = true
        guard let shown = model.form.relationships[row: row], shown.isNamed, shown.type == nil else {
            entry.grabFocus()
            return entry.moveCursorToEnd()
        }
        _ = kind.focusFirst()
    }

    var focusedField: FormField? { expander.containsFocus ? field : nil }
    var lookup: Task<Void, Never>? { people.lookup }
}

private extension RelationshipInput {
    /// The typed nickname or first name.
    static func shortName(in form: ContactForm) -> String {
        let names = [ContactKey.firstName, .nickname, .lastName].map { FormText.trimmed(form[text: $0]) }
        return PlainText.line(names.first { !$0.isEmpty } ?? "", atMost: 40)
    }

    func change(_ body: (inout RelationshipEntry) -> Void) {
        model.edit(field) { $0.relationships.change(row, body) }
        showSentence(model.form)
    }

    /// Typed text names no person until the person is chosen.
    func type(_ text: String) {
        guard let shown = model.form.relationships[row: row], shown.typed != text else { return }
        change { ($0.typed, $0.person, $0.makesPerson) = (text, nil, false) }
        people.typed(text)
    }

    func take(_ person: FormPerson) {
        change { ($0.typed, $0.person, $0.makesPerson) = (person.name, person, false) }
    }

    func choose(_ person: FormPerson) {
        take(person)
        complete(to: person.name)
    }

    /// Saving makes a contact of the name.
    func create(_ name: String) {
        change { ($0.typed, $0.person, $0.makesPerson) = (name, nil, true) }
        complete(to: name)
    }

    func complete(to name: String) {
        model.show { entry.complete(to: name) }
        entry.moveCursorToEnd()
    }
}
