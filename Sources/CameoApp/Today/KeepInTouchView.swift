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

    /// A button leads to another program, such as that for mails.
    var onOpen: ((String) -> Void)? {
        get { actions.onOpen }
        set { actions.onOpen = newValue }
    }
    /// Where the contacts are stored.
    weak var store: ContactStore? {
        didSet {
            changes = store?.observeChanges { [weak actions] in Task { @MainActor in actions?.forget() } }
        }
    }

    private enum Page: String {
        case waiting, empty, list
    }

    private let model = ListModel<ContactEntry>()
    let list: ListView<KeepInTouchRow>
    private let actions = KeepInTouchRow.Actions()
    private var changes: ContactObservation?
    let scroll: ScrolledWindow
    private let stack = Stack()

    init(pictures: AvatarPictures) {
        list = ListView(model) { [actions] in KeepInTouchRow(pictures: pictures, actions: actions) }
        list.beContactList(label: tr("Keep in Touch"))
        scroll = ScrolledWindow(list)
        scroll.scrollsVerticallyOnly()
        scroll.expandsVertically = true
        let empty = StatusPage(
            icon: "user-available-symbolic", title: tr("No One to Catch Up With"),
            description: tr("Contacts with a stay-in-touch frequency in Monica appear here."))
        empty.addClass("compact")
        stack.crossfades = false
        stack.add(Box(.vertical), named: Page.waiting.rawValue)
        stack.add(empty, named: Page.empty.rawValue)
        stack.add(scroll, named: Page.list.rawValue)
        root = stack
        actions.read = { [weak self] id in
            // A contact that cannot be read has no button.
            (try? await self?.store?.reach(ofContacts: [id]))?[id]
        }
    }

    func show(_ entries: [ContactEntry]) {
        actions.forget()
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
        actions.forget()
        model.replace(with: [])
        stack.visiblePage = Page.waiting.rawValue
    }
}
