import Gtk
import Model

/// The sections of a contact's page, which are filled from frame to frame.
extension DetailView {
    /// Unchanged sections keep their rows, and with them the focus and the selection.
    func showSections(_ shown: [ContactDetail.Section], ofOther: Bool) {
        let anchor = ofOther ? nil : anchor(among: shown)
        // An editor stays until the person ends it.
        let stays = ofOther ? [] : Set(shown.map(\.id)).union(groups.filter(\.isEditing).map(\.section.id))
        for group in groups where !stays.contains(group.section.id) { column.remove(group.root) }
        let former = groups.filter { stays.contains($0.section.id) }
        groups = []
        for section in shown {
            let group: DetailGroup
            if let old = former.first(where: { $0.section.id == section.id }) {
                group = old
                group.update(to: section)
            } else {
                group = makeGroup(of: section)
            }
            // The photos are no section.
            column.place(group.root, after: section.id == .kept(.documents) ? photos.root : lastSection)
            groups.append(group)
        }
        groups += former.filter { group in group.isEditing && !groups.contains { $0 === group } }
        addRows(costing: Self.firstSlice)
        if let anchor { scroll.shift(by: Double(height(above: anchor.id) - anchor.height)) }
        fillAfterNextFrame()
    }

    /// The section that stands last, or else the widget above all sections.
    var lastSection: Widget { groups.last?.root ?? log ?? head }

    func makeGroup(of section: ContactDetail.Section) -> DetailGroup {
        let group = DetailGroup(section, pictures: pictures)
        group.marks = marks
        group.onAction = { [weak self] in self?.perform($0) }
        group.onPending = { [weak self] in self?.fill(Self.slice) }
        group.mayEdit = mayEdit(section)
        return group
    }

    /// Adds some of the missing rows, from top to bottom. Rows on the screen stay where they are.
    func fill(_ cost: Int) {
        let anchor = anchor(among: groups.map(\.section))
        addRows(costing: cost)
        if let anchor { scroll.shift(by: Double(height(above: anchor.id) - anchor.height)) }
        fillAfterNextFrame()
    }

    func addRows(costing limit: Int) {
        var cost = 0
        isFilling = false
        for group in groups {
            while let added = group.addNext() {
                cost += added
                guard cost < limit else { return isFilling = true }
            }
        }
    }

    /// Goes on as soon as the added rows are on the screen: the rows of one frame are laid out at once.
    func fillAfterNextFrame() {
        guard isFilling, !waitsForFrame, scroll.isMapped else { return }
        waitsForFrame = true
        scroll.afterNextFrame { [weak self] in
            self?.waitsForFrame = false
            self?.fill(Self.slice)
        }
    }

    func scrolled() {
        // Before the first layout it is nowhere.
        guard name.height > 0, let top = name.top(in: column) else { return }
        let isVisible = top + Double(name.height) > scroll.position
        guard isVisible != isNameVisible else { return }
        isNameVisible = isVisible
        onNameVisible?(isVisible)
    }

    /// The section that is at the top of the screen and stays in the column, and how much stands above it now.
    func anchor(among shown: [ContactDetail.Section]) -> (id: ContactDetail.Section.ID, height: Int)? {
        guard scroll.position > 0 else { return nil }
        let stays = Set(shown.map(\.id))
        let first = groups.first { group in
            guard stays.contains(group.section.id), let top = group.root.top(in: scroll) else { return false }
            return top + Double(group.root.height) > 0
        }
        return first.map { ($0.section.id, height(above: $0.section.id)) }
    }

    /// How much the sections above one take, in application pixels.
    func height(above id: ContactDetail.Section.ID) -> Int {
        groups.prefix { $0.section.id != id }
            .reduce(0) { $0 + $1.root.naturalHeight(forWidth: column.width) + Self.sectionSpacing }
    }

    func perform(_ action: DetailAction) {
        switch action {
        case .edit(let field): onEdit?(field)
        case .add(let kind): onAdd?(kind)
        case .tick(let field, let isDone): onTick?(field, isDone)
        case .favor(let field, let isFavorite): onFavor?(field, isFavorite)
        case .delete(let field): onDelete?(field)
        case .open(let uri):
            if let contactID { pictures.used.note(uri, of: contactID) }
            onOpen?(uri)
        case .show(let id): onShow?(id)
        case .copy(let text): onCopy?(text)
        }
    }
}

// The rows by the values that they show.
extension DetailView {
    /// The value or entry of the focused row.
    var fieldWithFocus: FieldID? { groups.lazy.compactMap(\.fieldWithFocus).first }

    /// Gives the focus to the row that shows this; false if none does.
    func focus(_ field: FieldID) -> Bool { groups.contains { $0.focus(field) } }

    /// The field of the row after this one in its section, or else of the row before.
    func neighbour(of field: FieldID) -> FieldID? { groups.lazy.compactMap { $0.neighbour(of: field) }.first }
}
