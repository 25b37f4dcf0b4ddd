import Contacts
import Foundation
package import Gtk

/// The left side of the window: its tabs or the results of a search, with a header bar.
package final class ContactsSidebar {
    static let width = 320
    /// Of the pictures beside the contacts.
    package static let avatarSize = RowSize.usual.avatar

    package let root: Widget
    let header = HeaderBar()
    /// Tells problems of the account or its server.
    let banner = Banner()
    /// A contact was selected, or the selection went.
    var onSelect: ((ContactEntry?) -> Void)?
    /// A contact was clicked, or Return was pressed on it.
    var onActivate: ((ContactEntry) -> Void)?
    /// A button leads to another program, such as that for mails.
    var onOpen: ((String) -> Void)?
    /// The person wants to add a contact.
    var onNew: (() -> Void)?
    /// The person chose another filter.
    var onFilter: (() -> Void)?
    /// Told how many contacts there are, with any filter or none.
    var onCount: ((Int) -> Void)?
    /// Told who comes up in the next days, whenever that changes.
    var onUpcoming: (([Upcoming]) -> Void)?
    let search: SidebarSearch
    /// Tells the unsent changes.
    let waiting = WaitingLine()
    /// The menu of the contacts in all lists.
    let rowMenu: ContactMenu

    /// In which order the parts of names stand; the contacts have to be shown anew.
    var nameOrder = NameOrder.asOnServer {
        didSet {
            contacts.nameOrder = nameOrder
            search.nameOrder = nameOrder
            days.nameOrder = nameOrder
        }
    }

    let menuButton: MenuButton
    private let new = Button(icon: "list-add-symbolic", tooltip: tr("New Contact"))
    private let title = WindowTitle(tr("Contacts"))
    /// How many contacts each tab shows; none until that is known.
    private var counts: [SidebarTab: Int] = [:]
    private let sampleNote = Label(tr("Sample contacts — nothing is kept"), classes: ["caption", "dim-label"])
    private let progress = SyncProgress()
    let page: ContactsPage
    let days: SidebarDays
    let tabs: SidebarTabs
    private let stack = Stack()

    /// The actions for several contacts.
    let picked: PickedBar
    let picks: PickedContacts
    var picksObservation: MarksObservation?

    /// The lists, and the lines below them.
    let lists: Box
    let pointer: PointerWatch

    private enum Page: String {
        case tabs, results
    }

    package init(pictures: AvatarPictures, menu: Menu) {
        days = SidebarDays(pictures: pictures)
        page = ContactsPage(pictures: pictures, line: days.line)
        tabs = SidebarTabs(contacts: page.root, today: days.today.root, keepInTouch: days.keepInTouch.root)
        search = SidebarSearch(pictures: pictures)
        picks = pictures.picked
        picked = PickedBar(picks)
        stack.crossfades = false
        stack.expandsVertically = true
        stack.add(tabs.stack, named: Page.tabs.rawValue)
        stack.add(search.results.root, named: Page.results.rawValue)

        menuButton = MenuButton(icon: "open-menu-symbolic", tooltip: tr("Main Menu"), menu: menu)
        menuButton.setPrimary()
        header.addClass("flat")
        header.setTitle(title)
        header.packStart(new)
        header.packEnd(menuButton)
        new.isVisible = false

        sampleNote.wraps()
        sampleNote.lineAlignment = 0.5
        sampleNote.setMaximumWidth(characters: 1)
        sampleNote.setMargins(bottom: 6, start: 12, end: 12)
        sampleNote.isVisible = false

        let box = Box(.vertical)
        let lists = Box(.vertical)
        for part in [stack, picked.root, waiting.root] { lists.append(part) }
        pointer = PointerWatch(over: lists)
        self.lists = lists
        for part in [header, sampleNote, banner.root, search.root, progress.root, lists, tabs.bar] { box.append(part) }
        root = WidthKeeper(box, width: Self.width)
        // An expanding widget inside does not widen the sidebar.
        root.expandsHorizontally = false
        rowMenu = ContactMenu(in: box, used: pictures.used)

        banner.onFocusLost = { [weak self] in self?.focusList() }
        search.onChange = { [weak self] in self?.showPage() }
        search.onLeave = { [weak self] in self?.focusList(scrolling: false) }
        tabs.onChange = { [weak self] in self?.tabChanged() }
        // The tab that is chosen already leads back from the results too.
        tabs.bar.onTabPressed { [weak self] in self?.search.clear() }
        new.onClicked { [weak self] in self?.onNew?() }
        page.onNew = { [weak self] in self?.onNew?() }
        connectLists()
        connectPicks()
        connectDays()
        connectLine()
    }

    /// Whether contacts can be added and changed.
    var mayWrite = false {
        didSet {
            new.isVisible = mayWrite
            page.mayWrite = mayWrite
            search.filter.mayWrite = mayWrite
            picked.mayWrite = mayWrite
            rowMenu.mayWrite = mayWrite
            days.mayWrite = mayWrite
        }
    }

    /// Whether it says that the contacts are invented.
    var saysSample: Bool {
        get { sampleNote.isVisible }
        set { sampleNote.isVisible = newValue }
    }

    package var contacts: ContactListModel { page.contacts }
    var list: ListView<ListedContactRow> { page.list }

    /// The tab that is shown when nothing is searched for.
    var tab: SidebarTab {
        get { tabs.selected }
        set {
            search.clear()
            tabs.selected = newValue
        }
    }

    /// Begins with a session's store: its contacts come through `contacts`, searches ask it.
    func begin(with store: ContactStore, at place: ListPlace?) {
        search.results.searches(in: store)
        search.filter.begin(with: store)
        days.begin(with: store)
        rowMenu.store = store
        picked.store = store
        page.begin(at: place)
    }

    /// Shows how far a synchronisation is.
    func show(_ progress: Synchroniser.Progress) {
        self.progress.show(progress)
        switch progress {
        case .running: break
        case .idle, .failed, .finished: page.finishedLoading()
        }
    }

    /// A person asked for news that are on their way.
    func awaitNews() {
        progress.awaitNews()
    }

    /// The server's limit holds the synchronisation up; nil when it goes on.
    func showPause(until end: ContinuousClock.Instant?) {
        progress.showPause(until: end)
    }

    /// Selects nothing and shows nothing.
    func clear() {
        tab = .contacts
        days.begin(with: nil)
        search.results.searches(in: nil)
        search.filter.begin(with: nil)
        rowMenu.store = nil
        picked.store = nil
        picks.clear()
        rowMenu.used.forget()
        page.clear()
        progress.hide()
        counts = [:]
        showTitle()
    }

    /// Selects the row of a contact in each list that has it, and no row in the others; no row at all for nil.
    func select(_ contactID: Int?) {
        page.choose(contactID)
        search.results.choose(contactID)
        days.today.choose(contactID)
        days.keepInTouch.choose(contactID)
    }

    /// The contact of the row that has the focus; nil where no row has.
    var focusedContact: Int? {
        list.focusedItem?.id ?? search.results.list.focusedItem?.id ?? days.focusedContact
    }

    /// Makes all rows anew, in the size that they are to have.
    func remakeRows() {
        page.remakeRows()
        search.results.list.remakeRows()
        days.remakeRows()
    }

    /// Drops the picked contacts, or ends the search, or else the filter; false where there is none of it.
    func endInnermost() -> Bool {
        guard !picked.isChoosing, !search.filter.button.isOpen else { return false }
        guard picks.isEmpty else {
            picks.clear()
            return true
        }
        return search.endInnermost()
    }

    /// Ends the search and shows all contacts.
    func showContacts() {
        search.clear()
        search.filter.clear()
        tabs.selected = .contacts
    }

    /// Gives the focus to the selected row of the shown list; false if no widget takes it. Without `scrolling` no row moves.
    @discardableResult
    func focusList(scrolling: Bool = true) -> Bool {
        if search.hasResults {
            search.focusResults(scrolling: scrolling)
        } else {
            switch tab {
            case .contacts: list.focusSelected(scrolling: scrolling)
            case .today: days.today.focus(scrolling: scrolling)
            case .keepInTouch: days.keepInTouch.focus(scrolling: scrolling)
            }
        }
        return root.containsFocus || root.focusFirst()
    }

    /// Where the list is now.
    var place: ListPlace { page.place }
}

