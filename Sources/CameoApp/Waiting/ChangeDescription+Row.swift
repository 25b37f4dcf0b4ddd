import Gtk

extension ChangeDescription.Line {
    /// A row that says what there was, and what there is to be.
    func makeRow() -> ActionRow {
        let words =
            before.isEmpty
            ? after : Desktop.isRightToLeft ? tr("%1$s ← %2$s", before, after) : tr("%1$s → %2$s", before, after)
        let row = ActionRow(title: label, subtitle: words)
        row.setRowAccessibleLabel(tr("%1$s, %2$s", label, words))
        return row
    }
}
