import Contacts
import Gtk
import Model

/// A button that opens a choice of tags.
final class TagChooser {
    let button: PopoverButton
    /// The person chose a tag, perhaps a new one.
    var onChosen: ((String) -> Void)?
    /// The tags to choose from.
    var tags: (() async -> [TagCount])?

    private static let width = 240
    private static let height = 300
    private static let maxShown = 100
    private static let maxNameLength = 60

    private let mayCreate: Bool
    private let entry = SearchEntry()
    private let rows = Box(.vertical)
    private let issue = Label(classes: ["caption", "dim-label"])
    private var known: [TagCount] = []
    private var reading: Task<Void, Never>?
    private var isRead = false

    /// With `mayCreate`, a person can type a new tag.
    init(_ label: String, mayCreate: Bool) {
        self.mayCreate = mayCreate
        let box = Box(.vertical, spacing: 6)
        let scroll = ScrolledWindow(rows)
        scroll.scrollsVerticallyOnly()
        scroll.setNaturalHeight(atMost: Self.height)
        issue.wraps()
        issue.isVisible = false
        for part in [entry, issue, scroll] { box.append(part) }
        box.setMargins(top: 6, bottom: 6, start: 6, end: 6)
        box.setMinimumSize(width: Self.width)
        button = PopoverButton(label: label, content: box)
        let hint = mayCreate ? tr("Tag") : tr("Search Tags")
        entry.setPlaceholder(hint)
        entry.setAccessibleLabel(hint)
        entry.onSearchChanged { [weak self] in self?.show() }
        entry.onStopSearch { [weak self] in self?.button.close() }
        entry.onActivate { [weak self] in self?.takeTyped() }
        button.onOpen { [weak self] in self?.open() }
    }

    private func open() {
        entry.text = ""
        (known, isRead) = ([], false)
        show()
        reading?.cancel()
        reading = Task { [weak self] in
            let tags = await self?.tags?() ?? []
            guard !Task.isCancelled, let self else { return }
            (self.known, self.isRead) = (tags, true)
            self.show()
        }
    }

    private var typed: String { entry.text.trimmed }
    private var found: [TagCount] {
        known.filter { typed.isEmpty || $0.name.tagKey.contains(typed.tagKey) }
    }
    /// Whether no contact has the typed tag yet.
    private var isNew: Bool { mayCreate && !typed.isEmpty && !known.contains { $0.name.isSameTag(as: typed) } }

    private func show() {
        rows.removeAll()
        let nothing = known.isEmpty ? tr("None of these contacts has a tag.") : tr("No Results")
        say(isRead && found.isEmpty && !mayCreate ? nothing : nil)
        if isNew {
            let text = PlainText.line(typed, atMost: Self.maxNameLength)
            rows.append(row(tr("Create “%1$s”", text)) { [weak self] in self?.takeTyped() })
        }
        for tag in found.prefix(Self.maxShown) {
            rows.append(
                row(PlainText.line(tag.name, atMost: Self.maxNameLength)) { [weak self] in self?.choose(tag.name) })
        }
    }

    private func row(_ text: String, _ onClicked: @escaping @MainActor () -> Void) -> Widget {
        let label = Label(text)
        label.horizontalAlignment = .start
        label.ellipsizes()
        let button = Button("")
        button.setChild(label)
        button.setAccessibleLabel(text)
        button.addClass("flat")
        button.onClicked(onClicked)
        return button
    }

    /// Return takes the typed tag, or else the first tag of the list.
    private func takeTyped() {
        if let known = known.first(where: { $0.name.isSameTag(as: typed) })
            ?? (isNew || typed.isEmpty ? nil : found.first)
        {
            return choose(known.name)
        }
        guard isNew else { return }
        if let mistake = FormText.issue(ofTag: typed) { return say(mistake.sentence(), isMistake: true) }
        choose(typed)
    }

    /// Shows a sentence below the entry; nil for none. A screen reader says it, a mistake each time.
    private func say(_ sentence: String?, isMistake: Bool = false) {
        let isNews = isMistake || !issue.isVisible || issue.text != sentence
        issue.isVisible = sentence != nil
        entry.setAccessibleInvalid(isMistake ? sentence : nil)
        guard let sentence else { return }
        issue.text = sentence
        if isNews { entry.announce(sentence) }
    }

    private func choose(_ tag: String) {
        button.close()
        onChosen?(tag)
    }
}
