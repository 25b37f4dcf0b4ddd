import Contacts
import Gtk
import Model

/// The menu of a contact in a list: actions that do not need its page.
final class ContactMenu {
    var onOpenWindow: ((Int) -> Void)?
    /// The person picks a contact, to do something with several, or picks it no longer.
    var onPick: ((Int) -> Void)?
    /// Whether a contact is picked.
    var isPicked: ((Int) -> Bool)?
    var onEdit: ((Int) -> Void)?
    var onDelete: ((Int) -> Void)?
    /// The person opens the log of a contact.
    var onLog: ((Int) -> Void)?
    /// The person was in touch with a contact today.
    var onLogged: ((PartKind, Int) -> Void)?
    /// Whether contacts can be changed.
    var mayWrite = false
    /// The person wants a text on the clipboard.
    var onCopy: ((String) -> Void)?
    /// An address or a number leads to another program.
    var onOpen: ((String) -> Void)?
    /// Where an address and a number are looked up.
    weak var store: ContactStore?

    private let box: Box
    let used: UsedAddresses
    private var opening: Task<Void, Never>?

    /// `box` is around the lists.
    init(in box: Box, used: UsedAddresses) {
        self.box = box
        self.used = used
    }

    /// Opens the menu of a contact, as soon as its values are read.
    func open(for entry: ContactEntry, at point: WidgetPoint) {
        opening?.cancel()
        opening = Task { [weak self, store] in
            // A contact that cannot be read has nothing to copy.
            let contact = try? await store?.contact(id: entry.id)
            guard !Task.isCancelled, let self else { return }
            let (menu, actions) = self.make(for: entry.id, contact)
            PopoverMenu(menu, actions: actions).open(at: point, in: self.box)
        }
    }

    /// Opens the choice between the ways to have been in touch today.
    func openInTouch(with entry: ContactEntry, at point: WidgetPoint) {
        let actions = ActionGroup()
        let menu = Menu()
        menu.appendSection(today(entry.id, [.call, .activity], actions), heading: tr("Today"))
        PopoverMenu(menu, actions: actions).open(at: point, in: box)
    }

    /// Opens an address or a number of a contact. Where there are several, the person chooses.
    func reach(_ entry: ContactEntry, by action: QuickAction, at point: WidgetPoint) {
        guard !action.choices.isEmpty else {
            onOpen?(action.uri)
            return
        }
        let (menu, actions) = used.menu(of: action, contact: entry.id, prefix: "menu") { [weak self] in
            self?.onOpen?($0)
        }
        PopoverMenu(menu, actions: actions).open(at: point, in: box)
    }

    private func today(_ id: Int, _ kinds: [PartKind], _ actions: ActionGroup) -> Menu {
        let menu = Menu()
        for kind in kinds where kind.loggedToday() != nil {
            menu.append(kind.logLabel, action: "menu.\(kind.rawValue)")
            actions.addAction(kind.rawValue) { [weak self] in self?.onLogged?(kind, id) }
        }
        return menu
    }

    private func make(for id: Int, _ contact: Contact?) -> (Menu, ActionGroup) {
        let (menu, actions) = (Menu(), ActionGroup())
        menu.append(tr("Open in _New Window"), action: "menu.open-window")
        actions.addAction("open-window") { [weak self] in self?.onOpenWindow?(id) }
        menu.append(isPicked?(id) == true ? tr("_Unselect") : tr("_Select"), action: "menu.pick")
        actions.addAction("pick") { [weak self] in self?.onPick?(id) }
        if mayWrite, let kinds = contact?.logKinds, !kinds.isEmpty {
            if kinds.contains(.call) { menu.appendSection(today(id, kinds, actions), heading: tr("Today")) }
            let log = Menu()
            log.append(tr("_Log…"), action: "menu.log")
            actions.addAction("log") { [weak self] in self?.onLog?(id) }
            menu.appendSection(log)
        }
        let copies = Menu()
        for (kind, name, label) in [
            (ContactField.Kind.email, "copy-email", tr("Copy E_mail")), (.phone, "copy-phone", tr("Copy _Phone")),
        ] {
            let field = contact?.contactFields.first { $0.kind == kind }
            let text = PlainText.line(field?.content ?? "", atMost: PlainText.maxLength)
            guard !text.isEmpty else { continue }
            copies.append(label, action: "menu.\(name)")
            actions.addAction(name) { [weak self] in self?.onCopy?(text) }
        }
        menu.appendSection(copies)
        if mayWrite, contact?.isActive == true {
            let changes = Menu()
            changes.append(tr("_Edit"), action: "menu.edit")
            actions.addAction("edit") { [weak self] in self?.onEdit?(id) }
            menu.appendSection(changes)
            let last = Menu()
            last.append(tr("_Delete Contact"), action: "menu.delete")
            actions.addAction("delete") { [weak self] in self?.onDelete?(id) }
            menu.appendSection(last)
        }
        return (menu, actions)
    }
}
