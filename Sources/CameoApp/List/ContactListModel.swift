import Avatars
package import Contacts
import Foundation
import GLib
package import Gtk
import Model
import Synchronization

/// The rows of the contacts list: the stored contacts in order, with letters, told to GTK as splices.
package final class ContactListModel {
    package let model = ListModel<ListedContact>()
    /// The letters over parts of the list; none in an order by date.
    private(set) var sections: [ListSection] = []
    /// In which order the parts of names stand; for the contacts that are shown next.
    var nameOrder = NameOrder.asOnServer
    /// Notes of the texts that are being laid out.
    var notes: CrashNotes?
    /// How many contacts there are. The model has fewer for the moment in which only the beginning of a list shows.
    private(set) var total = 0
    private(set) var isWhole = true
    /// The filter that all contacts here meet.
    private(set) var filter = ContactFilter()
    /// How many contacts there are without the filter.
    private(set) var unfilteredTotal = 0
    /// Waits until the rows that were just shown are drawn; nil where a list is to come as a whole. Told whether they are
    /// the first.
    var drawBeginning: ((_ isFirst: Bool) async -> Void)?
    /// Called before each change.
    var onWillChange: (() -> Void)?
    /// Called after each change.
    var onChange: (() -> Void)?

    /// Whether the person has just chosen the order of the shown contacts. Callers read the value after a change.
    private(set) var isInNewOrder = false

    /// GTK makes two hundred rows of a new list before it draws the first row.
    ///
    /// So GTK gets the contacts of one screen, then some more with each frame, then all.
    private static let beginnings = [30, 80, 130, 180]

    private var awaitsNewOrder = false
    private var latestIsInNewOrder = false
    private var latest: ContactList?
    private var texts = RowTexts()
    private var working: Task<Void, Never>?

    /// The person chose another order: the contacts that are shown next stand in it.
    func awaitNewOrder() {
        awaitsNewOrder = true
        // Contacts in the former order come too late.
        latest = nil
    }

    /// Takes the stored contacts, in the order of the list. Newer contacts overtake the waiting contacts.
    ///
    /// A beginning without the rest is for an empty list that may come bit by bit.
    package func show(_ contacts: ContactList) {
        guard contacts.wholeCount == nil || model.count == 0 && drawBeginning != nil else { return }
        latest = contacts
        latestIsInNewOrder = latestIsInNewOrder || awaitsNewOrder
        awaitsNewOrder = false
        guard working == nil else { return }
        let showsBeginning = showBeginning(of: contacts)
        working = Task { [weak self] in
            if showsBeginning { await self?.growBeginning(of: contacts) }
            while let self, let contacts = self.latest, !Task.isCancelled {
                self.latest = nil
                let isInNewOrder = self.latestIsInNewOrder
                self.latestIsInNewOrder = false
                await self.apply(contacts, isInNewOrder: isInNewOrder)
            }
            // A cancelled loop leaves the state to the loop that took its place.
            if !Task.isCancelled { self?.working = nil }
        }
    }

    /// Shows a contact that was just stored in its row; the list, which is made anew as a whole, follows in a moment.
    func showAhead(_ contact: ContactSummary) {
        model.showAhead(ListedContact(contact, texts: texts))
    }

    /// Shows the first screen of a first list at once. Returns false without a request for a beginning.
    private func showBeginning(of contacts: ContactList) -> Bool {
        guard model.count == 0, drawBeginning != nil, let count = Self.beginnings.first,
            contacts.contacts.count > count
        else { return false }
        let beginning = contacts.prefix(count)
        apply(Change(from: [], to: beginning, texts(of: beginning)), to: beginning)
        return true
    }

    /// Goes on as long as nothing newer comes.
    private func growBeginning(of contacts: ContactList) async {
        await drawBeginning?(true)
        for count in Self.beginnings.dropFirst() where contacts.contacts.count > count {
            guard !Task.isCancelled, latest?.contacts.count == contacts.contacts.count else { return }
            await apply(contacts.prefix(count), isInNewOrder: false)
            await drawBeginning?(false)
        }
    }

    /// Empties the list at once.
    func clear() {
        working?.cancel()
        working = nil
        latest = nil
        (awaitsNewOrder, latestIsInNewOrder, isInNewOrder) = (false, false, false)
        model.replace(with: [])
        texts = RowTexts()
        sections = []
        (total, isWhole, unfilteredTotal, filter) = (0, true, 0, ContactFilter())
        onChange?()
    }

    /// A change is from the items that are shown, so one follows the other.
    private func apply(_ contacts: ContactList, isInNewOrder: Bool) async {
        let change = await Self.change(from: model.items, to: contacts, texts(of: contacts))
        await MainLoop.inTurnOfItsOwn {
            self.isInNewOrder = isInNewOrder
            self.apply(change, to: contacts)
        }
    }

    private func texts(of contacts: ContactList) -> RowTexts {
        RowTexts(order: contacts.order, nameOrder: nameOrder, notes: notes)
    }

    private nonisolated struct Change {
        let texts: RowTexts
        let difference: ListChange<ListedContact>

        init(from old: [ListedContact], to list: ContactList, _ texts: RowTexts) {
            self.texts = texts
            difference = ListChange(from: old, to: list.contacts.map { ListedContact($0, texts: texts) })
        }
    }

    private func apply(_ change: Change, to contacts: ContactList) {
        let former = Former(model.items)
        // Also before a change without new rows: the person may have scrolled since the last change.
        onWillChange?()
        if !change.difference.isEmpty { model.apply(change.difference) }
        texts = change.texts
        Task.detached { former.free() }
        sections = contacts.sections.map { ListSection(letter: $0.letter, start: $0.start) }
        total = contacts.wholeCount ?? contacts.contacts.count
        isWhole = contacts.wholeCount == nil
        filter = contacts.filter
        unfilteredTotal = contacts.unfilteredCount ?? total
        onChange?()
    }

    @concurrent
    private nonisolated static func change(
        from old: [ListedContact], to list: ContactList, _ texts: RowTexts
    ) async -> Change {
        Change(from: old, to: list, texts)
    }
}

/// The items that a list had. To free 100,000 of them takes longer than a frame has time, so that is left to others; who
/// made this still has a reference then, but to nothing large.
private nonisolated final class Former: Sendable {
    private let items: Mutex<[ListedContact]>

    init(_ items: [ListedContact]) {
        self.items = Mutex(items)
    }

    func free() {
        items.withLock { $0 = [] }
    }
}
