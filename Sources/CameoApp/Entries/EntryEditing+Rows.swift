import Contacts
import Gtk
import Model

// Changes of entries by their rows, without an editor.
extension EntryEditing {
    /// The kind of an entry that can be changed here; nil for other fields.
    func kind(of entry: FieldID) -> PartKind? {
        guard case .entry(let section, _) = entry, let kind = PartKind.entry(of: section) else { return nil }
        return page?.entryKinds.contains(kind) == true ? kind : nil
    }

    /// Ticks a task or a debt, or takes the tick away.
    func tick(_ entry: FieldID, isDone: Bool) {
        change(entry) { $0.isDone = isDone }
    }

    /// Makes a note a favorite, or takes that away.
    func favor(_ note: FieldID, isFavorite: Bool) {
        change(note) { $0.isFavorite = isFavorite }
    }

    /// Deletes an entry, once no editor shows; false for a field that has none.
    @discardableResult
    func delete(_ entry: FieldID) -> Bool {
        guard let page, let outbox = page.session?.outbox, let contact = page.shownContact,
            let kind = kind(of: entry)
        else { return false }
        leave {
            Task {
                await page.changes.carryOut { () throws(ContactStoreError) in
                    guard let saw = try await outbox.thing(entry, of: contact) else {
                        return page.say(tr("This can only be changed on the server."))
                    }
                    let receipt = try await outbox.set(nil, of: entry, of: contact, saw: saw)
                    let hadFocus = page.detail.fieldWithFocus == entry
                    let next = page.detail.neighbour(of: entry)
                    await page.showStored(contact)
                    if hadFocus, next.map(page.detail.focus) != true, !page.detail.focus(.end(kind)) {
                        page.focusName()
                    }
                    if let receipt { page.changes.saySaved(receipt, tr("Deleted")) }
                }
            }
        }
        return true
    }

    private func change(_ entry: FieldID, _ change: @escaping @Sendable (inout PartValue) -> Void) {
        guard let page, let outbox = page.session?.outbox, let contact = page.shownContact else { return }
        Task {
            await page.changes.carryOut { () throws(ContactStoreError) in
                guard let receipt = try await outbox.change(entry, of: contact, change) else { return }
                await page.showStored(contact)
                page.changes.saySaved(receipt)
            }
            page.detail.showTicks()
        }
    }
}
