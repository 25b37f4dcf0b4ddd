import Gtk

/// A contact and, at the end of its row, the button for the likeliest way to reach it.
final class ReachableRow {
    let root: Widget
    let contact: ContactRow

    private let button = Button(icon: "mail-unread-symbolic", tooltip: "")
    private var action: QuickAction?

    /// `onOpen` is told the address of a clicked button.
    init(pictures: AvatarPictures, onOpen: @escaping @MainActor (String) -> Void) {
        contact = ContactRow(pictures: pictures)
        let line = Box(.horizontal)
        line.addClass("reachable-contact")
        root = line
        contact.root.expandsHorizontally = true
        line.append(contact.root)
        button.verticalAlignment = .center
        button.addClass("flat")
        button.setMargins(end: 6)
        line.append(button)
        button.isVisible = false
        button.onClicked { [weak self] in
            if let action = self?.action { onOpen(action.uri) }
        }
    }

    /// Shows the button of an action; none for nil.
    func show(_ action: QuickAction?) {
        self.action = action
        button.isVisible = action != nil
        guard let action else { return }
        button.icon = action.icon
        button.tooltip = action.label
        button.setAccessibleLabel(action.label)
    }
}
