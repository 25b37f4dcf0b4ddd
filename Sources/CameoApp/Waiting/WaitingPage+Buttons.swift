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
        if change.state == .refused, change.isWorthSending, access == .allowed {
            add(tr("_Try Again")) { [weak self] in
                self?.carryOut { () throws(ContactStoreError) in _ = try await queue?.retry(change.id) }
            }
        }
        // Mending a refused change needs no right to send: the change waits again.
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
