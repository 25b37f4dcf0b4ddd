import Contacts
import Gtk
import Model

/// The answer to the question whether Cameo's new contact or part is already on the server.
enum CandidateChoice: Hashable {
    case one(RemoteID), noneOfThem
}

/// The values of another client beside one's own: a choice for each value, and none is made beforehand.
final class ConflictView {
    private static let width = 640

    let root: Widget
    /// Something was chosen.
    var onChange: (() -> Void)?
    private(set) var change: WaitingChange?
    /// Whose it is.
    private(set) var name = ""

    /// Whose it is: beside "Cancel" and "Send" a header bar has often no room for that.
    private let heading = Label("", classes: ["title-2"])
    /// The question of the page.
    private let task = Label("")
    private let head = Box(.vertical, spacing: 6)
    private let column = Box(.vertical, spacing: 24)
    private let countries: Countries
    private var values: [ContactKey: ConflictChoice] = [:]
    private var whole: ConflictChoice?
    private(set) var candidate: CandidateChoice?
    private var wanted: (keys: Set<ContactKey>, whole: Bool) = ([], false)
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

    /// The chosen values.
    var choices: (values: [ContactKey: ConflictChoice], whole: ConflictChoice?) { (values, whole) }

    /// Whether everything is chosen.
    var isDecided: Bool {
        if isAboutCandidates { return candidate != nil }
        return Set(values.keys) == wanted.keys && (!wanted.whole || whole != nil)
    }

    /// Whether the server is asked to change something: not where all that was chosen is on the server already.
    var leadsToRequest: Bool {
        guard isDecided, !isAboutCandidates else { return true }
        return values.values.contains(.mine) || whole == .mine
    }

    private static func task(_ conflict: EditConflict) -> String {
        if !conflict.candidates.isEmpty { return tr("Choose the one that you meant, or create a new one.") }
        if conflict.seen != nil { return tr("Choose whether the contact is deleted.") }
        return tr("Someone else changed this, too. Choose what to keep.")
    }

    /// Whether Cameo's new contact or part may already be on the server.
    private var isAboutCandidates: Bool { change?.edit.conflict?.candidates.isEmpty == false }

    func show(_ change: WaitingChange) {
        self.change = change
        column.removeAll()
        column.append(head)
        (values, whole, candidate, wanted, groups) = ([:], nil, nil, ([], false), [])
        let words = ChangeDescription(change, countries: countries)
        rename(as: change)
        guard let conflict = change.edit.conflict else { return }
        task.text = Self.task(conflict)
        let people = change.people
        if case .values(let edited) = change.edit.change {
            for key in ContactKey.allCases {
                guard let theirs = conflict.values[key], let delta = edited.deltas[key] else { continue }
                wanted.keys.insert(key)
                add(
                    key.name, mine: ValueDescription.text(delta.after, of: key, people: people),
                    theirs: ValueDescription.text(theirs, of: key, people: people),
                    before: ValueDescription.text(delta.before, of: key, people: people)
                ) { [weak self] in self?.values[key] = $0 }
            }
            var costs: [FormWarning] = conflict.movedDays.isEmpty ? [] : [.movesLeapDay]
            if !conflict.doubledReminders.isEmpty { costs.append(.doublesReminder) }
            if !costs.isEmpty {
                wanted.whole = true
                let days = conflict.movedDays + conflict.doubledReminders
                add(
                    words.title, mine: costs.map(\.sentence).joined(separator: "\n"),
                    theirs: tr("_Discard").replacing("_", with: ""),
                    before: days.map(\.name).joined(separator: tr(", "))
                ) { [weak self] in self?.whole = $0 }
            }
        } else if case .part(let part) = change.edit.change, conflict.candidates.isEmpty {
            wanted.whole = true
            add(
                change.name(of: part.kind),
                mine: ValueDescription.text(part.after, people: people, countries: countries),
                theirs: ValueDescription.text(conflict.part, people: people, countries: countries),
                before: ValueDescription.text(part.before, people: people, countries: countries)
            ) { [weak self] in self?.whole = $0 }
        } else if let now = conflict.seen {
            wanted.whole = true
            show(differencesTo: now, of: change)
            add(tr("Delete Contact"), mine: tr("Delete Anyway"), theirs: tr("Keep the contact")) {
                [weak self] in self?.whole = $0
            }
        } else {
            show(own: words.lines)
            offer(conflict.offered, people: people)
        }
        onChange?()
    }

    /// The contact may be called otherwise by now.
    func rename(as change: WaitingChange) {
        self.change = change
        name = change.name.isEmpty ? tr("No name") : PlainText.line(change.name)
        heading.text = name
    }

    /// The typed values, to compare with.
    private func show(own lines: [ChangeDescription.Line]) {
        let list = BoxedList(label: tr("Yours"))
        for line in lines {
            let row = ActionRow(title: line.label, subtitle: line.after)
            row.setRowAccessibleLabel(tr("%1$s, %2$s", line.label, line.after))
            list.append(row)
        }
        let group = PreferencesGroup(title: tr("Yours"))
        group.add(list)
        column.append(group)
    }

    /// What was there when somebody deleted it, and what is there now.
    private func show(differencesTo now: SeenContact, of change: WaitingChange) {
        guard case .delete(let seen) = change.edit.change else { return }
        let title = tr("It has changed since you deleted it.")
        let group = PreferencesGroup(title: title)
        let list = BoxedList(label: title)
        let lines = ChangeDescription.differences(from: seen, to: now, people: change.people, countries: countries)
        for line in lines { list.append(line.makeRow()) }
        list.isVisible = !lines.isEmpty
        group.add(list)
        column.append(group)
    }

    /// The contacts on the server, or the parts of one, that may be the same.
    private func offer(_ candidates: [EditCandidate], people: [AnyContactID: String]) {
        let list = BoxedList(label: tr("On the server"))
        var rows: [ChoiceRow] = []
        func add(_ title: String, _ subtitle: String, _ choice: CandidateChoice) {
            let row = ChoiceRow(title: title, subtitle: subtitle, group: rows.first)
            rows.append(row)
            row.onChosen { [weak self] in
                self?.candidate = choice
                self?.onChange?()
            }
            list.append(row)
        }
        for candidate in candidates {
            add(
                candidate.name(people: people, countries: countries),
                candidate.facts(countries: countries).joined(separator: "\n"), .one(candidate.id))
        }
        add(tr("None of These: Create New"), "", .noneOfThem)
        groups.append(rows)
        let group = PreferencesGroup(title: tr("Does this contact already exist?"))
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

    private func add(
        _ label: String, mine: String, theirs: String, before: String? = nil,
        onChoice: @escaping (ConflictChoice) -> Void
    ) {
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
                onChoice(choice)
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
