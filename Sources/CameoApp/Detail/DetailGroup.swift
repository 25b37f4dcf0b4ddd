import Gtk
import Model

/// A section as it stands in the column; of a very long one the beginning, and a row that brings more.
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

    private let pictures: AvatarPictures
    private var rows: [DetailRow] = []
    /// How many rows there are to be.
    private var wanted: Int
    private var more: ActionRow?
    /// The focus goes on with the next row.
    private var focusesNext = false
    /// The focus goes on with the row that shows this, as did the one that had it.
    private var focusedField: FieldID?

    init(_ section: ContactDetail.Section, pictures: AvatarPictures) {
        self.section = section
        self.pictures = pictures
        root = PreferencesGroup(title: section.title)
        root.setAccessibleLabel(section.title)
        wanted = Self.countAtFirst(of: section)
    }

    /// Shows news of the section. Rows at its beginning that stay as they are keep their place and the focus; a row behind
    /// them that has the focus hands it to the one that shows the same field now.
    func update(to new: ContactDetail.Section) {
        guard new != section else { return }
        if let more { root.remove(more) }
        more = nil
        let shown = rows.count
        let kept = min(zip(section.rows, new.rows).prefix { $0 == $1 }.count, shown)
        focusedField = Self.fieldWithFocus(among: rows.dropFirst(kept))
        for row in rows.dropFirst(kept) { root.remove(row.root) }
        rows.removeSubrange(kept...)
        section = new
        wanted = min(max(wanted, Self.countAtFirst(of: new)), new.rows.count)
        // Former rows are there at once; the others come as before.
        while rows.count < min(shown, wanted) { _ = addRow(section.rows[rows.count]) }
    }

    /// The field of the focused row.
    var fieldWithFocus: FieldID? { Self.fieldWithFocus(among: rows[...]) }

    /// Gives the focus to the row that shows this; false if none does.
    func focus(_ field: FieldID) -> Bool {
        rows.first { $0.field == field }?.root.grabFocus() ?? false
    }

    private static func fieldWithFocus(among rows: ArraySlice<DetailRow>) -> FieldID? {
        rows.first { $0.root.containsFocus }?.field
    }

    private static func countAtFirst(of section: ContactDetail.Section) -> Int {
        // A row for one more row would take its place.
        section.rows.count == shownAtFirst + 1 ? section.rows.count : min(shownAtFirst, section.rows.count)
    }

    /// Adds the next row, or the next part of a long text; returns what it costs to lay it out, or nil when nothing is left.
    func addNext() -> Int? {
        for row in rows {
            if let cost = row.addNext() { return cost }
        }
        if rows.count < wanted { return addRow(section.rows[rows.count]) }
        guard wanted < section.rows.count, more == nil else { return nil }
        addMore()
        return Self.costOfMore
    }

    private func addRow(_ row: ContactDetail.Row) -> Int {
        let made = DetailRow(row, pictures: pictures)
        made.onAction = { [weak self] in self?.onAction?($0) }
        made.onPending = { [weak self] in self?.onPending?() }
        made.show(row.field.flatMap { marks[$0] })
        rows.append(made)
        root.add(made.root)
        let hadFocus = focusedField != nil && row.field == focusedField
        if focusesNext || hadFocus { made.root.grabFocus() }
        focusesNext = false
        if hadFocus { focusedField = nil }
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
        root.add(row)
    }

    private func showMore() {
        if let more { root.remove(more) }
        more = nil
        wanted = min(wanted + Self.step, section.rows.count)
        focusesNext = true
        onPending?()
    }
}
