import Contacts
import Gtk
import Model

/// Which of two values a person takes.
enum EditChoice: Hashable {
    case mine, theirs
}

/// What somebody else made of the same, beside one's own: a choice for each value, and none is made beforehand.
final class ConflictView {
    private static let width = 640

    let root: Widget
    /// Something was chosen.
    var onChange: (() -> Void)?
    private(set) var change: WaitingChange?
    /// Whose, and what it is about.
    private(set) var title = ""

    private let column = Box(.vertical, spacing: 24)
    private let countries: Countries
    private var values: [ContactKey: EditChoice] = [:]
    private var whole: EditChoice?
    private var wanted: (keys: Set<ContactKey>, whole: Bool) = ([], false)
    private var first: ChoiceRow?

    init(countries: Countries) {
        self.countries = countries
        column.setMargins(top: 24, bottom: 36, start: 12, end: 12)
        let scroll = ScrolledWindow(Clamp(column, maximumWidth: Self.width))
        scroll.scrollsVerticallyOnly()
        root = scroll
    }

    /// What was chosen.
    var choices: (values: [ContactKey: EditChoice], whole: EditChoice?) { (values, whole) }

    /// Whether everything is chosen.
    var isDecided: Bool {
        isAboutCandidates || Set(values.keys) == wanted.keys && (!wanted.whole || whole != nil)
    }

    /// Whether contacts on the server may be the one that was to be made.
    var isAboutCandidates: Bool { change?.edit.conflict?.candidates.isEmpty == false }

    func show(_ change: WaitingChange) {
        self.change = change
        column.removeAll()
        (values, whole, wanted, first) = ([:], nil, ([], false), nil)
        let words = ChangeWords(change.edit.change, countries: countries)
        title = tr("%1$s: %2$s", change.name.isEmpty ? tr("No name") : PlainText.line(change.name), words.title)
        guard let conflict = change.edit.conflict else { return }
        if case .values(let edited) = change.edit.change {
            for key in ContactKey.allCases {
                guard let theirs = conflict.values[key], let delta = edited.deltas[key] else { continue }
                wanted.keys.insert(key)
                add(
                    key.name, mine: ValueWords.words(delta.after), theirs: ValueWords.words(theirs),
                    before: ValueWords.words(delta.before)
                ) { [weak self] in self?.values[key] = $0 }
            }
        } else if case .part(let part) = change.edit.change {
            wanted.whole = true
            add(
                part.kind.name, mine: ValueWords.words(part.after, countries: countries),
                theirs: ValueWords.words(conflict.part, countries: countries),
                before: ValueWords.words(part.before, countries: countries)
            ) { [weak self] in self?.whole = $0 }
        } else if conflict.seen != nil {
            wanted.whole = true
            add(
                tr("Delete Contact"), mine: tr("Delete it all the same"), theirs: tr("Keep the contact"),
                before: tr("It has changed since you deleted it.")
            ) { [weak self] in self?.whole = $0 }
        } else {
            let note = Label(
                tr(
                    "A contact like this is on the server already. Send makes another one; Drop Change leaves it at that."
                ))
            note.wraps()
            column.append(note)
        }
        onChange?()
    }

    func focusFirst() {
        if first?.focusFirst() != true { root.focusFirst() }
    }

    private func add(
        _ label: String, mine: String, theirs: String, before: String, onChoice: @escaping (EditChoice) -> Void
    ) {
        let list = BoxedList(label: label)
        let own = ChoiceRow(title: tr("Yours"), subtitle: mine, group: nil)
        let other = ChoiceRow(title: tr("On the server"), subtitle: theirs, group: own)
        first = first ?? own
        for (row, choice) in [(own, EditChoice.mine), (other, .theirs)] {
            row.onChosen { [weak self] in
                onChoice(choice)
                self?.onChange?()
            }
            list.append(row)
        }
        let former = ActionRow(title: tr("Before"), subtitle: before)
        former.setRowAccessibleLabel(tr("%1$s, %2$s", tr("Before"), before))
        list.append(former)
        let group = PreferencesGroup(title: label)
        group.add(list)
        column.append(group)
    }
}
