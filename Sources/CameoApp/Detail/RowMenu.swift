import Gtk
import Model

/// The menu of the rows on the page of a contact.
final class RowMenu {
    var onAction: ((DetailAction) -> Void)?
    /// Whether the person can change a value or an entry.
    var canEdit: ((FieldID) -> Bool)?

    private let box: Box

    /// `box` is around the rows.
    init(in box: Box) {
        self.box = box
    }

    /// Opens the menu of a row.
    func open(for row: ContactDetail.Row, at point: WidgetPoint) {
        let (menu, actions) = make(for: row)
        PopoverMenu(menu, actions: actions).open(at: point, in: box)
    }

    private func make(for row: ContactDetail.Row) -> (Menu, ActionGroup) {
        let (menu, actions) = (Menu(), ActionGroup())
        func add(_ label: String, _ action: DetailAction, as name: String, to part: Menu) {
            part.append(label, action: "menu.\(name)")
            actions.addAction(name) { [weak self] in self?.onAction?(action) }
        }
        if let action = row.action, let label = action.label { add(label, action, as: "act", to: menu) }
        let copies = Menu()
        add(tr("_Copy"), .copy(text: row.copy?.text ?? row.title), as: "copy", to: copies)
        menu.appendSection(copies)
        guard let field = row.field, canEdit?(field) == true else { return (menu, actions) }
        let changes = Menu()
        if let isFavorite = row.isFavorite {
            changes.append(tr("_Favorite"), action: "menu.favorite")
            actions.addToggle("favorite", isOn: isFavorite) { [weak self] in
                self?.onAction?(.favor(field, isFavorite: $0))
            }
        }
        add(tr("_Edit"), .edit(field), as: "edit", to: changes)
        menu.appendSection(changes)
        if case .entry = field {
            let last = Menu()
            add(tr("_Delete"), .delete(field), as: "delete", to: last)
            menu.appendSection(last)
        }
        return (menu, actions)
    }
}

extension DetailAction {
    /// The label of the action of a row in its menu; nil for other actions.
    fileprivate var label: String? {
        switch self {
        case .open(let uri):
            switch uri.prefix(while: { $0 != ":" }) {
            case "mailto": tr("Write Email")
            case "tel": tr("Call")
            case "geo": tr("Show on the Map")
            default: tr("Open Link")
            }
        case .show: tr("Open Contact")
        case .copy, .edit, .add, .tick, .favor, .delete: nil
        }
    }
}

// The menu opens on the page.
extension DetailView {
    func connectRowMenu() {
        rowMenu.onAction = { [weak self] in self?.perform($0) }
        column.onMenuRequestInside { [weak self] in self?.menuOpening(at: $0) }
    }

    /// Opens the menu of the focused row; false where there is none.
    func openRowMenu() -> Bool {
        guard let row = groups.lazy.compactMap(\.rowWithFocus).first,
            let open = menuOpening(of: row, at: WidgetPoint(middleOf: row.root))
        else { return false }
        open()
        return true
    }

    /// Opens the menu of the row at a point; nil where there is none, and where GTK has a menu for a text.
    func menuOpening(at point: WidgetPoint) -> (@MainActor () -> Void)? {
        guard !point.hasTextMenu, let row = groups.lazy.compactMap({ $0.row(at: point) }).first else { return nil }
        return menuOpening(of: row, at: point)
    }

    private func menuOpening(of row: DetailRow, at point: WidgetPoint) -> (@MainActor () -> Void)? {
        guard !row.row.isLoading else { return nil }
        return { [rowMenu] in rowMenu.open(for: row.row, at: point) }
    }
}

// The value of a row, or its entry.
extension DetailPage {
    /// Whether the value or entry of a row can be changed: in the form, or in place.
    func canEdit(_ field: FieldID) -> Bool {
        switch field {
        case .entry: entries.kind(of: field) != nil
        // Only the server's page has it.
        case .stayInTouch: false
        case .birthdate, .deceasedDate: canEdit
        case .foodPreferences, .howYouMet, .description, .tags, .contactField, .address, .relationship: isOneOfItsOwn
        }
    }
}
