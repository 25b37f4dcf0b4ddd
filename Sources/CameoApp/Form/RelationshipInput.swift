import Gtk
import Model

/// Who somebody is to the contact: the kind, then the person.
final class RelationshipInput: FormInput {
    let row: RowID
    let rows: [Widget]
    /// The person took it away.
    var onRemove: (() -> Void)?

    private let kind: ComboRow
    private let kindNotes = FormNotes()
    private let entry = EntryRow(title: tr("Person"), purpose: .name)
    private let notes = FormNotes()
    private let model: FormModel
    private let people: PersonSuggestions
    private let types: [RemoteID]
    private var field: FormField { .relationship(row) }

    init(
        _ shown: RelationshipEntry, _ model: FormModel, surroundings: FormSurroundings, pictures: AvatarPictures,
        onLeave: @escaping (FormField) -> Void, onUse: @escaping (FormField) -> Void
    ) {
        row = shown.row
        self.model = model
        let choices = surroundings.choices.relationshipTypes
        // One that is no choice any more stays as it is.
        let former = [shown.type].compactMap(\.self).filter { type in !choices.contains { $0.type == type } }
        types = choices.map(\.type) + former
        let names = (choices.map(\.key) + former.map(\.rawValue)).map { RelationshipName.text(for: $0, gender: nil) }
        kind = ComboRow(title: tr("Relationship"), texts: names)
        people = PersonSuggestions(below: entry, pictures: pictures, surroundings: surroundings)
        let field = FormField.relationship(shown.row)
        let remove = Button(icon: "user-trash-symbolic", tooltip: tr("Remove Relationship"))
        remove.addClass("flat")
        remove.verticalAlignment = .center
        entry.addSuffix(remove)
        rows = [kind] + kindNotes.rows + [entry] + notes.rows
        remove.onClicked { [weak self] in self?.onRemove?() }
        kind.onSelected { [weak self] selected in
            guard let self, self.types.indices.contains(selected) else { return }
            self.change { $0.type = self.types[selected] }
        }
        entry.onTextChange { [weak self] text in self?.type(text) }
        entry.onEntryActivated { [weak entry] in entry?.focusNext() }
        entry.onFocusChange { hasFocus in if !hasFocus { onLeave(field) } }
        people.onChosen = { [weak self] in self?.choose($0) }
        people.onReturned = { [weak self] in self?.take($0) }
        notes.onUse = { onUse(field) }
    }

    func owns(_ field: FormField) -> Bool { field == self.field }

    func show(_ form: ContactForm) {
        guard let shown = form.relationships[row: row] else { return }
        people.chosen = shown.person ?? people.chosen ?? form.seenPerson(of: shown.part)
        if let type = shown.type { kind.selected = types.firstIndex(of: type) ?? 0 } else { kind.selectNone() }
        entry.text = shown.typed
    }

    func show(_ issue: FormIssue?, of field: FormField, in form: ContactForm) {
        let sentence = issue?.sentence()
        let isOfKind = issue == .noKind
        kind.setAccessibleInvalid(isOfKind ? sentence : nil)
        kindNotes.show(issue: isOfKind ? sentence : nil)
        entry.showError(isOfKind ? nil : sentence)
        notes.show(issue: isOfKind ? nil : sentence)
    }

    func show(news: String?, of field: FormField) {
        notes.show(news: news)
    }

    func focus(_ field: FormField) {
        if model.form.relationships[row: row]?.person == nil, !entry.text.isEmpty {
            entry.grabFocus()
        } else {
            kind.grabFocus()
        }
    }

    var focusedField: FormField? { kind.containsFocus || entry.containsFocus ? field : nil }
    var lookup: Task<Void, Never>? { people.lookup }
}

private extension RelationshipInput {
    func change(_ body: (inout RelationshipEntry) -> Void) {
        model.edit(field) { $0.relationships.change(row, body) }
    }

    /// What is typed is somebody only once they are chosen.
    func type(_ text: String) {
        guard let shown = model.form.relationships[row: row], shown.typed != text else { return }
        change { ($0.typed, $0.person) = (text, nil) }
        people.typed(text)
    }

    func take(_ person: FormPerson) {
        change { ($0.typed, $0.person) = (person.name, person) }
    }

    func choose(_ person: FormPerson) {
        take(person)
        model.show { entry.complete(to: person.name) }
        entry.moveCursorToEnd()
    }
}

/// Who introduced the contact.
final class IntroducerInput: FormInput {
    let rows: [Widget]
    private let entry: EntryRow
    private let notes = FormNotes()
    private let model: FormModel
    private let people: PersonSuggestions
    private static let field = FormField.value(.metThrough)

    init(
        _ model: FormModel, surroundings: FormSurroundings, pictures: AvatarPictures,
        onLeave: @escaping (FormField) -> Void, onUse: @escaping (FormField) -> Void
    ) {
        self.model = model
        entry = EntryRow(title: ContactKey.metThrough.label, purpose: .name)
        people = PersonSuggestions(below: entry, pictures: pictures, surroundings: surroundings)
        rows = [entry] + notes.rows
        entry.onTextChange { [weak self] in self?.type($0) }
        entry.onEntryActivated { [weak entry] in entry?.focusNext() }
        entry.onFocusChange { hasFocus in if !hasFocus { onLeave(Self.field) } }
        people.onChosen = { [weak self] person in
            guard let self else { return }
            self.take(person)
            self.model.show { self.entry.complete(to: person.name) }
            self.entry.moveCursorToEnd()
        }
        people.onReturned = { [weak self] in self?.take($0) }
        notes.onUse = { onUse(Self.field) }
    }

    func owns(_ field: FormField) -> Bool { field == Self.field }

    func show(_ form: ContactForm) {
        people.chosen = form.introducer ?? people.chosen ?? form.seenIntroducer
        entry.text = form.introducer?.name ?? form.typedIntroducer
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
    }

    var focusedField: FormField? { entry.containsFocus ? Self.field : nil }
    var lookup: Task<Void, Never>? { people.lookup }

    private func type(_ text: String) {
        guard text != model.form.introducer?.name ?? model.form.typedIntroducer else { return }
        model.edit(Self.field) { ($0.introducer, $0.typedIntroducer) = (nil, text) }
        people.typed(text)
    }

    private func take(_ person: FormPerson) {
        model.edit(Self.field) { ($0.introducer, $0.typedIntroducer) = (person, "") }
    }
}
