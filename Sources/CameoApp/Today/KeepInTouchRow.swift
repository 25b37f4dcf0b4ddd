import Gtk

/// A row of the page Keep in Touch.
final class KeepInTouchRow: ListRow {
    var root: Widget { row.root }
    var accessibleLabel: String { row.contact.accessibleLabel }

    private let row: ReachableRow

    init(pictures: AvatarPictures, actions: DayActions) {
        row = ReachableRow(pictures: pictures, actions: actions)
        row.contact.whole = row.root
    }

    func bind(_ entry: TodayList.Entry) {
        row.bind(entry)
    }

    func fill() {
        row.contact.fill()
    }

    func unbind() {
        row.unbind()
    }
}
