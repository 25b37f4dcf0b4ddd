import Gtk

/// Some of the contacts for a reason, such as those to keep in touch with: a heading, a way back, and rows.
final class NamedContactsView {
    let root: Widget
    var onBack: (() -> Void)?
    var onSelect: ((ContactEntry?) -> Void)? {
        get { list.onSelect }
        set { list.onSelect = newValue }
    }
    var onActivate: ((ContactEntry) -> Void)? {
        get { list.onActivate }
        set { list.onActivate = newValue }
    }

    private let model = ListModel<ContactEntry>()
    private let list: ListView<ContactRow>
    private let stack = Stack()
    private let back = Button(icon: "go-previous-symbolic", tooltip: tr("Back to All Contacts"))

    /// `empty` is shown when there is nobody.
    init(title: String, empty: StatusPage, pictures: AvatarPictures) {
        list = ListView(model, label: title, pictures: pictures)
        let scroll = ScrolledWindow(list)
        scroll.scrollsVerticallyOnly()
        scroll.expandsVertically = true
        empty.addClass("compact")
        stack.add(empty, named: "empty")
        stack.add(scroll, named: "list")
        let heading = Label(title, classes: ["heading"])
        heading.setAccessibleHeading()
        heading.lineAlignment = 0
        heading.ellipsizes()
        back.addClass("flat")
        let head = Box(.horizontal, spacing: 6)
        head.setMargins(top: 6, bottom: 6, start: 6, end: 12)
        head.append(back)
        head.append(heading)
        let box = Box(.vertical)
        box.append(head)
        box.append(stack)
        root = box
        back.onClicked { [weak self] in self?.onBack?() }
        box.onKeyPressed { [weak self] key in
            guard key.isEscape, let self else { return false }
            self.onBack?()
            return true
        }
    }

    func show(_ entries: [ContactEntry]) {
        model.replace(with: entries)
        stack.visiblePage = entries.isEmpty ? "empty" : "list"
    }

    func focus() {
        if model.count > 0 { list.grabFocus() } else { back.grabFocus() }
    }

    /// Selects nothing and shows nobody.
    func clear() {
        list.selectedPosition = nil
        show([])
    }
}
