import Contacts
import Gtk

/// The search of the sidebar: where words are typed, and the contacts that they find.
final class SidebarSearch {
    let bar: SearchBar
    let button = ToggleButton(icon: "system-search-symbolic", tooltip: tr("Search"))
    let results: SearchResultsView
    /// Results, or other results, are to be shown or no more to be shown.
    var onChange: (() -> Void)?
    /// The person began or ended to search.
    var onModeChange: (() -> Void)?
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

    private let entry = SearchEntry()

    init(pictures: AvatarPictures) {
        results = SearchResultsView(pictures: pictures)
        bar = SearchBar(entry)
        entry.setAccessibleLabel(tr("Search Contacts"))
        entry.expandsHorizontally = true

        results.onStop = { [weak self] in self?.isActive = false }
        entry.onSearchChanged { [weak self] in self?.search() }
        entry.onStopSearch { [weak self] in self?.isActive = false }
        entry.onActivate { [weak self] in self?.openFirstResult() }
        entry.onKeyPressed { [weak self] key in
            guard key.isDown, let self else { return false }
            self.results.focusFirst()
            return true
        }
        button.onToggled { [weak self] in
            guard let self else { return }
            self.isActive = self.button.isActive
        }
        bar.onModeChange { [weak self] in self?.modeChanged() }
    }

    /// Whether there is a place to type.
    var isActive: Bool {
        get { bar.isSearching }
        set { bar.isSearching = newValue }
    }

    /// Whether something is typed.
    var hasResults: Bool { isActive && !entry.text.isEmpty }

    /// Begins a search for these words.
    func search(for text: String) {
        isActive = true
        entry.text = text
    }

    /// Typing anywhere in the window begins a search.
    func captureKeys(of window: Widget) {
        bar.captureKeys(of: window)
    }
}

private extension SidebarSearch {
    func search() {
        if hasResults {
            results.show(entry.text, includingArchived: includesArchived)
        } else {
            results.clear()
        }
        onChange?()
    }

    /// The entry tells what was typed a moment late: Return means what stands there now.
    func openFirstResult() {
        guard hasResults else { return }
        results.show(entry.text, includingArchived: includesArchived)
        results.activateFirst(for: entry.text)
    }

    func modeChanged() {
        button.isActive = isActive
        if !isActive { results.clear() }
        onModeChange?()
    }
}
