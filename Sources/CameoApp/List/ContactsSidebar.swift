import Contacts
import Foundation
import Gtk
import Logging

/// The left side of the window: the list of contacts or what a search found, with a header bar.
final class ContactsSidebar {
    static let width = 320

    let root: Widget
    let header = HeaderBar()
    /// Says what is the matter with the account or its server.
    let banner = Banner()
    let contacts = ContactListModel()
    /// A contact was selected, or the selection went.
    var onSelect: ((ContactEntry?) -> Void)?
    /// A contact was clicked, or Return was pressed on it.
    var onActivate: ((ContactEntry) -> Void)?
    /// Told who comes up in the next days, whenever that changes.
    var onUpcoming: (([Upcoming]) -> Void)?
    let search: SidebarSearch

    /// In which order the parts of names stand; the contacts have to be shown anew.
    var nameOrder = NameOrder.asOnServer {
        didSet {
            contacts.nameOrder = nameOrder
            search.nameOrder = nameOrder
        }
    }

    let list: ListView<ContactRow>
    private let scroll: ScrolledWindow
    private let views: SidebarViews
    private let title = WindowTitle(tr("Contacts"))
    private let stack = Stack()
    private let empty = StatusPage(icon: "system-users-symbolic", title: tr("No Contacts"))
    private let progress = SyncProgress()
    private let prefetcher: AvatarPrefetcher
    private var isAtTop = true
    /// Where the list was the last time, until there are contacts to go there.
    private var rememberedPlace: ListPlace?
    private var hasShownRows = false
    private let log = Logger(label: "cameo.list")

    init(pictures: AvatarPictures, menu: Menu) {
        list = ListView(contacts.model, label: tr("Contacts"), pictures: pictures)
        scroll = ScrolledWindow(list)
        scroll.scrollsVerticallyOnly()
        scroll.expandsVertically = true
        search = SidebarSearch(pictures: pictures)
        views = SidebarViews(pictures: pictures)
        prefetcher = AvatarPrefetcher(size: ContactRow.avatarSize, pictures: pictures)
        empty.addClass("compact")

        stack.add(Spinner.page(), named: Page.loading.rawValue)
        stack.add(scroll, named: Page.list.rawValue)
        stack.add(empty, named: Page.empty.rawValue)
        stack.add(search.results.root, named: Page.results.rawValue)
        stack.add(views.upcoming.root, named: Page.upcoming.rawValue)
        stack.add(views.keepInTouch.root, named: Page.keepInTouch.rawValue)

        let menuButton = MenuButton(icon: "open-menu-symbolic", tooltip: tr("Main Menu"), menu: menu)
        menuButton.setPrimary()
        header.setTitle(title)
        header.packStart(search.button)
        header.packEnd(menuButton)

        let box = Box(.vertical)
        box.setMinimumSize(width: Self.width)
        // What expands inside does not widen the sidebar.
        box.expandsHorizontally = false
        for part in [header, banner.root, search.bar, progress.root, views.strip.root, stack] { box.append(part) }
        root = box

        list.onSelect = { [weak self] in self?.onSelect?($0) }
        list.onActivate = { [weak self] in self?.onActivate?($0) }
        search.results.onSelect = { [weak self] in if let entry = $0 { self?.onSelect?(entry) } }
        search.results.onActivate = { [weak self] in self?.onActivate?($0) }
        search.onChange = { [weak self] in self?.showContacts() }
        search.onModeChange = { [weak self] in self?.searchModeChanged() }
        views.onSelect = { [weak self] in self?.onSelect?($0) }
        views.onActivate = { [weak self] in self?.onActivate?($0) }
        views.onView = { [weak self] in self?.view = $0 }
        views.onUpcoming = { [weak self] in
            self?.showStrip()
            self?.onUpcoming?($0)
        }
        contacts.onWillChange = { [weak self] in self?.noteWhetherAtTop() }
        contacts.onChange = { [weak self] in self?.countChanged() }
        scroll.onScroll { [weak self] in self?.prefetch() }
        show(.loading)
    }

    private enum Page: String {
        case loading, list, empty, results, upcoming, keepInTouch
    }

    /// All contacts, or some for a reason.
    var view = SidebarViews.View.contacts {
        didSet { if view != oldValue { viewChanged() } }
    }

