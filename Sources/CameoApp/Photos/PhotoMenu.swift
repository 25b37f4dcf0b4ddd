import Gtk

/// An avatar with the menu of its photo, at its lower corner and where a person asks for a menu.
final class PhotoMenu {
    /// Of the names of the actions.
    private static let prefix = "photo"

    /// An item of the menu.
    enum Choice: String, CaseIterable {
        case show
        case showAll = "show-all"
        case chooseFile = "choose-file"
        case paste
        case chooseAmong = "choose-among"
        case gravatar, initials, remove

        fileprivate var label: String {
            switch self {
            case .show: tr("_Show Photo")
            case .showAll: tr("Show Ph_otos")
            case .chooseFile: tr("_Choose File…")
            case .paste: tr("_Paste")
            case .chooseAmong: tr("C_hoose Photo…")
            case .gravatar: tr("Use _Gravatar")
            case .initials: tr("Use _Initials")
            case .remove: tr("_Remove Photo")
            }
        }

        /// Whether it can lead to another photo.
        fileprivate var changesPhoto: Bool { self != .show && self != .showAll }
    }

    let root: Widget
    var onChoice: ((Choice) -> Void)?
    /// The items that the menu offers. Without an item there is no menu.
    var offered: Set<Choice> = [] { didSet { if offered != oldValue { offer() } } }

    private let actions = ActionGroup()
    private let button: MenuButton
    private var items: [(choice: Choice, action: Action)] = []

    init(around avatar: Widget) {
        let menu = Menu()
        let parts: [[Choice]] = [
            [.show, .showAll], [.chooseFile, .paste, .chooseAmong], [.gravatar, .initials, .remove],
        ]
        for part in parts {
            let section = Menu()
            for choice in part { section.appendIfEnabled(choice.label, action: "\(Self.prefix).\(choice.rawValue)") }
            menu.appendSection(section)
        }
        button = MenuButton(icon: "image-x-generic-symbolic", tooltip: tr("Photo"), menu: menu)
        button.addClass("photo-menu")
        button.horizontalAlignment = .end
        button.verticalAlignment = .end
        let overlay = Overlay(avatar)
        overlay.horizontalAlignment = .center
        overlay.add(button)
        root = overlay
        items = Choice.allCases.map { choice in
            (choice, actions.addAction(choice.rawValue) { [weak self] in self?.onChoice?(choice) })
        }
        avatar.onClick { [weak self] in self?.clicked() }
        avatar.onMenuRequest { [weak self] _ in self?.open() }
        offer()
    }

    /// Has Ctrl+V on a page paste a picture.
    func connect(to page: Widget) {
        page.insert(actions, as: Self.prefix)
        page.addShortcut("<Control>v", for: "\(Self.prefix).\(Choice.paste.rawValue)")
    }

    /// A photo is shown large; initials have nothing more to show.
    private func clicked() {
        if offered.contains(.show) { onChoice?(.show) } else { open() }
    }

    private func open() {
        if button.isVisible { button.open() }
    }

    private func offer() {
        for (choice, action) in items { action.isEnabled = offered.contains(choice) }
        let changes = offered.contains { $0.changesPhoto }
        button.show(
            icon: changes ? "document-edit-symbolic" : "image-x-generic-symbolic",
            tooltip: changes ? tr("Change Photo") : tr("Photo"))
        button.isVisible = !offered.isEmpty
    }
}
