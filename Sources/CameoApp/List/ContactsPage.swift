import Contacts
import Gtk

/// The page of all contacts: the list, below a line that gives way as one scrolls.
final class ContactsPage {
    let root: Widget
    let contacts = ContactListModel()
    let list: ListView<ListedContactRow>
    /// The person wants to add a contact.
    var onNew: (() -> Void)?
    /// Whether contacts can be added.
    var mayWrite = false {
        didSet { add.isVisible = mayWrite }
    }
    private let add = Button(tr("New Contact"))
    /// The number of contacts changed.
    var onCount: ((Int) -> Void)?

    /// From the edge of the list to the avatars.
    private static let lettersWidth = 42

    /// How long the first screen of rows stays without the others.
    private static let firstLook = Duration.milliseconds(100)

    private enum Page: String {
        case loading, list, empty, nothing
    }

    let scroll: ScrolledWindow
    private let line: ComingUpLine
    private let letters: SectionLetters
    private let stack = Stack()
    private let empty = StatusPage(
        icon: "system-users-symbolic", title: tr("No Contacts"),
        description: tr("Add a contact here or in Monica."))
    /// Stands in place of the list where no contact meets the filter.
    private let nothing = StatusPage(
        icon: "system-search-symbolic", title: tr("No Results"), description: tr("No contact meets all filters."))
    private let showAll = Button(tr("Show All Contacts"))
    /// The person wants no filter any more.
    var onShowAll: (() -> Void)?
    private let prefetcher: AvatarPrefetcher
    private var isAtTop = true
    /// Where the list was the last time, until there are contacts to go there.
    private var rememberedPlace: ListPlace?

    init(pictures: AvatarPictures, line: ComingUpLine) {
        self.line = line
        list = ListView(contacts, label: tr("Contacts"), pictures: pictures)
        scroll = ScrolledWindow(list)
        scroll.scrollsVerticallyOnly()
        scroll.expandsVertically = true
        prefetcher = AvatarPrefetcher(pictures: pictures)
        empty.addClass("compact")
        add.addClass("pill")
        add.addClass("suggested-action")
        add.horizontalAlignment = .center
        add.isVisible = false
        empty.setChild(add)
        nothing.addClass("compact")
        showAll.addClass("pill")
        showAll.horizontalAlignment = .center
        nothing.setChild(showAll)
        line.root.isVisible = false
        letters = SectionLetters(of: list, in: scroll, width: Self.lettersWidth)
        for name in ["section-letters", "caption"] { letters.addClass(name) }
        let rows = Overlay(scroll)
        rows.add(letters)

        let box = Box(.vertical)
        box.append(line.root)
        box.append(rows)
        stack.add(Spinner.page(), named: Page.loading.rawValue)
        stack.add(box, named: Page.list.rawValue)
        stack.add(empty, named: Page.empty.rawValue)
        stack.add(nothing, named: Page.nothing.rawValue)
        root = stack

        add.onClicked { [weak self] in self?.onNew?() }
        showAll.onClicked { [weak self] in self?.onShowAll?() }
        contacts.onWillChange = { [weak self] in self?.noteWhetherAtTop() }
        contacts.onChange = { [weak self] in self?.contactsChanged() }
        scroll.onScroll { [weak self] in self?.scrolled() }
    }

    /// The contacts that come next are to be shown at a place.
    func begin(at place: ListPlace?) {
        rememberedPlace = place
        // Who was further down gets the list as a whole, or it would stand at its beginning for a moment.
        contacts.drawBeginning = nil
        guard place?.top == nil else { return }
        contacts.drawBeginning = { [weak list] isFirst in
            await list?.nextFrame(within: Self.firstLook)
            // The window answers, and draws the pictures, before it is busy with invisible rows.
            if isFirst { try? await Task.sleep(for: Self.firstLook) }
        }
    }

    /// Nothing more will come: an empty list is really empty.
    func finishedLoading() {
        guard contacts.model.count == 0, page == .loading else { return }
        page = emptyPage
    }

    /// The text of the line changed.
    func lineChanged() {
        guard !hasLine || scroll.position <= 0 else { return }
        line.root.isVisible = hasLine
    }

    /// Selects nothing and shows nothing.
    func clear() {
        list.choose(nil, at: nil)
        prefetcher.cancel()
        contacts.clear()
        rememberedPlace = nil
        page = .loading
    }

    /// Selects the row of a contact, now or when it comes; none for nil.
    func choose(_ contactID: Int?) {
        // The contacts come in several steps. The contact of the last time is chosen only until the person opens another one.
        if contactID != nil { rememberedPlace?.selected = nil }
        list.choose(contactID, at: contactID.flatMap(contacts.model.position))
    }

