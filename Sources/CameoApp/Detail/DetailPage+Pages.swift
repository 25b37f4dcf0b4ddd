import Contacts
import Foundation
import Gtk
import Model

/// The parts of the page besides the contact.
extension DetailPage {
    var onShow: ((Int) -> Void)? {
        get { detail.onShow }
        set { detail.onShow = newValue }
    }
    var onOpen: ((String) -> Void)? {
        get { detail.onOpen }
        set { detail.onOpen = newValue }
    }

    /// The person wants the contact in a window of its own; without it the page offers none.
    var onOpenWindow: (() -> Void)? {
        get { menu.onOpenWindow }
        set {
            menu.onOpenWindow = newValue
            showButtons()
        }
    }

    /// Where sentences show: over the page, or over the window where the page may be out of sight.
    var toasts: ToastOverlay { leadsToList ? windowToasts ?? ownToasts : ownToasts }

    /// Shows a sentence over the page for a while.
    func say(_ sentence: String) {
        toasts.show(sentence)
    }

    func copy(_ text: String) {
        Desktop.copy(text)
        toasts.show(tr("Copied to clipboard"))
    }

    func connectMenu() {
        root.insert(menu.actions, as: DetailMenu.prefix)
        back.onClicked { [weak self] in self?.onBack?() }
        forward.onClicked { [weak self] in self?.goForward() }
        detail.onCopy = { [weak self] in self?.copy($0) }
        detail.onNameVisible = { [weak self] in self?.showTitle(unless: $0) }
        menu.onMe = { [weak self] in self?.markAsMe($0) }
        menu.onDelete = { [weak self] in self?.deleteContact() }
        menu.onReloadPhoto = { [weak self] in self?.detail.reloadPhoto() }
        menu.onOpen = { [weak self] in self?.onOpen?($0) }
    }

    /// The contact's name stands in the header bar once the heading is out of sight.
    func showTitle(unless isNameVisible: Bool) {
        title.title = isNameVisible ? "" : detail.shownName
    }

    func showButtons() {
        edit.isVisible = canEdit
        offerPhoto()
        detail.offer(entryKinds, log: !logKinds.isEmpty)
        menu.show(
            isStored: shown != nil, hasPhoto: shown?.contact.avatar.shouldLoadAvatar == true,
            page: shown.flatMap { server?.page(of: $0.contact)?.absoluteString }, isOneOfItsOwn: isOneOfItsOwn,
            isMe: shown?.contact.isMe == true)
    }

    /// Adds the contact and the pages that stand in its place.
    static func addPages(to stack: Stack, detail: Widget, unreadable: Widget) {
        stack.add(
            StatusPage(
                icon: "avatar-default-symbolic", title: tr("No Contact Selected"),
                description: tr("Select a contact to see it here.")), named: "none")
        stack.add(Box(.vertical), named: "blank")
        stack.add(detail, named: "contact")
        stack.add(
            StatusPage(
                icon: "dialog-warning-symbolic", title: tr("Contact Not Available"),
                description: tr("This contact is not on this computer, and the server can’t be reached.")),
            named: "missing")
        stack.add(
            StatusPage(
                icon: "dialog-warning-symbolic", title: tr("Contact Not Available"),
                description: tr("This contact was deleted.")), named: "deleted")
        stack.add(unreadable, named: "unreadable")
        stack.add(Spinner.page(), named: "waiting")
    }
}
