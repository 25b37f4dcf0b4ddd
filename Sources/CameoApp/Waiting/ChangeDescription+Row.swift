import Gtk

extension ChangeDescription.Line {
    /// A row with the value before and the value after.
    func makeRow() -> ActionRow {
        // Between two words of the other direction, the arrow would lead from the new value to the old value.
        let shown = words(PlainText.isolated(before), PlainText.isolated(after))
        let row = ActionRow(title: label, subtitle: PlainText.line(shown, rightToLeft: Desktop.isRightToLeft))
        row.setRowAccessibleLabel(tr("%1$s, %2$s", label, words(before, after)))
        return row
    }

    private func words(_ before: String, _ after: String) -> String {
        if self.before.isEmpty { return after }
        return Desktop.isRightToLeft ? tr("%1$s ← %2$s", before, after) : tr("%1$s → %2$s", before, after)
    }
}
