import Avatars
import Contacts
import Gtk

/// The contacts that a search found, newest question only, as they are stored now.
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

    /// The person picks results to do something with all of them.
    var onPick: ((ListPick<ContactEntry>, ListModel<ContactEntry>) -> Void)? {
        didSet {
            list.onPick = { [weak self] in
                guard let self else { return }
                self.onPick?($0, self.model)
            }
        }
    }

    /// The last result goes, which had the focus.
    var onFocusLost: (() -> Void)?
    /// The person ends the results.
    var onStop: (() -> Void)?

    private struct Question: Equatable {
        let typed: String
        let includesArchived: Bool
        let filter: ContactFilter
    }

    /// The order of the parts of names, for the next results.
    var nameOrder = NameOrder.asOnServer

    private let model = ListModel<ContactEntry>()
    let list: ListView<ContactRow>
    let scroll: ScrolledWindow
    private let stack = Stack()
    private let note = Label(classes: ["dim-label", "caption"])
    private let nothing = StatusPage(icon: "system-search-symbolic", title: tr("No Results"))
    private let prefetcher: AvatarPrefetcher
    private var search: ContactSearch?
    private var changes: ContactObservation?
    private var running: Task<Void, Never>?
    private var asked: Question?
    /// The question of the shown results.
    private var answered: Question?
    /// The question that waits for the answer to the former one.
    private var pending: Pending?

    private enum Pending {
        case focus, activation
    }

    init(pictures: AvatarPictures) {
        list = ListView(model, label: tr("Search Results"), pictures: pictures)
        scroll = ScrolledWindow(list)
        scroll.scrollsVerticallyOnly()
        scroll.expandsVertically = true
        prefetcher = AvatarPrefetcher(pictures: pictures)
        note.wraps()
        note.setMargins(top: 6, bottom: 6)
        nothing.addClass("compact")
        nothing.description = tr("Try fewer or different words.")
        let found = Box(.vertical)
        found.append(note)
        found.append(scroll)
        stack.add(found, named: "found")
        stack.add(nothing, named: "nothing")
        root = stack
        scroll.onScroll { [weak self] in self?.prefetch() }
        root.onKeyPressed { [weak self] key in
            guard key.isEscape, let self else { return false }
            self.onStop?()
            return true
        }
    }

    /// Searches in a store from now on; nil without an account.
    func searches(in store: ContactStore?) {
        clear()
        search = store.map { ContactSearch(store: $0, words: .ofPages) }
        changes = store?.observeChanges { [weak self] in
            Task { @MainActor in self?.ask() }
        }
    }

    /// Shows the matches. A question that waits for its answer is given up.
    func show(_ typed: String, includingArchived: Bool, within filter: ContactFilter) {
        let question = Question(typed: typed, includesArchived: includingArchived, filter: filter)
        if question != asked { pending = nil }
        asked = question
        ask()
    }

    /// Selects the first contact that matches, as soon as the question is answered.
    func focusFirst(for typed: String) {
        pending = answered?.typed == typed ? nil : .focus
        guard pending == nil, model.count > 0 else { return }
        list.selectedPosition = 0
        list.focusSelected()
    }

    /// Opens the first contact that matches, as soon as the question is answered.
    func activateFirst(for typed: String) {
        pending = answered?.typed == typed ? nil : .activation
        guard pending == nil, let first = model.items.first else { return }
        focusFirst(for: typed)
        list.onActivate?(first)
    }

    /// Selects the row of a contact, now or when it is found; none for nil. New results begin at their top, also with a selected
    /// row below it.
    func choose(_ contactID: Int?) {
        list.choose(contactID, at: contactID.flatMap(model.position), scrollsLater: false)
    }

    /// Whether it is known that nothing matches.
    var isEmpty: Bool { answered != nil && model.count == 0 }

    /// Removes the results.
    func clear() {
        running?.cancel()
        asked = nil
        answered = nil
        pending = nil
        prefetcher.cancel()
        model.replace(with: [])
    }
}

private extension SearchResultsView {
    /// Asks the last question, perhaps once more: the stored contacts may have changed.
    func ask() {
        running?.cancel()
        guard let search, let question = asked else { return }
        running = Task { [weak self] in
            // A search that fails or is overtaken leaves the shown results.
            guard let key = self?.nameOrder.sortKey,
                let results = try? await search.results(
                    for: question.typed, includingArchived: question.includesArchived, within: question.filter,
                    by: key),
                !Task.isCancelled, let self
            else { return }
            self.show(results, for: question)
        }
    }

    private func show(_ results: SearchResults, for question: Question) {
        let isNew = answered != question
        answered = question
        let hadFocus = root.containsFocus
        prefetcher.forget()
        model.replace(with: results.matches.map { ContactEntry($0, nameOrder: nameOrder) })
        switch pending {
        case .focus: focusFirst(for: question.typed)
        case .activation: activateFirst(for: question.typed)
        case nil: break
        }
        // Who scrolled through the answer stays where they are when it changes.
        if isNew { scroll.position = 0 }
        note.text =
            results.isComplete
            ? trn("%d result", "%d results", results.matches.count)
            : trn("The first %d result", "The first %d results", results.matches.count)
        stack.visiblePage = results.matches.isEmpty ? "nothing" : "found"
        if hadFocus, results.matches.isEmpty { onFocusLost?() }
        if isNew { root.announce(results.matches.isEmpty ? nothing.title : note.text) }
        // The rows have their places, and so the next ones, once they are laid out.
        list.afterNextFrame { [weak self] in self?.prefetch() }
    }

    func prefetch() {
        let rows = scroll.visibleRows(of: model.count)
        prefetcher.scrolled(
            top: rows.lowerBound, bottom: rows.upperBound, count: model.count, scale: list.scaleFactor
        ) { model.items[$0].avatar.picture }
    }
}
