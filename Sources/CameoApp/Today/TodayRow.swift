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

    /// The actions of the buttons of all rows.
    final class Actions {
        /// A button leads to another program, such as that for mails.
        var onOpen: ((String) -> Void)?
        let touch = TouchAction()
        let done: DoneRows
        /// The person has done a task of a contact.
        var onTick: ((_ task: Int, _ contact: Int) -> Void)?
        /// All of a section are to be shown.
        var onShowAll: ((TodayList.Section) -> Void)?

        init(done: DoneRows) {
            self.done = done
        }
    }

    let root: Widget

    private let row: ReachableRow
    private let heading = Label(classes: ["heading", "today-heading"])
    private let showAll = Button("")
    private var item: Item?
    private let actions: Actions
    private var doneObservation: MarksObservation?

    init(pictures: AvatarPictures, actions: Actions) {
        self.actions = actions
        row = ReachableRow(pictures: pictures)
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
        row.onAct = { [weak self] act, point in
            switch act {
            case .open(let action): actions.onOpen?(action.uri)
            case .touch: if let entry = self?.item?.entry.contact { actions.touch.onTouch?(entry, point) }
            case .check:
                if case .task(let task, let contact)? = self?.item?.entry.toDo { actions.onTick?(task, contact) }
            }
        }
        doneObservation = actions.done.observe { [weak self] in self?.showDone() }
        for part in [heading, row.root, showAll] { box.append(part) }
        showAll.onClicked { [weak self] in
            guard let section = self?.item?.section else { return }
            actions.onShowAll?(section)
        }
    }

    var accessibleLabel: String { row.contact.accessibleLabel }

    func bind(_ item: Item) {
        self.item = item
        heading.isVisible = item.isFirst
        if item.isFirst { heading.text = item.section.localizedDescription }
        row.contact.bind(item.entry.contact)
        row.show(act(of: item))
        showDone()
        showAll.isVisible = item.hidden != nil
        if let count = item.hidden { showAll.label = trn("Show All (%d)", "Show All (%d)", count) }
    }

    private func act(of item: Item) -> ReachableRow.Act? {
        let entry = item.entry
        switch item.section {
        case .overdue where actions.touch.isOffered: return .touch(name: entry.contact.name)
        case .tasks: return actions.touch.isOffered ? .check(title: entry.contact.secondLine) : nil
        case .overdue, .today, .comingUp: return entry.action.map { .open($0) }
        }
    }

    private func showDone() {
        row.isDone = item?.entry.toDo.map(actions.done.rows.contains) ?? false
    }

    func fill() {
        row.contact.fill()
    }

    func unbind() {
        item = nil
        row.contact.unbind()
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