    /// Begins with a session's store: its contacts come through `contacts`, searches ask it.
    func begin(with store: ContactStore, at place: ListPlace?) {
        search.results.searches(in: store)
        views.begin(with: store)
        rememberedPlace = place
    }

    /// Shows how far a synchronisation is.
    func show(_ progress: Synchroniser.Progress) {
        self.progress.show(progress)
        switch progress {
        case .running: break
        case .idle, .failed, .finished: finishedLoading()
        }
    }

    /// Selects nothing and shows nothing.
    func clear() {
        search.isActive = false
        view = .contacts
        views.begin(with: nil)
        search.results.searches(in: nil)
        list.selectedPosition = nil
        prefetcher.cancel()
        contacts.clear()
        progress.hide()
        title.subtitle = ""
        rememberedPlace = nil
        show(.loading)
    }

    func select(contactID: Int) {
        guard let position = contacts.model.position(of: contactID) else { return }
        list.selectedPosition = position
        list.scroll(to: position)
    }

    func focusList() {
        if search.hasResults {
            search.results.list.grabFocus()
        } else if view == .contacts {
            list.grabFocus()
        } else {
            views.focus(view)
        }
    }

    /// Where the list is now.
    var place: ListPlace {
        let items = contacts.model.items
        let rows = visibleRows
        return ListPlace(
            selected: list.selectedPosition.flatMap { items.indices.contains($0) ? items[$0].id : nil },
            top: rows.lowerBound > 0 && rows.lowerBound < items.count ? items[rows.lowerBound].id : nil)
    }
}

private extension ContactsSidebar {
    private func show(_ page: Page) {
        stack.visiblePage = page.rawValue
        showStrip()
    }

    func showStrip() {
        views.strip.root.isVisible = views.hasUpcoming && !search.isActive && stack.visiblePage == Page.list.rawValue
    }

    func viewChanged() {
        views.willShow(view)
        search.isActive = false
        showContacts()
        if view == .contacts { focusList() } else { views.focus(view) }
    }

    var visibleRows: Range<Int> { scroll.visibleRows(of: contacts.model.count) }

    func prefetch() {
        let rows = visibleRows
        let items = contacts.model.items
        prefetcher.scrolled(
            top: rows.lowerBound, bottom: rows.upperBound, count: items.count, scale: list.scaleFactor
        ) { items[$0].avatar }
    }

    func noteWhetherAtTop() {
        isAtTop = scroll.position <= 0
    }

    func countChanged() {
        let count = contacts.model.count
        title.subtitle = count == 0 ? "" : trn("%d contact", "%d contacts", count)
        showContacts()
        if count > 0 {
            // The list keeps what is on the screen where it is, but who has not scrolled wants to see the beginning.
            if let place = rememberedPlace { restore(place) } else if isAtTop { list.scroll(to: 0) }
            rememberedPlace = nil
        }
        noteFirstRows()
        // Rows have no places before they were drawn once, and at the top nothing scrolls.
        list.afterNextFrame { [weak self] in self?.prefetch() }
    }

    func restore(_ place: ListPlace) {
        if let selected = place.selected.flatMap(contacts.model.position) { list.selectedPosition = selected }
        guard let top = place.top else { return }
        // Rows have no places before they were drawn once.
        list.afterNextFrame { [weak self] in
            guard let self, let position = self.contacts.model.position(of: top) else { return }
            self.scroll.bringToTop(position, of: self.contacts.model.count)
        }
    }

    func showContacts() {
        if search.hasResults {
            show(.results)
        } else if let page = Page(rawValue: view.rawValue) {
            show(page)
        } else if contacts.model.count > 0 {
            show(.list)
        } else if stack.visiblePage != Page.loading.rawValue {
            show(.empty)
        }
    }

    func searchModeChanged() {
        showContacts()
        // Else the entry that goes away would get what is typed next.
        if !search.isActive, stack.visiblePage == Page.list.rawValue { focusList() }
    }

    /// The start is over for a person, who sees contacts: what its length is measured by.
    func noteFirstRows() {
        guard !hasShownRows, list.isMapped else { return }
        hasShownRows = true
        list.afterNextFrame { [log] in log.info("the first rows are drawn") }
    }

    /// Nothing more will come: an empty list is really empty.
    func finishedLoading() {
        guard contacts.model.count == 0, view == .contacts, stack.visiblePage == Page.loading.rawValue else { return }
        empty.description = tr("The people that you add on your Monica server appear here.")
        show(.empty)
    }
}
