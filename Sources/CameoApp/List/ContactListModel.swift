import Contacts
import Gtk

/// The rows of the contacts list: what is stored, in order, with letters, told to GTK as splices.
final class ContactListModel {
    let model = ListModel<ContactEntry>()
    /// In which order the parts of names stand; for the contacts that are shown next.
    var nameOrder = NameOrder.asOnServer
    /// Called before each change.
    var onWillChange: (() -> Void)?
    /// Called after each change.
    var onChange: (() -> Void)?

    private var latest: ContactList?
    private var working: Task<Void, Never>?

    /// Takes the stored contacts, in the order in which they are to stand. Newer ones overtake those that still wait.
    func show(_ contacts: ContactList) {
        latest = contacts
        guard working == nil else { return }
        working = Task { [weak self] in
            while let self, let contacts = self.latest, !Task.isCancelled {
                self.latest = nil
                // A change is from the items that are shown, so one follows the other.
                let change = await Self.change(
                    from: self.model.items, to: contacts, nameOrder: self.nameOrder)
                guard !Task.isCancelled else { return }
                if !change.isEmpty {
                    self.onWillChange?()
                    self.model.apply(change)
                }
                self.onChange?()
            }
            // A cancelled loop has nothing to say about the one that took its place.
            if !Task.isCancelled { self?.working = nil }
        }
    }

    /// Empties the list at once.
    func clear() {
        working?.cancel()
        working = nil
        latest = nil
        model.replace(with: [])
        onChange?()
    }

    @concurrent
    private nonisolated static func change(
        from old: [ContactEntry], to list: ContactList, nameOrder: NameOrder
    ) async -> ListChange<ContactEntry> {
        var entries: [ContactEntry] = []
        entries.reserveCapacity(list.contacts.count)
        var sections = list.sections[...]
        for contact in list.contacts {
            let letter = sections.first?.start == entries.count ? sections.removeFirst().letter : nil
            entries.append(ContactEntry(contact, letter: letter, nameOrder: nameOrder))
        }
        return ListChange(from: old, to: entries)
    }
}
