import Contacts
import Foundation
import Gtk
import MonicaAPI

/// The list of contacts with its header bar: title and number, menu, progress of a synchronisation.
final class ContactsSidebar {
    static let width = 320

    let root: Widget
    let header = HeaderBar()
    /// A contact was selected, or the selection went.
    var onSelect: ((ContactEntry?) -> Void)? {
        get { list.onSelect }
        set { list.onSelect = newValue }
    }
    /// A contact was clicked, or Return was pressed on it.
    var onActivate: ((ContactEntry) -> Void)? {
        get { list.onActivate }
        set { list.onActivate = newValue }
    }

    let contacts = ContactListModel()
    private let list: ListView<ContactRow>
    private let title = WindowTitle(tr("Contacts"))
    private let stack = Stack()
    private let empty = StatusPage(icon: "system-users-symbolic", title: tr("No Contacts"))
    private let progress = ProgressBar()
    private let progressText = Label(classes: ["dim-label", "caption"])
    private let progressArea: Revealer
    private let scroll: ScrolledWindow
    private let prefetcher: AvatarPrefetcher
    private var isAtTop = true

    init(pictures: AvatarPictures, menu: Menu) {
        list = ListView(contacts.model) { ContactRow(pictures: pictures) }
        list.addClass("contact-list")
        list.addClass("navigation-sidebar")
        list.setAccessibleLabel(tr("Contacts"))
        scroll = ScrolledWindow(list)
        prefetcher = AvatarPrefetcher(size: ContactRow.avatarSize, pictures: pictures)
        scroll.scrollsVerticallyOnly()
        scroll.expandsVertically = true

        let loading = Box(.vertical)
        let spinner = Spinner()
        spinner.isSpinning = true
        spinner.setMinimumSize(width: 32, height: 32)
        spinner.expandsVertically = true
        spinner.horizontalAlignment = .center
        spinner.verticalAlignment = .center
        loading.append(spinner)

        stack.add(loading, named: "loading")
        stack.add(scroll, named: "list")
        stack.add(empty, named: "empty")

        let progressBox = Box(.vertical, spacing: 4)
        progressBox.setMargins(top: 6, bottom: 6, start: 12, end: 12)
        progress.setAccessibleLabel(tr("Loading contacts"))
        progressBox.append(progress)
        progressBox.append(progressText)
        progressArea = Revealer(progressBox)

        let menuButton = MenuButton(icon: "open-menu-symbolic", tooltip: tr("Main Menu"), menu: menu)
        menuButton.setPrimary()
        header.setTitle(title)
        header.packEnd(menuButton)

        let box = Box(.vertical)
        box.setMinimumSize(width: Self.width)
        box.append(header)
        box.append(progressArea)
        box.append(stack)
        root = box

        contacts.onWillChange = { [weak self] in self?.noteWhetherAtTop() }
        contacts.onChange = { [weak self] in self?.countChanged() }
        scroll.onScroll { [weak self] in self?.prefetch() }
        stack.visiblePage = "loading"
    }

    /// Shows how far a synchronisation is.
    func show(_ progress: Synchroniser.Progress) {
        switch progress {
        case .running(let done, let total):
            if let total, total > 0 {
                self.progress.fraction = Double(done) / Double(total)
                progressText.text = tr("%1$s of %2$s", done.formatted(), trn("%d contact", "%d contacts", total))
            } else {
                self.progress.fraction = 0
                progressText.text = tr("Looking for news…")
            }
            // Looking for a few changes is no work to watch; filling the list is.
            progressArea.isRevealed = total.map { $0 > 0 && done < $0 } ?? false
        case .idle, .failed, .finished:
            progressArea.isRevealed = false
            finishedLoading()
        }
    }

    /// Selects nothing and shows nothing.
    func clear() {
        list.selectedPosition = nil
        prefetcher.cancel()
        contacts.clear()
        stack.visiblePage = "loading"
        title.subtitle = ""
        progressArea.isRevealed = false
    }

    func select(contactID: Int) {
        guard let position = contacts.model.position(of: contactID) else { return }
        list.selectedPosition = position
        list.scroll(to: position)
    }

    func deselect() {
        list.selectedPosition = nil
    }

    func focusList() {
        list.grabFocus()
    }
}

private extension ContactsSidebar {
    /// All rows have one height, so positions follow from how far the list is scrolled.
    func prefetch() {
        let count = contacts.model.count
        let rowHeight = scroll.contentHeight / Double(max(count, 1))
        guard rowHeight >= 1 else { return }
        let top = min(Int(scroll.position / rowHeight), count)
        let bottom = min(Int(((scroll.position + scroll.pageHeight) / rowHeight).rounded(.up)), count)
        let items = contacts.model.items
        prefetcher.scrolled(top: top, bottom: bottom, count: count, scale: list.scaleFactor) { items[$0].avatar }
    }

    func noteWhetherAtTop() {
        isAtTop = scroll.position <= 0
    }

    func countChanged() {
        let count = contacts.model.count
        // The list keeps what is on the screen where it is, but who has not scrolled yet wants to see the beginning.
        if isAtTop, count > 0 { list.scroll(to: 0) }
        prefetch()
        title.subtitle = count == 0 ? "" : trn("%d contact", "%d contacts", count)
        if count > 0 {
            stack.visiblePage = "list"
        } else if stack.visiblePage == "list" {
            stack.visiblePage = "empty"
        }
    }

    /// Nothing more will come: an empty list is really empty.
    func finishedLoading() {
        guard contacts.model.count == 0, stack.visiblePage == "loading" else { return }
        empty.description = tr("The people that you add on your Monica server appear here.")
        stack.visiblePage = "empty"
    }
}
