import Gtk
import Model

/// The person that introduced the contact.
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
        notes.tellCuts(of: entry)
    }

    func owns(_ field: FormField) -> Bool { field == Self.field }

    func show(_ form: ContactForm) {
        people.chosen = form.introducer ?? people.chosen ?? form.seenIntroducer
        if let person = form.introducer { entry.text = person.name } else { entry.showTyped(form.typedIntroducer) }
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
