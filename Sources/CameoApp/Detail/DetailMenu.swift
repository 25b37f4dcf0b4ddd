import Gtk

/// The menu of the contact on a page, at the end of the header bar.
final class DetailMenu {
    /// Of the names of its actions.
    static let prefix = "contact"

    let button: MenuButton
    let actions = ActionGroup()
    /// The person wants the contact in a window of its own; without it none is offered.
    var onOpenWindow: (() -> Void)?
    /// The person wants the link of the contact on the clipboard.
    var onCopyLink: (() -> Void)?
    var onReloadPhoto: (() -> Void)?
    /// The user says that the contact is them (true), or is not (false).
    var onMe: ((Bool) -> Void)?
    var onDelete: (() -> Void)?
    /// The person wants to see a web page.
    var onOpen: ((String) -> Void)?

    private var items: [(action: Action, isOffered: (DetailMenu) -> Bool)] = []
    private var isStored = false
    private var hasPhoto = false
    private(set) var page: String?
    private var isOneOfItsOwn = false
    private var isMe = false

    init() {
        let menu = Menu()
        for (label, name) in [
            (tr("Open in _New Window"), "open-window"), (tr("_Copy Link"), "copy-link"),
            (tr("Open on the _Server"), "open-page"),
            (tr("This Is _Me"), "me"), (tr("This Is N_ot Me"), "not-me"), (tr("_Reload Photo"), "reload-photo"),
        ] {
            menu.appendIfEnabled(label, action: "\(Self.prefix).\(name)")
        }
        let last = Menu()
        last.appendIfEnabled(tr("_Delete Contact"), action: "\(Self.prefix).delete")
        menu.appendSection(last)
        button = MenuButton(icon: "view-more-symbolic", tooltip: tr("Contact Menu"), menu: menu)
        items = [
            (
                actions.addAction("open-window") { [weak self] in self?.onOpenWindow?() },
                { $0.isStored && $0.onOpenWindow != nil }
            ),
            (actions.addAction("copy-link") { [weak self] in self?.onCopyLink?() }, { $0.isStored }),
            (actions.addAction("open-page") { [weak self] in self?.openPage() }, { $0.page != nil }),
            (actions.addAction("me") { [weak self] in self?.onMe?(true) }, { $0.isOneOfItsOwn && !$0.isMe }),
            (actions.addAction("not-me") { [weak self] in self?.onMe?(false) }, { $0.isOneOfItsOwn && $0.isMe }),
            (actions.addAction("delete") { [weak self] in self?.onDelete?() }, { $0.isOneOfItsOwn }),
            (actions.addAction("reload-photo") { [weak self] in self?.onReloadPhoto?() }, { $0.hasPhoto }),
        ]
    }

    /// Offers the actions that a contact has. `page` is its web page on the server.
    ///
    /// With `isOneOfItsOwn`, the person can delete the contact or call it the user.
    func show(isStored: Bool, hasPhoto: Bool, page: String?, isOneOfItsOwn: Bool = false, isMe: Bool = false) {
        self.isOneOfItsOwn = isOneOfItsOwn
        self.isMe = isMe
        self.isStored = isStored
        self.hasPhoto = hasPhoto
        self.page = page
        for (action, isOffered) in items { action.isEnabled = isOffered(self) }
        button.isVisible = items.contains { $0.isOffered(self) }
    }

    /// Opens the contact's web page on the server, if it has one.
    func openPage() {
        if let page { onOpen?(page) }
    }
}
