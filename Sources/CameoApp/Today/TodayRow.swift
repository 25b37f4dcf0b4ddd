import Gtk

/// A row of the day's page: a contact and its button, below the heading of its section and above "Show All".
final class TodayRow: ListRow {
    nonisolated struct Item: Identifiable, Equatable, Sendable {
        struct ID: Hashable, Sendable {
            let section: TodayList.Section
            let contactID: Int
        }

        let section: TodayList.Section
        let entry: TodayList.Entry
        /// Whether the section begins here.
        let isFirst: Bool
        /// How many there are in the section, if this is the last that is shown of more.
        let hidden: Int?

        var id: ID { ID(section: section, contactID: entry.contact.id) }
    }

    /// The actions of the buttons of all rows.
    final class Actions {
        /// A button leads to another program, such as that for mails.
        var onOpen: ((String) -> Void)?
        let touch = TouchAction()
        /// All of a section are to be shown.
        var onShowAll: ((TodayList.Section) -> Void)?
    }

    let root: Widget

    private let row: ReachableRow
    private let heading = Label(classes: ["heading", "today-heading"])
    private let showAll = Button("")
    private var item: Item?
    private let actions: Actions

    init(pictures: AvatarPictures, actions: Actions) {
        self.actions = actions
        row = ReachableRow(pictures: pictures)
        let box = Box(.vertical)
        root = box
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
            }
        }
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
        if item.section == .overdue, actions.touch.isOffered {
            row.show(.touch(name: item.entry.contact.name))
        } else {
            row.show(item.entry.action.map { .open($0) })
        }
        showAll.isVisible = item.hidden != nil
        if let count = item.hidden { showAll.label = trn("Show All (%d)", "Show All (%d)", count) }
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
        case .comingUp: tr("Coming Up")
        }
    }
}
