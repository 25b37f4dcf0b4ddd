import Gtk

/// A section as it stands in the column; of a very long one the beginning, and a row that brings more.
///
/// It starts empty, and is filled row by row as the window has time: see `addNext`.
final class DetailGroup {
    private static let shownAtFirst = 10
    /// Rows that come at one click.
    private static let step = 100
    private static let costOfMore = 100

    let section: ContactDetail.Section
    let root: PreferencesGroup
    var onAction: ((DetailAction) -> Void)?
    /// Something waits for `addNext`.
    var onPending: (() -> Void)?

    private let pictures: AvatarPictures
    private var rows: [DetailRow] = []
    /// How many rows there are to be.
    private var wanted: Int
    private var more: ActionRow?
    /// The focus goes on with the next row.
    private var focusesNext = false

    /// `count` is how many rows the person saw of the section before.
    init(_ section: ContactDetail.Section, showing count: Int = 0, pictures: AvatarPictures) {
        self.section = section
        self.pictures = pictures
        root = PreferencesGroup(title: section.title)
        root.setAccessibleLabel(section.title)
        // A row for one more row would take its place.
        let first = max(count, section.rows.count == Self.shownAtFirst + 1 ? section.rows.count : Self.shownAtFirst)
        wanted = min(first, section.rows.count)
    }

    /// How many rows are shown, or about to be.
    var count: Int { wanted }

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
        rows.append(made)
        root.add(made.root)
        if focusesNext { made.root.grabFocus() }
        focusesNext = false
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
