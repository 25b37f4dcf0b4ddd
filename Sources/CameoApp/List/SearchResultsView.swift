import Contacts
import Gtk

/// The contacts that a search found, newest question only.
final class SearchResultsView {
    let root: Widget
    var onActivate: ((ContactEntry) -> Void)? {
        get { list.onActivate }
        set { list.onActivate = newValue }
    }
    var onSelect: ((ContactEntry?) -> Void)? {
        get { list.onSelect }
        set { list.onSelect = newValue }
    }

    private let model = ListModel<ContactEntry>()
    private let list: ListView<ContactRow>
    private let scroll: ScrolledWindow
    private let stack = Stack()
    private let note = Label(classes: ["dim-label", "caption"])
    private let nothing = StatusPage(icon: "system-search-symbolic", title: tr("No Results"))
    private var search: ContactSearch?
    private var running: Task<Void, Never>?
    /// The question whose results are shown.
    private var answered: String?
    /// Return was pressed before the answer came.
    private var activatesFirst = false

    init(pictures: AvatarPictures) {
        list = ListView(model) { ContactRow(pictures: pictures) }
        list.addClass("contact-list")
        list.addClass("navigation-sidebar")
        list.setAccessibleLabel(tr("Search Results"))
        scroll = ScrolledWindow(list)
        scroll.scrollsVerticallyOnly()
        scroll.expandsVertically = true
        note.setMargins(top: 6, bottom: 6)
        nothing.description = tr("No contact matches all the words.")
        let found = Box(.vertical)
        found.append(note)
        found.append(scroll)
        stack.add(found, named: "found")
        stack.add(nothing, named: "nothing")
        root = stack
    }

    /// Searches in a store from now on; nil when nobody is signed in.
    func searches(in store: ContactStore?) {
        clear()
        search = store.map { ContactSearch(store: $0) }
    }

    /// Shows what matches; a question that is still being answered is given up.
    func show(_ typed: String, includingArchived: Bool) {
        running?.cancel()
        guard let search else { return }
        activatesFirst = false
        running = Task { [weak self] in
            // A search that fails or is overtaken leaves what is shown.
            guard let results = try? await search.results(for: typed, includingArchived: includingArchived),
                !Task.isCancelled, let self
            else { return }
            self.answered = typed
            self.model.replace(with: results.matches.map { ContactEntry($0) })
            if self.activatesFirst { self.activateFirst(for: typed) }
            self.scroll.position = 0
            self.note.text =
                results.isComplete
                ? trn("%d result", "%d results", results.matches.count)
                : trn("The first %d result", "The first %d results", results.matches.count)
            self.stack.visiblePage = results.matches.isEmpty ? "nothing" : "found"
        }
    }

    /// Selects the first result, for Return and the down arrow in the search entry.
    func focusFirst() {
        guard model.count > 0 else { return }
        list.selectedPosition = 0
        list.grabFocus()
    }

    /// Opens the first contact that matches, as soon as the question is answered.
    func activateFirst(for typed: String) {
        activatesFirst = answered != typed
        guard answered == typed, let first = model.items.first else { return }
        list.onActivate?(first)
    }

    /// Forgets what was found.
    func clear() {
        running?.cancel()
        answered = nil
        activatesFirst = false
        model.replace(with: [])
    }
}
