import Gtk

/// A row of the day's page: a contact and its button, below the heading of its section and above "Show All".
final class TodayRow: ListRow {
    nonisolated struct Item: Identifiable, Equatable, Sendable {
        struct ID: Hashable, Sendable {
            let section: TodayList.Section
            let contactID: Int
            let toDo: DoneRows.Row?
        }

        let section: TodayList.Section
        let entry: TodayList.Entry
        /// Whether the section begins here.
        let isFirst: Bool
        /// How many there are in the section, if this is the last that is shown of more.
        let hidden: Int?

        var id: ID { ID(section: section, contactID: entry.contact.id, toDo: entry.toDo) }
    }

    let root: Widget

    private let row: ReachableRow
    private let heading = Label(classes: ["heading", "today-heading"])
    private let showAll = Button("")
    private var item: Item?

    init(pictures: AvatarPictures, actions: DayActions) {
        row = ReachableRow(pictures: pictures, actions: actions)
        let box = Box(.vertical)
        root = box
        row.contact.whole = box
        heading.lineAlignment = 0
        heading.ellipsizes()
        heading.setMargins(top: 12, bottom: 6, start: 12, end: 12)
        heading.setAccessibleHeading()
        heading.keepsClicks()
        showAll.addClass("flat")
        showAll.setMargins(top: 6)
        for part in [heading, row.root, showAll] { box.append(part) }
        showAll.onClicked { [weak self] in
            guard let section = self?.item?.section else { return }
            actions.onShowAll?(section)
        }
    }

    var accessibleLabel: String { row.accessibleLabel }

    func bind(_ item: Item) {
        self.item = item
        heading.isVisible = item.isFirst
        if item.isFirst { heading.text = item.section.localizedDescription }
        row.bind(item.entry)
        showAll.isVisible = item.hidden != nil
        if let count = item.hidden { showAll.label = trn("Show All (%d)", "Show All (%d)", count) }
    }

    func fill() {
        row.fill()
    }

    func unbind() {
        item = nil
        row.unbind()
    }
}

private extension TodayList.Section {
    var localizedDescription: String {
        switch self {
        case .today: tr("Today")
        case .overdue: tr("Overdue")
        case .tasks: tr("Tasks")
        case .comingUp: tr("Coming Up")
        }
    }
}
