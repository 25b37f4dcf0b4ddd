import Contacts
import Gtk
import Model

/// The conflicts of a contact: the server's values beside the person's own. No choice is made beforehand.
final class ConflictView {
    private static let width = 640

    let root: Widget
    /// Something was chosen.
    var onChange: (() -> Void)?
    /// The conflicting changes of one contact.
    private(set) var changes: [WaitingChange] = []
    /// The name of the contact.
    private(set) var name = ""

    /// The name of the contact. A header bar often has no room for it beside "Cancel" and "Send".
    private let heading = Label("", classes: ["title-2"])
    /// The question of the page.
    private let task = Label("")
    private let head = Box(.vertical, spacing: 6)
    private let column = Box(.vertical, spacing: 24)
    private let countries: Countries
    private(set) var choices: [Slot: ConflictChoice] = [:]
    /// The choices that exclude each other.
    private var groups: [[ChoiceRow]] = []

    init(countries: Countries) {
        self.countries = countries
        column.setMargins(top: 24, bottom: 36, start: 12, end: 12)
        for label in [heading, task] {
            label.wraps()
            label.lineAlignment = 0
            label.horizontalAlignment = .start
        }
        head.append(heading)
        head.append(task)
        let scroll = ScrolledWindow(Clamp(column, maximumWidth: Self.width))
        scroll.scrollsVerticallyOnly()
        root = scroll
        column.onKeyPressed { [weak self] in self?.pressed($0) ?? false }
    }

    /// Whether everything is chosen.
    var isDecided: Bool { changes.allSatisfy { choices[$0.slot] != nil } }

    /// Whether the server is asked to change something: not where it has all chosen values already.
    var leadsToRequest: Bool { !isDecided || choices.values.contains(.mine) }

    /// Whether the person chose to delete the contact.
    var deletes: Bool { choices[.existence] == .mine }

    /// Whether the shown conflicts are these. Names do not count.
    func isAbout(_ other: [WaitingChange]) -> Bool {
        changes.map { [$0.id: $0.state] } == other.map { [$0.id: $0.state] }
            && changes.map(\.wanted) == other.map(\.wanted)
    }

    /// Shows the conflicting changes of a contact.
    func show(_ changes: [WaitingChange]) {
        column.removeAll()
        column.append(head)
        (choices, groups) = ([:], [])
        rename(as: changes)
        let isDeletion = changes.contains(where: \.isDeletion)
        task.text =
            isDeletion
            ? tr("Choose whether the contact is deleted.") : tr("Someone else changed this, too. Choose what to keep.")
        for change in changes {
            if case .problem(.conflict(let values)) = change.state, change.isDeletion {
                show(unseen: values, of: change)
                add(change, mine: tr("Delete Anyway"), theirs: tr("Keep the contact"))
            } else {
                let values = [change.wanted, change.conflict?.value, change.base]
                let words = change.words(of: values, countries: countries)
                add(change, mine: words[0], theirs: words[1], before: words[2])
            }
        }
        onChange?()
    }

    /// The contact may have another name by now.
    func rename(as changes: [WaitingChange]) {
        self.changes = changes
        name = changes.first?.subject ?? tr("No name")
        heading.text = name
    }

    /// The server's values that the person had not seen at the deletion.
    private func show(unseen values: [SlotState], of change: WaitingChange) {
        let title = tr("It has changed since you deleted it.")
        let group = PreferencesGroup(title: title)
        let list = BoxedList(label: title)
        for value in values {
            let words = value.slot.words(value.value, people: change.people, countries: countries)
            list.append(ChangeDescription.Line(label: value.slot.name, before: "", after: words).makeRow())
        }
        list.isVisible = !values.isEmpty
        group.add(list)
        column.append(group)
    }

    func focusFirst() {
        if let first = groups.first?.first { first.focusButton() } else { root.focusFirst() }
    }

    /// Arrow keys go on to another choice and take it. GTK does so only among those beside each other: one above the other
    /// they are in lists, which have a use for these keys.
    private func pressed(_ key: Key) -> Bool {
        guard let step = key.arrowStep(rightToLeft: root.isRightToLeft) else { return false }
        for rows in groups {
            guard let index = rows.firstIndex(where: \.containsFocus) else { continue }
            let next = index + step
            if rows.indices.contains(next) {
                rows[next].focusButton()
                rows[next].isChosen = true
            }
            return true
        }
        return false
    }

    private func add(_ change: WaitingChange, mine: String, theirs: String, before: String? = nil) {
        let (label, slot) = (change.title, change.slot)
        let columns = Columns()
        func append(_ row: Widget, _ name: String) {
            let list = BoxedList(label: name)
            list.append(row)
            columns.append(list)
        }
        let own = ChoiceRow(value: mine, label: tr("Yours"), group: nil)
        let other = ChoiceRow(value: theirs, label: tr("On the server"), group: own)
        groups.append([own, other])
        for (row, choice) in [(own, ConflictChoice.mine), (other, .theirs)] {
            row.onChosen { [weak self] in
                self?.choices[slot] = choice
                self?.onChange?()
            }
            append(row, choice == .mine ? tr("Yours") : tr("On the server"))
        }
        if let before {
            let former = ActionRow(title: before, subtitle: tr("Before"))
            former.setRowAccessibleLabel(tr("%1$s, %2$s", tr("Before"), before))
            append(former, tr("Before"))
        }
        let group = PreferencesGroup(title: label)
        group.setAccessibleLabel(label)
        group.add(columns)
        column.append(group)
    }
}
