import Gtk

/// A contact and the button for its likeliest act: a way to reach it or a tick for having been in touch at the end of the
/// row, or a box to check before a task.
final class ReachableRow: ListRow {
    let root: Widget
    let contact: ContactRow
    var accessibleLabel: String { contact.accessibleLabel }

    /// The act of the button.
    enum Act {
        case open(QuickAction)
        case touch(name: String)
        case check(title: String)
    }

    /// Whether the act is done. The row is then crossed out, and its button is off.
    private var isDone = false {
        didSet {
            contact.isDone = isDone
            // The list's own widget has the name.
            let row = contact.whole?.parent ?? root
            button.setSensitive(!isDone, focusTo: row)
            check.isOn = isDone
            check.setSensitive(!isDone, focusTo: row)
        }
    }

    private let button = Button(icon: "mail-unread-symbolic", tooltip: "")
    private let check = CheckButton(name: "", isOn: false)
    private var act: Act?
    private var entry: TodayList.Entry?
    private let actions: DayActions
    private var doneObservation: MarksObservation?

    init(pictures: AvatarPictures, actions: DayActions) {
        self.actions = actions
        contact = ContactRow(pictures: pictures)
        let line = Box(.horizontal)
        line.addClass("reachable-contact")
        root = line
        contact.whole = line
        check.verticalAlignment = .center
        check.isVisible = false
        check.setMargins(start: 6)
        line.append(check)
        contact.root.expandsHorizontally = true
        line.append(contact.root)
        button.verticalAlignment = .center
        button.addClass("flat")
        button.setMargins(end: 6)
        line.append(button)
        button.isVisible = false
        button.onClicked { [weak self] in if let self { self.carryOut(from: self.button) } }
        check.onToggled { [weak self] isOn in
            if let self, isOn, !self.isDone { self.carryOut(from: self.check) }
        }
        doneObservation = actions.done.observe { [weak self] in self?.showDone() }
    }

    func bind(_ entry: TodayList.Entry) {
        self.entry = entry
        contact.bind(entry.contact)
        show(actions.act(of: entry))
        showDone()
    }

    func fill() {
        contact.fill()
    }

    func unbind() {
        entry = nil
        contact.unbind()
    }

    private func carryOut(from button: Widget) {
        if let act, let entry { actions.carryOut(act, of: entry, at: WidgetPoint(middleOf: button)) }
    }

    private func showDone() {
        isDone = entry?.toDo.map(actions.done.rows.contains) ?? false
    }

    /// Shows the button of an act; none for nil.
    private func show(_ act: Act?) {
        self.act = act
        let isCheck = if case .check? = act { true } else { false }
        check.isVisible = isCheck
        button.isVisible = act != nil && !isCheck
        switch act {
        case nil: break
        case .check(let title)?: check.setAccessibleLabel(title)
        case .open(let action)?: show(action.icon, tooltip: action.label, label: action.label)
        case .touch(let name)?:
            let tooltip = tr("I Was in Touch")
            show("object-select-symbolic", tooltip: tooltip, label: tr("%1$s: %2$s", name, tooltip))
        }
    }

    private func show(_ icon: String, tooltip: String, label: String) {
        button.icon = icon
        button.tooltip = tooltip
        button.setAccessibleLabel(label)
    }
}
