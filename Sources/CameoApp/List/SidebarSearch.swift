import Contacts
import Gtk

/// The search of the sidebar: where words are typed, and the contacts that they find.
final class SidebarSearch {
    let root: Widget
    let results: SearchResultsView
    /// Called when results appear, change or go away.
    var onChange: (() -> Void)?
    /// The person has typed a letter while the search was out of sight.
    var onStart: (() -> Void)?
    /// The person goes on to the list: to the results if there are any.
    var onLeave: (() -> Void)?
    /// Undoes the last action, if a toast still offers that. Otherwise Ctrl+Z undoes the typing.
    var onUndo: (() -> Bool)?
    /// Whether a search looks at archived contacts too.
    var includesArchived = false {
        didSet { if includesArchived != oldValue { search() } }
    }

    /// In which order the parts of names stand.
    var nameOrder = NameOrder.asOnServer {
        didSet {
            guard nameOrder != oldValue else { return }
            results.nameOrder = nameOrder
            search()
        }
    }

    let filter = SidebarFilter()
    private let entry = SearchEntry()

    init(pictures: AvatarPictures) {
        results = SearchResultsView(pictures: pictures)
        entry.setAccessibleLabel(tr("Search Contacts"))
        entry.setPlaceholder(tr("Search"))
        entry.expandsHorizontally = true
        let box = Box(.horizontal, spacing: 6)
        box.setMargins(top: 3, bottom: 6, start: 6, end: 6)
        box.append(entry)
        box.append(filter.button)
        let column = Box(.vertical)
        column.append(box)
        column.append(filter.chips)
        root = column

        results.onStop = { [weak self] in self?.end() }
        results.onFocusLost = { [weak self] in self?.focus() }
        entry.onSearchStarted { [weak self] in self?.entry.grabFocus() }
        // On a page that fills the window a person types into the hidden entry.
        entry.onTextChange { [weak self] in
            guard let self, self.hasResults, !self.entry.isMapped else { return }
            self.onStart?()
            self.entry.grabFocus()
            self.entry.moveCursorToEnd()
        }
        entry.onSearchChanged { [weak self] in self?.search() }
        entry.onStopSearch { [weak self] in self?.end() }
        entry.onActivate { [weak self] in self?.openFirstResult() }
        entry.onUndo { [weak self] in self?.onUndo?() ?? false }
        entry.onKeyPressed { [weak self] key in
            guard key.isDown, let self, !self.entry.isComposing else { return false }
            self.goDown()
            return true
        }
    }

    /// Whether something is typed.
    var hasResults: Bool { !entry.text.isEmpty }

    /// Begins a search for these words.
    func search(for text: String) {
        entry.text = text
        entry.grabFocus()
        entry.moveCursorToEnd()
    }

    /// Gives the focus to the results, or where nothing is found to the field.
    func focusResults(scrolling: Bool = true) {
        if results.isEmpty { focus() } else { results.list.focusSelected(scrolling: scrolling) }
    }

    /// The search takes the text that is typed next.
    func focus() {
        entry.grabFocus()
        entry.selectAll()
    }

    /// Ends the search, or without one the filter; false where all contacts show.
    func endInnermost() -> Bool {
        guard hasResults || !filter.value.isEmpty else { return false }
        if hasResults { clear() } else { filter.clear() }
        return true
    }

    /// The filter changed: the results are others.
    func filterChanged() {
        if hasResults { search() }
    }

    /// Empties the search.
    func clear() {
        entry.text = ""
    }

    /// Typing elsewhere begins no search any more.
    func releaseKeys() {
        entry.captureKeys(of: nil)
    }

    /// Typing anywhere in the window begins a search.
    func captureKeys(of window: Widget) {
        entry.captureKeys(of: window)
    }
}

private extension SidebarSearch {
    func search() {
        if hasResults {
            results.show(entry.text, includingArchived: includesArchived, within: filter.value)
        } else {
            results.clear()
        }
        onChange?()
    }

    func end() {
        _ = endInnermost()
        onLeave?()
    }

    // The entry reports the typed text a moment late. The keys mean the current text.

    func openFirstResult() {
        guard hasResults else { return }
        search()
        results.activateFirst(for: entry.text)
    }

    func goDown() {
        guard hasResults else {
            onLeave?()
            return
        }
        search()
        results.focusFirst(for: entry.text)
    }
}
