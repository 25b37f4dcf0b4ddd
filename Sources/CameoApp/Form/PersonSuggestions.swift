import GLib
import Gtk
import Model

/// Suggests people, with their avatars, while a name is typed.
final class PersonSuggestions {
    /// The user chose a person.
    var onChosen: ((FormPerson) -> Void)?
    /// The name of the person chosen before is typed again, and means that person.
    var onReturned: ((FormPerson) -> Void)?
    /// A contact of a name is to be made; nil where that cannot be.
    var onCreate: ((String) -> Void)?
    /// The person chosen last.
    var chosen: FormPerson?

    private static let avatarSize = 32
    private let suggestions: Suggestions
    private let entry: EntryRow
    private let pictures: AvatarPictures
    private let surroundings: FormSurroundings
    private var found: [FoundPerson] = []
    /// The name that the last suggestion makes a contact of; nil where there is none such.
    private var newName: String?
    private var finding: Task<Void, Never>?
    /// Checks whether a name means the chosen person; nil once that is known.
    private(set) var lookup: Task<Void, Never>?

    init(below entry: EntryRow, pictures: AvatarPictures, surroundings: FormSurroundings) {
        self.entry = entry
        self.pictures = pictures
        self.surroundings = surroundings
        entry.noticesUndo()
        suggestions = Suggestions(below: entry)
        suggestions.accessibleDescription = SuggestionDescription.text
        suggestions.onChosen = { [weak self] in self?.choose($0) }
    }

    /// Looks for people with the typed name.
    func typed(_ text: String) {
        finding?.cancel()
        lookup?.cancel()
        lookup = nil
        guard let chosen, chosen.name == text else { return suggest(text) }
        suggestions.hide()
        if entry.isUndoing {
            onReturned?(chosen)
            return
        }
        lookup = Task { [weak self, surroundings] in
            // A name of two people does not tell which one is meant.
            let isAmbiguous = await surroundings.hasNamesake(chosen)
            guard !Task.isCancelled, let self else { return }
            self.lookup = nil
            if isAmbiguous { self.suggest(text) } else { self.onReturned?(chosen) }
        }
    }

    private func suggest(_ text: String) {
        guard !FormText.trimmed(text).isEmpty, entry.containsFocus else { return suggestions.hide() }
        finding = Task { [weak self, surroundings] in
            let found = await surroundings.findPeople(text)
            guard !Task.isCancelled, let self, self.entry.containsFocus else { return }
            self.show(found, for: FormText.trimmed(text))
        }
    }

    private func show(_ found: [FoundPerson], for typed: String) {
        self.found = found
        var rows = found.map { (widget: $0.row(pictures, size: Self.avatarSize), name: $0.name) }
        newName = onCreate == nil || typed.unicodeScalars.count > FormText.maxLineLength ? nil : typed
        if let newName {
            let label = tr("Create “%1$s”", PlainText.line(newName, atMost: 60))
            rows.append((Self.creation(label, size: Self.avatarSize), label))
        }
        suggestions.show(rows)
    }

    private static func creation(_ label: String, size: Int) -> Widget {
        let box = Box(.horizontal, spacing: 9)
        let icon = Icon("contact-new-symbolic")
        icon.setMinimumSize(width: size, height: size)
        box.append(icon)
        let name = Label(label)
        name.ellipsizes()
        name.setMaximumWidth(characters: 40)
        box.append(name)
        return box
    }

    private func choose(_ position: Int) {
        if position == found.count, let newName { onCreate?(newName) }
        guard found.indices.contains(position) else { return }
        chosen = found[position].person
        onChosen?(found[position].person)
    }
}

private extension FoundPerson {
    func row(_ pictures: AvatarPictures, size: Int) -> Widget {
        let box = Box(.horizontal, spacing: 9)
        let face = AvatarView(size: size, pictures: pictures)
        face.show(avatar)
        face.root.setAccessibleHidden()
        box.append(face.root)
        let name = Label(self.name)
        name.ellipsizes()
        name.setMaximumWidth(characters: 40)
        box.append(name)
        // The face is drawn as long as the row is there.
        box.attach(face, as: "cameo-face")
        return box
    }
}
