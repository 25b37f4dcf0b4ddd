import Gtk

/// A section as it stands in the column; of a very long one the beginning, and a row that brings more.
final class DetailGroup {
    private static let shownAtFirst = 10
    /// Rows that may be made at once without anybody waiting for them.
    private static let step = 100

    let section: ContactDetail.Section
    let root: PreferencesGroup
    var onAction: ((DetailAction) -> Void)?

    private let pictures: AvatarPictures
    private var rows: [DetailRow] = []
    private var more: ActionRow?

    /// `count` is how many rows the person saw of the section before.
    init(_ section: ContactDetail.Section, showing count: Int = 0, pictures: AvatarPictures) {
        self.section = section
        self.pictures = pictures
        root = PreferencesGroup(title: section.title)
        root.setAccessibleLabel(section.title)
        // A row for one more row would take its place.
        let first = max(count, section.rows.count == Self.shownAtFirst + 1 ? section.rows.count : Self.shownAtFirst)
        show(upTo: first)
    }

    /// How many rows are shown.
    var count: Int { rows.count }

    private func show(upTo count: Int) {
        if let more { root.remove(more) }
        more = nil
        for row in section.rows.prefix(count).dropFirst(rows.count) {
            let made = DetailRow(row, pictures: pictures)
            made.onAction = { [weak self] in self?.onAction?($0) }
            rows.append(made)
            root.add(made.root)
        }
        let rest = section.rows.count - rows.count
        if rest > 0 { addMore(rest) }
    }

    private func addMore(_ rest: Int) {
        let row = ActionRow(
            title: rest > Self.step
                ? trn("Show %d More", "Show %d More", Self.step)
                : trn("Show All (%d)", "Show All (%d)", section.rows.count))
        row.addSuffix(Icon("pan-down-symbolic"))
        row.setRowAccessibleLabel(row.title)
        row.onActivated { [weak self] in
            guard let self else { return }
            let former = self.rows.count
            self.show(upTo: former + Self.step)
            // The focus goes on with what came.
            self.rows[former].root.grabFocus()
        }
        more = row
        root.add(row)
    }
}