    /// Makes all rows anew. The selected row, or else the first in sight, is in sight afterwards.
    func remakeRows() {
        let position = list.selectedPosition ?? visibleRows.lowerBound
        list.remakeRows()
        guard position < contacts.model.count else { return }
        list.afterNextLayout { [weak self] in
            self?.letters.redraw()
            self?.list.scroll(to: position)
        }
    }

    /// Where the list is now.
    var place: ListPlace {
        let items = contacts.model.items
        let rows = visibleRows
        return ListPlace(
            selected: selectedID,
            top: rows.lowerBound > 0 && rows.lowerBound < items.count ? items[rows.lowerBound].id : nil)
    }
}

private extension ContactsPage {
    private var page: Page {
        get { Page(rawValue: stack.visiblePage) ?? .loading }
        set { stack.visiblePage = newValue.rawValue }
    }

    /// The page without any row.
    private var emptyPage: Page { contacts.filter.isEmpty ? .empty : .nothing }

    /// A filtered list has no line.
    private var hasLine: Bool { line.hasText && contacts.filter.isEmpty }

    var selectedID: Int? {
        let items = contacts.model.items
        return list.selectedPosition.flatMap { items.indices.contains($0) ? items[$0].id : nil }
    }

    var visibleRows: Range<Int> { scroll.visibleRows(of: contacts.model.count) }

    func scrolled() {
        // The layout itself may scroll. A widget that appears during the layout gets no place.
        if isLineToChange { list.afterNextFrame { [weak self] in self?.letLineGiveWay() } }
        prefetch()
    }

    /// The line is there at the beginning of the list only.
    private var isLineToChange: Bool {
        line.root.isVisible ? scroll.position > Double(line.root.height) : hasLine && scroll.position <= 0
    }

    /// The line comes and goes without moving a row, unless it would cover the contact that is chosen.
    func letLineGiveWay() {
        guard isLineToChange else { return }
        if line.root.isVisible {
            let position = scroll.position - Double(line.root.height)
            line.root.isVisible = false
            moveRows(to: position)
        } else {
            line.root.isVisible = true
            moveRows(to: list.selectedPosition == 0 ? 0 : Double(line.root.naturalHeight(forWidth: scroll.width)))
        }
    }

    /// Scrolls to a position as soon as the list has the height that it is to have there.
    func moveRows(to position: Double) {
        list.afterNextLayout { [weak self] in self?.scroll.position = position }
    }

    func prefetch() {
        let rows = visibleRows
        let items = contacts.model.items
        prefetcher.scrolled(
            top: rows.lowerBound, bottom: rows.upperBound, count: items.count, scale: list.scaleFactor
        ) { items[$0].picture }
    }

    func noteWhetherAtTop() {
        // A key may just have moved the selection away, and the list follows with its next layout.
        isAtTop = scroll.position <= 0 && (list.selectedPosition ?? 0) < max(visibleRows.count, 1)
    }

    func contactsChanged() {
        let count = contacts.total
        let wasEmpty = page != .list
        prefetcher.forget()
        letters.sections = contacts.sections
        if count > 0 { page = .list } else if page != .loading { page = emptyPage }
        if contacts.isInNewOrder {
            lineChanged()
            if !contacts.filter.isEmpty { root.announce(trn("%d contact", "%d contacts", count)) }
        }
        onCount?(count)
        if count > 0 {
            // The list keeps the visible rows where they are. An unscrolled list shows its beginning instead.
            if let place = rememberedPlace {
                restore(place)
            } else if contacts.isInNewOrder {
                list.scroll(to: list.selectedPosition ?? 0)
            } else if isAtTop {
                // A contact that was just made is selected further down, and stays in sight.
                let selected = list.selectedPosition ?? 0
                list.scroll(to: selected < visibleRows.count ? 0 : selected)
            }
            if contacts.isWhole { rememberedPlace = nil }
        }
        // The focus that waited in an empty list goes to a row.
        if wasEmpty, count > 0, list.containsFocus { list.focusSelected() }
        // Rows have no places before they were drawn once, and at the top nothing scrolls.
        list.afterNextFrame { [weak self] in self?.prefetch() }
    }

    func restore(_ place: ListPlace) {
        if let selected = place.selected.flatMap(contacts.model.position) { list.selectedPosition = selected }
        guard let top = place.top else { return }
        // Rows have no places before they were drawn once.
        list.afterNextFrame { [weak self] in
            guard let self, let position = self.contacts.model.position(of: top) else { return }
            if position > 0 { self.line.root.isVisible = false }
            self.scroll.bringToTop(position, of: self.contacts.model.count)
            guard self.list.containsFocus else { return }
            self.list.afterNextLayout { [weak self] in self?.list.focusSelected(scrolling: false) }
        }
    }
}
