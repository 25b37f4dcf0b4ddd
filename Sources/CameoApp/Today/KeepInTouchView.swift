import Contacts
import Gtk

/// The contacts with a stay-in-touch frequency, the longest overdue first.
final class KeepInTouchView {
    let root: Widget
    var onSelect: ((ContactEntry?) -> Void)? {
        didSet { list.onSelect = { [weak self] in self?.onSelect?($0?.contact) } }
    }
    var onActivate: ((ContactEntry) -> Void)? {
        didSet { list.onActivate = { [weak self] in self?.onActivate?($0.contact) } }
    }
    var onMenu: ((ContactEntry, WidgetPoint) -> Void)? {
        didSet { list.onMenu = { [weak self] in self?.onMenu?($0.contact, $1) } }
    }

    private enum Page: String {
        case waiting, empty, list
    }

    private let model = ListModel<TodayList.Entry>()
    let list: ListView<ReachableRow>
    let scroll: ScrolledWindow
    private let stack = Stack()
    private var actionsObservation: MarksObservation?

    init(pictures: AvatarPictures, actions: DayActions) {
        list = ListView(model) { ReachableRow(pictures: pictures, actions: actions) }
        list.beContactList(label: tr("Keep in Touch"))
        scroll = ScrolledWindow(list)
        scroll.scrollsVerticallyOnly()
        scroll.expandsVertically = true
        let empty = StatusPage(
            icon: "user-available-symbolic", title: tr("No One to Catch Up With"),
            description: tr("Contacts with a stay-in-touch frequency appear here."))
        empty.addClass("compact")
        stack.crossfades = false
        stack.add(Box(.vertical), named: Page.waiting.rawValue)
        stack.add(empty, named: Page.empty.rawValue)
        stack.add(scroll, named: Page.list.rawValue)
        root = stack
        actionsObservation = actions.observe { [weak self] in self?.list.remakeRows() }
    }

    func show(_ entries: [TodayList.Entry]) {
        model.replace(with: entries)
        stack.visiblePage = (entries.isEmpty ? Page.empty : Page.list).rawValue
    }

    /// Selects the row of a contact, now or when it comes; none for nil.
    func choose(_ contactID: Int?) {
        list.choose(contactID, at: contactID.flatMap(model.position))
    }

    func focus(scrolling: Bool) {
        list.focusSelected(scrolling: scrolling)
    }

    /// Empties the page, until a list is shown again.
    func clear() {
        list.choose(nil, at: nil)
        model.replace(with: [])
        stack.visiblePage = Page.waiting.rawValue
    }
}
