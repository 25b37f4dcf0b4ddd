import Gtk
import Model

/// A section as it stands in the column; of a very long one the beginning, its ends, and a row that brings more.
///
/// It starts empty, and is filled row by row as the window has time: see `addNext`.
final class DetailGroup {
    private static let shownAtFirst = 10
    /// Rows that come at one click.
    private static let step = 100
    private static let costOfMore = 100

    private(set) var section: ContactDetail.Section
    let root: PreferencesGroup
    var onAction: ((DetailAction) -> Void)?
    /// Something waits for `addNext`.
    var onPending: (() -> Void)?

    /// The fields that the rows show.
    var marks: [FieldID: EditMarks.Mark] = [:] {
        didSet { for row in rows { row.show(row.field.flatMap { marks[$0] }) } }
    }

    /// Whether its entries can be added and changed.
    var mayEdit = false {
        didSet {
            guard mayEdit != oldValue else { return }
            for row in rows { row.mayEdit = mayEdit }
            showAdding()
        }
    }

    private let pictures: AvatarPictures
    private var rows: [DetailRow] = []
    private var ends: [DetailRow] = []
    /// How many rows there are to be.
    private var wanted: Int
    private var more: ActionRow?
    /// Adds an entry.
    private var adding: ActionRow?
    private var editor: EntryEditor?
    /// The row that the editor replaces.
    private var hidden: Widget?
    /// Came while the editor showed.
    private var news: ContactDetail.Section?
    /// The focus goes on with the next row.
    private var focusesNext = false
    /// The row for more rows had the focus, and gets it again.
    private var focusesMore = false
    /// The field of the former focused row. The next row that shows this field gets the focus.
    private var focusedField: FieldID?

    init(_ section: ContactDetail.Section, pictures: AvatarPictures) {
        self.section = section
        self.pictures = pictures
        root = PreferencesGroup(title: section.title)
        root.setAccessibleLabel(section.title)
        wanted = Self.countAtFirst(of: section)
    }

    /// Shows news of the section. Unchanged rows at its beginning keep their place and the focus. A focused row behind
    /// them hands the focus to the row that shows the same field now.
    func update(to new: ContactDetail.Section) {
        guard editor == nil else {
            news = new
            return showTicks()
        }
        guard new != section else { return }
        focusesMore = focusesMore || more?.containsFocus == true
        removeMore()
        let shown = rows.count
        let kept = min(zip(section.rows, new.rows).prefix { $0 == $1 }.count, shown)
        focusedField = Self.fieldWithFocus(among: rows.dropFirst(kept))
        for row in rows.dropFirst(kept) { remove(row.root) }
        rows.removeSubrange(kept...)
        let hadEnds = !ends.isEmpty
        if new.ends != section.ends {
            for row in ends { remove(row.root) }
            ends = []
        }
        section = new
        wanted = min(max(wanted, Self.countAtFirst(of: new)), new.rows.count)
        // Former rows are there at once; the others come as before.
        while rows.count < min(shown, wanted) { _ = addRow(section.rows[rows.count]) }
        while hadEnds, ends.count < new.ends.count { _ = addEnd(new.ends[ends.count]) }
        if focusesMore, wanted == new.rows.count {
            focusesMore = false
            if rows.count < wanted { focusesNext = true } else { rows.last?.root.grabFocus() }
        }
        // A later row with the same field does not take the focus.
        if !new.rows.contains(where: { $0.field == focusedField }) { focusedField = nil }
    }

    /// The field of the focused row.
    var fieldWithFocus: FieldID? { Self.fieldWithFocus(among: rows[...]) }

    /// The focused row; nil where none has the focus.
    var rowWithFocus: DetailRow? { (rows + ends).first { $0.root.containsFocus } }

    /// The row at a point; nil where there is none.
    func row(at point: WidgetPoint) -> DetailRow? { (rows + ends).first { point.isIn($0.root) } }

    /// The field of the row after this one, or else of the row before.
    func neighbour(of field: FieldID) -> FieldID? {
        guard let index = rows.firstIndex(where: { $0.field == field }) else { return nil }
        return rows[(index + 1)...].lazy.compactMap(\.field).first ?? rows[..<index].lazy.compactMap(\.field).last
    }

    /// Gives the focus to the row that shows this; false if none does.
    func focus(_ field: FieldID) -> Bool {
        rows.first { $0.field == field }.map { $0.root.grabFocus() || $0.root.focusFirst() } ?? false
    }

    private static func fieldWithFocus(among rows: ArraySlice<DetailRow>) -> FieldID? {
        rows.first { $0.root.containsFocus }?.field
    }

    private static func countAtFirst(of section: ContactDetail.Section) -> Int {
        // A row for one more row would take its place.
        section.rows.count == shownAtFirst + 1 ? section.rows.count : min(shownAtFirst, section.rows.count)
    }

