import Gtk
import Model

/// The people who took part: a button for each, which takes it away, and a line to type the next name.
final class PeopleRows {
    var onChange: (([FormPerson], _ typed: String) -> Void)?
    /// In the order in which they are read.
    var rows: [Widget] { [chosen, entry] + notes.rows }

    private let notes = FormNotes()
    private let entry = EntryRow(title: tr("Add _Person"), purpose: .name)
    private let chips = WrapBox()
    private let chosen: ContentRow
    private let suggestions: PersonSuggestions
    private var people: [FormPerson]

    /// `typed` is the name of one more person, as far as it is typed.
    init(_ people: [FormPerson], typed: String, surroundings: FormSurroundings, pictures: AvatarPictures) {
        self.people = people
        entry.showTyped(typed)
        let caption = Label(tr("With"), classes: ["caption", "dim-label"])
        caption.horizontalAlignment = .start
        let box = Box(.vertical, spacing: 6)
        box.setMargins(top: 9, bottom: 9, start: 12, end: 12)
        box.append(caption)
        chips.horizontalAlignment = .start
        box.append(chips)
        chosen = ContentRow(box)
        suggestions = PersonSuggestions(below: entry, pictures: pictures, surroundings: surroundings)
        suggestions.onChosen = { [weak self] in self?.add($0) }
        entry.onTextChange { [weak self] in self?.typed($0) }
        entry.onEntryActivated { [weak entry] in entry?.focusNext() }
        notes.tellCuts(of: entry)
        show()
    }

    func focus() {
        entry.grabFocus()
        entry.moveCursorToEnd()
    }

    func showIssue(_ issue: String?) {
        entry.showError(issue)
        notes.show(issue: issue)
    }

    private func typed(_ text: String) {
        showIssue(nil)
        onChange?(people, text)
        suggestions.typed(text)
    }

    private func add(_ person: FormPerson) {
        if !people.contains(where: { $0.id == person.id }) { people.append(person) }
        suggestions.chosen = nil
        entry.text = ""
        show()
        onChange?(people, "")
    }

    private func remove(_ person: FormPerson) {
        people.removeAll { $0.id == person.id }
        show()
        entry.grabFocus()
        onChange?(people, entry.text)
    }

    private func show() {
        chips.removeAll()
        chosen.isVisible = !people.isEmpty
        for person in people {
            let name = PlainText.line(person.name, atMost: 60)
            let chip = Button(icon: "window-close-symbolic", label: name)
            chip.addClass("tag-chip")
            chip.tooltip = tr("Remove %1$s", name)
            chip.setAccessibleLabel(tr("Remove %1$s", name))
            chip.onClicked { [weak self] in self?.remove(person) }
            chips.append(chip)
        }
    }
}
