import Gtk
import Model

/// The editors of entries on the page of a contact.
extension DetailView {
    /// Where an editor stands.
    enum EntryPlace {
        /// Above all sections: the log.
        case top
        /// The place of a row, which hides.
        case row(FieldID)
        /// At the end of a section.
        case end(PartKind)
    }

    /// The place of an entry with a row; nil for an entry without one.
    func place(of entry: FieldID) -> EntryPlace? {
        groups.contains { $0.shows(entry) } ? .row(entry) : nil
    }

    /// Shows an editor.
    func begin(_ editor: EntryEditor, at place: EntryPlace) {
        switch place {
        case .top:
            let group = PreferencesGroup(title: tr("Log"))
            group.setAccessibleLabel(tr("Log"))
            for row in editor.rows { group.add(row) }
            column.insert(group, after: head)
            log = group
        case .row(let field): groups.first { $0.shows(field) }?.begin(editor, at: field)
        case .end(let kind): (group(of: kind) ?? addGroup(of: kind)).begin(editor, at: nil)
        }
        if let first = editor.rows.first, let last = editor.rows.last { scroll.reveal(first, last) }
    }

    /// Takes the editor away, and shows the news that came meanwhile.
    func endEntry() {
        log?.dropFocus()
        if let log { column.remove(log) }
        log = nil
        guard let group = groups.first(where: \.isEditing) else { return }
        group.endEditing()
        if group.isEmpty {
            column.remove(group.root)
            groups.removeAll { $0 === group }
        }
        if let shown { showSections(shown.sections, ofOther: false) }
    }

    /// Gives the focus to the row or button that opens an editor; false without one.
    func focus(_ place: EntryPlace) -> Bool {
        switch place {
        case .top: logButton.isVisible && logButton.grabFocus()
        case .row(let field): focus(field)
        // An empty section goes.
        case .end(let kind): group(of: kind)?.focusAdding() ?? (adding.isVisible && adding.focusFirst())
        }
    }

    /// Shows in each row whether its task is done: a tick that was not stored goes.
    func showTicks() {
        for group in groups { group.showTicks() }
    }

    /// Offers the log, and the kinds of entries that can be added and changed.
    func offer(_ kinds: [PartKind], log offersLog: Bool) {
        logButton.isVisible = offersLog
        actions.isVisible = offersLog || hasQuickActions
        guard kinds != entryKinds else { return }
        entryKinds = kinds
        for group in groups { group.mayEdit = mayEdit(group.section) }
        adding.isVisible = !kinds.isEmpty
        let (menu, group) = (Menu(), ActionGroup())
        for kind in kinds {
            menu.append(kind.addLabel, action: "entry.\(kind.rawValue)")
            group.addAction(kind.rawValue) { [weak self] in self?.onAdd?(kind) }
        }
        adding.show(menu)
        adding.insert(group, as: "entry")
    }

    func mayEdit(_ section: ContactDetail.Section) -> Bool {
        PartKind.added(to: section.id).map(entryKinds.contains) ?? false
    }

    /// A section that has no entries yet stands at the end.
    private func addGroup(of kind: PartKind) -> DetailGroup {
        let id = kind.sectionID ?? .about
        let group = makeGroup(of: ContactDetail.Section(id: id, title: kind.sectionTitle, rows: []))
        column.insert(group.root, after: lastSection)
        groups.append(group)
        return group
    }

    private func group(of kind: PartKind) -> DetailGroup? {
        groups.first { $0.section.id == kind.sectionID }
    }
}
