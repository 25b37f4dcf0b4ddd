import Gtk

/// The page of the day: its events, contacts to be in touch with again, and later events, with a button for each.
final class TodayView {
    let root: Widget
    var onSelect: ((ContactEntry?) -> Void)? {
        didSet { list.onSelect = { [weak self] in self?.onSelect?($0?.entry.contact) } }
    }
    var onActivate: ((ContactEntry) -> Void)? {
        didSet { list.onActivate = { [weak self] in self?.onActivate?($0.entry.contact) } }
    }
    var onMenu: ((ContactEntry, WidgetPoint) -> Void)? {
        didSet { list.onMenu = { [weak self] in self?.onMenu?($0.entry.contact, $1) } }
    }
    /// The person wants to read the journal.
    var onJournal: (() -> Void)?
    /// More are overdue than there is room for.
    var onShowOverdue: (() -> Void)?

    private enum Page: String {
        case waiting, empty, list
    }

    private let model = ListModel<TodayRow.Item>()
    private let list: ListView<TodayRow>
    private var actionsObservation: MarksObservation?
    let scroll: ScrolledWindow
    private let stack = Stack()
    private let journal = Button(tr("Journal"))
    private var shown = TodayList()
    /// The number of the contact with the selected row.
    private var chosen: Int?
    /// The sections of which the person wanted to see all.
    private var expanded: Set<TodayList.Section> = []

    init(pictures: AvatarPictures, actions: DayActions = DayActions()) {
        list = ListView(model) { TodayRow(pictures: pictures, actions: actions) }
        list.beContactList(label: tr("Today"))
        list.addClass("today-list")
        scroll = ScrolledWindow(list)
        scroll.scrollsVerticallyOnly()
        scroll.expandsVertically = true
        let empty = StatusPage(
            icon: "x-office-calendar-symbolic", title: tr("Nothing Coming Up"),
            description: tr("Birthdays and reminders of the next seven days appear here."))
        empty.addClass("compact")
        stack.crossfades = false
        stack.add(Box(.vertical), named: Page.waiting.rawValue)
        stack.add(empty, named: Page.empty.rawValue)
        stack.add(scroll, named: Page.list.rawValue)
        stack.expandsVertically = true
        journal.addClass("flat")
        journal.setMargins(top: 6, bottom: 6, start: 6, end: 6)
        journal.isVisible = false
        let box = Box(.vertical)
        box.append(stack)
        box.append(journal)
        root = box
        journal.onClicked { [weak self] in self?.onJournal?() }
        actions.onShowAll = { [weak self] in self?.showAll($0) }
        actionsObservation = actions.observe { [weak self] in self?.remakeRows() }
    }

    func show(_ new: TodayList) {
        shown = new
        journal.isVisible = new.hasJournal
        model.replace(with: items)
        // News of a list that is on the screen move nothing.
        choose(chosen, scrolls: stack.visiblePage == Page.waiting.rawValue)
        stack.visiblePage = (new.isEmpty ? Page.empty : Page.list).rawValue
    }

    /// Selects a row of a contact, now or when it comes; none for nil. A contact may stand in several sections.
    func choose(_ contactID: Int?, scrolls: Bool = true) {
        chosen = contactID
        if let contactID, selectedContact == contactID { return }
        let position = contactID.flatMap { id in model.items.firstIndex { $0.entry.contact.id == id } }
        list.choose(position.map { model.items[$0].id }, at: position, scrolls: scrolls)
    }

    /// The contact of the row that has the focus.
    var focusedContact: Int? { list.focusedItem?.entry.contact.id }

    private var selectedContact: Int? { list.selectedPosition.map { model.items[$0].entry.contact.id } }

    func remakeRows() {
        list.remakeRows()
    }

    func focus(scrolling: Bool) {
        list.focusSelected(scrolling: scrolling)
    }

    /// Empties the page, until a list is shown again.
    func clear() {
        list.choose(nil, at: nil)
        expanded = []
        shown = TodayList()
        journal.isVisible = false
        model.replace(with: [])
        stack.visiblePage = Page.waiting.rawValue
    }
}

private extension TodayView {
    var items: [TodayRow.Item] {
        TodayList.Section.allCases.flatMap { section in
            let entries = shown.entries[section] ?? []
            let visible = expanded.contains(section) ? entries : Array(entries.prefix(TodayList.maxRows))
            let count = shown.count(of: section)
            return visible.enumerated().map { index, entry in
                TodayRow.Item(
                    section: section, entry: entry, isFirst: index == 0,
                    hidden: index == visible.count - 1 && count > visible.count ? count : nil)
            }
        }
    }

    func showAll(_ section: TodayList.Section) {
        // They may be as many as there are contacts, and have a page of their own.
        guard section != .overdue else {
            onShowOverdue?()
            return
        }
        expanded.insert(section)
        model.replace(with: items)
    }
}
