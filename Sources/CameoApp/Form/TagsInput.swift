import Gtk
import Model

/// The present tags, each with a button that removes it, and an entry for new tags.
final class TagsInput: FormInput {
    /// Above the rows.
    let chips = WrapBox()
    let rows: [Widget]

    private let entry = EntryRow(title: tr("Add _Tag"))
    private let notes = FormNotes()
    private let model: FormModel
    private let suggestions: Suggestions
    private let find: @MainActor (String) async -> [String]
    private let onLeave: (FormField) -> Void
    private var shownTags: [String] = []
    private var suggested: [String] = []
    private var finding: Task<Void, Never>?
    private static let maxSuggestions = 6

    init(_ model: FormModel, surroundings: FormSurroundings, onLeave: @escaping (FormField) -> Void) {
        self.model = model
        find = surroundings.findTags
        self.onLeave = onLeave
        suggestions = Suggestions(below: entry)
        rows = [entry] + notes.rows
        chips.isVisible = false
        notes.tellCuts(of: entry)
        entry.onTextChange { [weak self] in self?.type($0) }
        entry.onEntryActivated { [weak self] in self?.add(self?.entry.text ?? "") }
        entry.onFocusChange { hasFocus in if !hasFocus { onLeave(.tags) } }
        suggestions.accessibleDescription = SuggestionDescription.text
        suggestions.onChosen = { [weak self] position in
            guard let self, self.suggested.indices.contains(position) else { return }
            self.add(self.suggested[position])
        }
    }

    func owns(_ field: FormField) -> Bool { field == .tags }

    func show(_ form: ContactForm) {
        entry.showTyped(form.typedTag)
        // Unchanged chips stay: a press or the focus on one is not lost.
        guard form.tags != shownTags else { return }
        shownTags = form.tags
        chips.removeAll()
        chips.isVisible = !form.tags.isEmpty
        for tag in form.tags {
            let name = PlainText.line(tag, atMost: 60)
            let chip = Button(icon: "window-close-symbolic", label: name)
            chip.addClass("tag-chip")
            chip.setAccessibleLabel(tr("Remove Tag %1$s", name))
            chip.tooltip = tr("Remove Tag %1$s", name)
            chip.onClicked { [weak self] in self?.remove(tag) }
            chips.append(chip)
        }
    }

    func show(_ issue: FormIssue?, of field: FormField, in form: ContactForm) {
        entry.showError(issue?.sentence())
        notes.show(issue: issue?.sentence())
    }

    func show(news: String?, of field: FormField) {}

    func focus(_ field: FormField) {
        entry.grabFocus()
        entry.moveCursorToEnd()
    }

    var focusedField: FormField? { entry.containsFocus ? .tags : nil }
}

private extension TagsInput {
    func type(_ text: String) {
        model.edit(.tags) { $0.typedTag = text }
        finding?.cancel()
        let typed = FormText.trimmed(text)
        guard !typed.isEmpty, entry.containsFocus else { return suggestions.hide() }
        finding = Task { [weak self, find] in
            let found = await find(typed)
            guard !Task.isCancelled, let self, self.entry.containsFocus else { return }
            self.suggest(found, for: typed)
        }
    }

    func suggest(_ found: [String], for typed: String) {
        let tags = model.form.tags
        let others = found.filter { name in !tags.contains { $0.isSameTag(as: name) } }
        suggested = Array(others.prefix(Self.maxSuggestions))
        var names = suggested.map { PlainText.line($0, atMost: 60) }
        let canBeOne = model.form.issues()[.tags] == nil
        if canBeOne, !(found + tags).contains(where: { $0.isSameTag(as: typed) }) {
            suggested.append(typed)
            names.append(tr("Create “%1$s”", PlainText.line(typed, atMost: 60)))
        }
        suggestions.show(
            names.map { name in
                let label = Label(name)
                label.horizontalAlignment = .start
                label.ellipsizes()
                return (label, name)
            })
    }

    func add(_ text: String) {
        let name = FormText.trimmed(text)
        suggestions.hide()
        guard !name.isEmpty else { return entry.focusNext() }
        model.edit(.tags) { $0.typedTag = name }
        // Said as when it is left, which it is not.
        guard model.form.issues()[.tags] == nil else { return onLeave(.tags) }
        model.edit(.tags) { form in
            // A tag as it is there already is that one.
            if !form.tags.contains(where: { $0.isSameTag(as: name) }) { form.tags.append(name) }
            form.typedTag = ""
        }
        model.show { show(model.form) }
    }

    func remove(_ tag: String) {
        model.edit(.tags) { $0.tags.removeAll { $0 == tag } }
        model.show { show(model.form) }
        entry.grabFocus()
    }
}
