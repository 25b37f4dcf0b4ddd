import GLib
import Gtk
import Model

/// Finds people while somebody types a name, with their faces.
final class PersonSuggestions {
    /// Somebody was chosen.
    var onChosen: ((FormPerson) -> Void)?

    private static let avatarSize = 32
    private let suggestions: Suggestions
    private let entry: EntryRow
    private let pictures: AvatarPictures
    private let find: @MainActor (String) async -> [FoundPerson]
    private var found: [FoundPerson] = []
    private var finding: Task<Void, Never>?

    init(
        below entry: EntryRow, pictures: AvatarPictures, find: @escaping @MainActor (String) async -> [FoundPerson]
    ) {
        self.entry = entry
        self.pictures = pictures
        self.find = find
        suggestions = Suggestions(below: entry)
        suggestions.accessibleDescription = SuggestionDescription.text
        suggestions.onChosen = { [weak self] in self?.choose($0) }
    }

    /// Looks for who is meant by what is typed.
    func typed(_ text: String) {
        finding?.cancel()
        found = []
        guard !FormText.trimmed(text).isEmpty, entry.containsFocus else { return suggestions.hide() }
        finding = Task { [weak self, find] in
            let found = await find(text)
            guard !Task.isCancelled, let self, self.entry.containsFocus else { return }
            self.found = found
            self.suggestions.show(found.map { ($0.row(self.pictures, size: Self.avatarSize), $0.person.name) })
        }
    }

    private func choose(_ position: Int) {
        guard found.indices.contains(position) else { return }
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
        let name = Label(person.name)
        name.ellipsizes()
        name.setMaximumWidth(characters: 40)
        box.append(name)
        // The face is drawn as long as the row is there.
        box.attach(face, as: "cameo-face")
        return box
    }
}
