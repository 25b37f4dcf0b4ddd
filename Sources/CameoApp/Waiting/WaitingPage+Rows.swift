import Contacts
import Foundation
import Gtk
import Model

/// The rows of the page: what is changed from what to what, and buttons for what can be done.
extension WaitingPage {
    func makeRow(_ change: WaitingChange) -> ExpanderRow {
        let words = ChangeDescription(change, countries: countries)
        let name = change.name.isEmpty ? tr("No name") : PlainText.line(change.name)
        let title = PlainText.line(words.title)
        // A name of the other direction would change its place with what of it is changed.
        let shown = ContactDetail.joined([PlainText.isolated(name), PlainText.isolated(title)])
        let row = ExpanderRow(
            title: PlainText.line(shown, rightToLeft: Desktop.isRightToLeft).escapingMnemonic,
            subtitle: subtitle(of: change))
        let mark = change.needsPerson ? EditMarks.Mark.needsPerson : .waiting
        let icon = Icon(mark.icon, label: mark.localizedDescription)
        // The row's name says it.
        icon.setAccessibleHidden()
        row.addPrefix(icon)
        if let faces { row.addPrefix(faces.make(for: change.contact)) }
        var marks = change.needsPerson ? [mark.localizedDescription] : []
        if let time = time(of: change) {
            marks.append(time)
            if !fillsWindow {
                let label = Label(time, classes: ["caption", "dim-label", "numeric"])
                label.verticalAlignment = .center
                label.setAccessibleHidden()
                row.addAction(label)
            }
        }
        let said = [ContactDetail.joined([name, title]), change.sentence].joined(separator: tr(", "))
        let isSentence = said.hasSuffix(".")
        row.setRowAccessibleLabel(
            marks.isEmpty ? said : said + (isSentence ? " " : tr(", ")) + marks.joined(separator: tr(", ")))
        let found = change.difference.map { ChangeDescription.found($0, change, countries: countries) }
        for line in found ?? words.lines { row.add(line.makeRow()) }
        if case .delete = change.edit.change {
            row.add(ActionRow(title: tr("Notes and reminders stay on the server but are not shown.")))
        }
        row.add(buttons(for: change))
        return row
    }

    private func buttons(for change: WaitingChange) -> Widget {
        let box = WrapBox()
        box.setMargins(top: 9, bottom: 9, start: 12, end: 12)
        func add(_ label: String, _ action: @escaping @MainActor () -> Void) {
            let button = Button(mnemonic: label)
            button.onClicked(action)
            box.append(button)
        }
        let queue = queue
        guard change.difference == nil else {
            add(tr("_Done")) { [weak self] in
                self?.carryOut { () throws(ContactStoreError) in try await queue?.acknowledge(change.id) }
            }
            return box
        }
        // To answer changes nothing yet.
        if change.state == .conflicting, access != .readOnly {
            add(tr("_Choose…")) { [weak self] in
                self?.conflict.show(change)
                self?.page = .conflict
                self?.conflict.focusFirst()
            }
        }
        if change.state == .refused, change.issue == .contactGone, access == .allowed {
            add(tr("Create _Again")) { [weak self] in
                self?.carryOut { () throws(ContactStoreError) in
                    let receipts = try await queue?.createAgain(change.contact) ?? []
                    if !receipts.isEmpty { self?.onMadeAgain?(receipts) }
                }
            }
        }
        if change.isWorthSending, access == .allowed {
            add(tr("_Send")) { [weak self] in
                self?.carryOut { () throws(ContactStoreError) in
                    if try await queue?.retry(change.id) == false { try await queue?.sendNow() }
                }
            }
        }
        // To put right what was refused changes nothing yet either: it waits again then.
        if change.isMendable ? access != .readOnly : change.isEditable && access == .allowed {
            add(tr("_Edit")) { [weak self] in self?.onEdit?(change) }
        }
        if change.isDroppable {
            add(tr("_Discard")) { [weak self] in
                self?.carryOut { () throws(ContactStoreError) in
                    if let dropped = try await queue?.drop(change.id) {
                        self?.onDropped?(dropped)
                    }
                }
            }
        }
        return box
    }
}
