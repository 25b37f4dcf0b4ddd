import Contacts
import Foundation
import Gtk
import Model

/// A row of the page: the name of a value, and the reason of the delay if that is not above all rows.
///
/// The values before and after, and the buttons, are inside. A person opens few of many rows, so the inside is made at the
/// first opening.
final class WaitingRow {
    let root: ExpanderRow
    private(set) var change: WaitingChange

    private let isNarrow: Bool
    private let countries: Countries
    private let makeButtons: (WaitingChange) -> Widget
    private let icon = Icon("")
    private let time = Label("", classes: ["caption", "dim-label", "numeric"])
    private var inside: [Widget] = []
    /// The sentence above all rows.
    private var shared: String?

    /// In a narrow row the time has no room of its own.
    init(
        _ change: WaitingChange, isNarrow: Bool, countries: Countries, buttons: @escaping (WaitingChange) -> Widget
    ) {
        self.change = change
        self.isNarrow = isNarrow
        self.countries = countries
        makeButtons = buttons
        root = ExpanderRow(title: "")
        root.addPrefix(icon)
        root.addAction(time)
        time.verticalAlignment = .center
        // The row's name says them.
        for part in [icon, time] { part.setAccessibleHidden() }
        showHead()
        root.onExpanded { [weak self] in
            if let self, self.inside.isEmpty { self.showInside() }
        }
    }

    /// Shows news of the change. Unchanged parts keep their widgets.
    func show(_ new: WaitingChange) {
        guard new != change else { return }
        let former = change
        change = new
        showHead()
        if !inside.isEmpty, !new.offersTheSame(as: former) { showInside() }
    }

    /// Says why and for how long the change waits, unless that is `shared` by all rows.
    func showReason(besides shared: String?, timeLeft: Double?) {
        // A clock that was set right tells the time of a change that lay in the future.
        if shared != self.shared || !isNarrow && time.text.isEmpty && since != nil {
            self.shared = shared
            showHead()
        }
        let next = ownSentence == nil ? nil : WaitingPage.nextTry(in: timeLeft)
        let since = isNarrow ? since ?? "" : ""
        let subtitle = [ContactDetail.joined([since, ownSentence]), next ?? ""].filter { !$0.isEmpty }
            .joined(separator: "\n")
        if subtitle != root.subtitle { root.subtitle = subtitle }
        // The row's name would be said anew with each step.
        root.setRowAccessibleDescription(next ?? "")
    }
}

private extension WaitingRow {
    /// The reason of the delay; nil if the sentence above all rows is the same.
    var ownSentence: String? {
        guard change.state != .waiting, change.state != .held else { return nil }
        let sentence = change.sentence(countries: countries)
        return sentence == shared ? nil : sentence
    }

    /// The time of the change; nil if it lies in the future because a clock was wrong.
    var since: String? { change.since <= .now ? DayText.shortMoment(change.since) : nil }

    func showHead() {
        let title = PlainText.line(change.title)
        root.title = title.escapingMnemonic
        let mark = change.needsPerson ? EditMarks.Mark.needsPerson : .waiting
        icon.name = mark.icon
        icon.tooltip = mark.localizedDescription
        time.text = isNarrow ? "" : since ?? ""
        time.isVisible = !time.text.isEmpty
        let subject = change.sharedTag == nil ? ContactDetail.joined([change.subject, title]) : title
        let said = [subject, ownSentence].compactMap(\.self).joined(separator: tr(", "))
        let marks = [change.needsPerson ? mark.localizedDescription : nil, since].compactMap(\.self)
        let separator = said.hasSuffix(".") ? " " : tr(", ")
        root.setRowAccessibleLabel(
            ([said] + (marks.isEmpty ? [] : [marks.joined(separator: tr(", "))]))
                .joined(separator: separator))
    }

    func showInside() {
        let hadFocus = inside.contains(where: \.containsFocus)
        for part in inside { root.remove(part) }
        let words = ChangeDescription(change, countries: countries)
        var parts: [Widget] = words.lines.map { $0.makeRow() }
        if change.isDeletion {
            parts.append(ActionRow(title: tr("Notes and reminders stay on the server but are not shown.")))
        }
        inside = (parts + [makeButtons(change)]).map { root.add($0) }
        if hadFocus { root.focusFirst() }
    }
}

private nonisolated extension WaitingChange {
    /// Whether an open row has the same lines and buttons for it.
    func offersTheSame(as other: WaitingChange) -> Bool {
        (base, wanted, reminder, state, people, fieldType)
            == (other.base, other.wanted, other.reminder, other.state, other.people, other.fieldType)
    }
}
