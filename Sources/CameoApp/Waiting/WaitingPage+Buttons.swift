import Contacts
import Foundation
import Gtk
import Model

/// The actions for a change.
extension WaitingPage {
    func buttons(for change: WaitingChange) -> Widget {
        let box = WrapBox()
        box.setMargins(top: 9, bottom: 9, start: 12, end: 12)
        func add(_ label: String, _ action: @escaping @MainActor () -> Void) {
            let button = Button(mnemonic: label)
            button.onClicked(action)
            box.append(button)
        }
        let (outbox, id) = (outbox, change.id)
        if case .notice = change.state {
            add(tr("_Done")) { [weak self] in
                self?.carryOut { () throws(ContactStoreError) in try await outbox?.acknowledge(id) }
            }
            return box
        }
        if access == .allowed { addDecisions(about: change, add) }
        if change.isEditable, access == .allowed {
            add(tr("_Edit")) { [weak self] in self?.onEdit?(change) }
        }
        if change.isDroppable {
            add(tr("_Discard")) { [weak self] in
                // Some of its contacts may be sent by now.
                let changes = self?.list.latest(change).changes ?? []
                // Nothing would bring the contact back.
                if change.state == .problem(.gone) { return self?.onDiscard?(changes) ?? () }
                self?.carryOut { () throws(ContactStoreError) in
                    if let dropped = try await outbox?.drop(changes) { self?.onDropped?(dropped) }
                }
            }
        }
        return box
    }

    private func addDecisions(
        about change: WaitingChange, _ add: (String, @escaping @MainActor () -> Void) -> Void
    ) {
        guard case .problem(let problem) = change.state else { return }
        let outbox = outbox
        switch problem {
        case .conflict: add(tr("_Choose…")) { [weak self] in self?.choose(from: change) }
        case .gone:
            add(tr("Create _Again")) { [weak self] in
                self?.carryOut { () throws(ContactStoreError) in
                    try await self?.onMakeAgain?(change.contact)
                }
            }
        case .refused:
            add(tr("_Try Again")) { [weak self] in
                self?.carryOut { () throws(ContactStoreError) in try await outbox?.retry(change.contact) }
            }
        case .sideEffects:
            add(tr("Change An_yway")) { [weak self] in
                self?.carryOut { () throws(ContactStoreError) in try await outbox?.agree(change.id) }
            }
        }
    }

    /// Shows all conflicts of the contact of a change.
    private func choose(from change: WaitingChange) {
        chosenFrom = change.id
        conflict.show(conflicts(of: change.contact))
        page = .conflict
        conflict.focusFirst()
    }

    func conflicts(of contact: ContactID) -> [WaitingChange] {
        list.changes.filter { change in
            guard change.contact == contact, case .problem(.conflict) = change.state else { return false }
            return true
        }
    }
}
