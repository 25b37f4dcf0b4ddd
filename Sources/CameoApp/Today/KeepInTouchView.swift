import Contacts
import Gtk

/// The contacts with a stay-in-touch frequency, the longest overdue first.
final class KeepInTouchView {
    let root: Widget
    var onSelect: ((ContactEntry?) -> Void)? {
        get { list.onSelect }
        set { list.onSelect = newValue }
    }
    var onActivate: ((ContactEntry) -> Void)? {
        get { list.onActivate }
        set { list.onActivate = newValue }
    }
    let touch = TouchAction()

    private enum Page: String {
        case waiting, empty, list
    }

    private let model = ListModel<ContactEntry>()
    let list: ListView<KeepInTouchRow>
    let scroll: ScrolledWindow
    private let stack = Stack()

    init(pictures: AvatarPictures, done: DoneRows) {
        list = ListView(model) { [touch] in KeepInTouchRow(pictures: pictures, touch: touch, done: done) }
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
        touch.onChange = { [weak list] in list?.remakeRows() }
    }

    func show(_ entries: [ContactEntry]) {
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