    /// Adds the next row, or the next part of a long text. Returns the cost of its layout, or nil without a next one.
    func addNext() -> Int? {
        for row in rows + ends {
            if let cost = row.addNext() { return cost }
        }
        if rows.count < wanted { return addRow(section.rows[rows.count]) }
        if ends.count < section.ends.count { return addEnd(section.ends[ends.count]) }
        guard wanted < section.rows.count, more == nil else { return nil }
        addMore()
        return Self.costOfMore
    }

    private func make(_ row: ContactDetail.Row) -> DetailRow {
        let made = DetailRow(row, pictures: pictures)
        made.onAction = { [weak self] in self?.onAction?($0) }
        made.onPending = { [weak self] in self?.onPending?() }
        made.show(row.field.flatMap { marks[$0] })
        made.mayEdit = mayEdit
        return made
    }

    private func addRow(_ row: ContactDetail.Row) -> Int {
        let made = make(row)
        rows.append(made)
        place(made.root, before: ends.first?.root)
        let hadFocus = focusedField != nil && row.field == focusedField
        if focusesNext || hadFocus, !made.root.grabFocus() { made.root.focusFirst() }
        focusesNext = false
        if hadFocus { focusedField = nil }
        return made.cost
    }

    private func addEnd(_ row: ContactDetail.Row) -> Int {
        let made = make(row)
        ends.append(made)
        place(made.root)
        return made.cost
    }

    private func addMore() {
        let rest = section.rows.count - wanted
        let row = ActionRow(
            title: rest > Self.step
                ? trn("Show %d More", "Show %d More", Self.step)
                : trn("Show All (%d)", "Show All (%d)", section.rows.count))
        row.addSuffix(Icon("pan-down-symbolic"))
        row.setRowAccessibleLabel(row.title)
        row.onActivated { [weak self] in self?.showMore() }
        more = row
        place(row)
        if focusesMore { row.grabFocus() }
        focusesMore = false
    }

    private func removeMore() {
        if let more { remove(more) }
        more = nil
    }

    private func remove(_ row: Widget) {
        // A window of GTK 4.8 keeps the address of a focused widget that is removed.
        row.dropFocus()
        root.remove(row)
    }

    /// The row that adds an entry stays the last one.
    private func place(_ row: Widget, before end: Widget? = nil) {
        if let next = end ?? adding { root.insert(row, before: next) } else { root.add(row) }
    }

    private func showMore() {
        removeMore()
        wanted = min(wanted + Self.step, section.rows.count)
        focusesNext = true
        onPending?()
    }
}

// Entries that are added and changed in place.
extension DetailGroup {
    /// Whether an editor shows.
    var isEditing: Bool { editor != nil }

    /// Whether there are no rows to be shown.
    var isEmpty: Bool { section.isEmpty }

    func shows(_ field: FieldID) -> Bool { rows.contains { $0.field == field } }

    /// Shows in each row whether its task is done, as it is stored.
    func showTicks() {
        let stored = (news ?? section).rows
        for row in rows { row.showTick(stored.first { $0.field == row.field }?.isDone) }
    }

    /// Gives the focus to the row that adds an entry; false without one.
    func focusAdding() -> Bool { adding?.grabFocus() ?? false }

    /// An editor replaces an entry's row, or the row "Add …".
    func begin(_ editor: EntryEditor, at field: FieldID?) {
        let row = field.flatMap { field in rows.first { $0.field == field }?.root } ?? adding
        guard var last: Widget = row else { return }
        for row in editor.rows {
            root.insert(row, after: last)
            last = row
        }
        row?.isVisible = false
        (self.editor, hidden) = (editor, row)
    }

    /// Takes the editor away, and shows the news that came meanwhile.
    func endEditing() {
        guard let editor else { return }
        for row in editor.rows { remove(row) }
        hidden?.isVisible = true
        (self.editor, hidden) = (nil, nil)
        guard let news else { return }
        self.news = nil
        // A person sees the entry that they added, also behind rows that do not show.
        let known = Set(section.rows.compactMap(\.field))
        let added = news.rows.indices.filter { news.rows[$0].field.map { !known.contains($0) } ?? false }
        if added.count == 1 { wanted = max(wanted, added[0] + 1) }
        update(to: news)
    }

    private func showAdding() {
        guard let kind = PartKind.added(to: section.id) else { return }
        if !mayEdit, let adding {
            root.remove(adding)
            self.adding = nil
        }
        guard mayEdit, adding == nil else { return }
        let row = ActionRow(title: kind.addLabel)
        row.addPrefix(Icon("list-add-symbolic"))
        row.setRowAccessibleLabel(row.title)
        row.onActivated { [weak self] in self?.onAction?(.add(kind)) }
        root.add(row)
        adding = row
    }
}