extension ContactsSidebar {
    private func showPage() {
        stack.visiblePage = (search.hasResults ? Page.results : Page.tabs).rawValue
        showTitle()
    }

    func show(_ count: Int, of tab: SidebarTab) {
        counts[tab] = count
        showTitle()
    }

    /// Shows the title and the number of the list below. A search has its number above the results.
    private func showTitle() {
        title.title = search.hasResults ? tr("Search Results") : tab.title
        let count = search.hasResults ? 0 : counts[tab] ?? 0
        let isFiltered = !search.hasResults && tab == .contacts && !contacts.filter.isEmpty
        let all = trn("%d contact", "%d contacts", isFiltered ? contacts.unfilteredTotal : count)
        let shown = count.formatted(.number.locale(.ofNumbers))
        title.subtitle = isFiltered ? tr("%1$s of %2$s", shown, all) : count == 0 ? "" : all
    }

    func filterChanged() {
        if !search.hasResults, !search.filter.value.isEmpty { tabs.selected = .contacts }
        search.filterChanged()
        onFilter?()
    }

    private func tabChanged() {
        days.willShow(tab)
        search.clear()
        showTitle()
        // A tick in the open choice of filters keeps the focus.
        if !search.filter.button.isOpen { focusList(scrolling: false) }
    }
}
