import Contacts
import Foundation
import Gtk
import Model

/// The doings of a person in the list with several contacts: filters, changes of a tag for all, and of the picked ones.
final class ListActions {
    /// Longer addresses of mails are not taken by all programs, in bytes.
    private static let maxMailLength = 8_000

    private unowned let window: MainWindow
    /// Whether the deletion of picked contacts is being stored.
    private var isDeleting = false
    private var sidebar: ContactsSidebar { window.sidebar }
    private var detail: DetailPage { window.detail }

    /// The actions belong to the window.
    init(of window: MainWindow) {
        self.window = window
        window.window.addAction("filter") { [weak self] in self?.openFilter() }
        sidebar.search.filter.onReplace = { [weak self] in self?.replaceTag($0, with: $1) }
        detail.detail.onTag = { [weak self] in self?.showContacts(with: $0) }
        sidebar.picked.onEnd = { [weak self] in self?.endPicking() }
        sidebar.picked.onTag = { [weak self] in self?.tagPicked($0, isAdded: $1) }
        sidebar.picked.onDelete = { [weak self] in self?.deletePicked() }
        sidebar.picked.onMail = { [weak self] in self?.withAddresses { $0.write(to: $1) } }
        sidebar.picked.onCopy = { [weak self] in self?.withAddresses { $0.copy($1) } }
    }
}

private extension ListActions {
    func openFilter() {
        guard window.page == .contacts, window.hasSession else { return }
        window.split.showsContent = false
        sidebar.search.filter.button.open()
    }

    /// Shows the contacts with a tag, and no other filter.
    func showContacts(with tag: String) {
        guard window.hasSession else { return }
        window.split.showsContent = false
        sidebar.tab = .contacts
        sidebar.search.filter.set(ContactFilter(tags: [tag]))
        sidebar.focusList(scrolling: false)
    }

    func replaceTag(_ tag: String, with other: String?) {
        guard let session = window.session else { return }
        Task { [weak self] in
            // A failure shows with the change.
            let leavesArchived = (try? await session.store.hasArchived(with: tag)) == true
            guard let self, session === self.window.session else { return }
            self.replaceTag(tag, with: other, leavesArchived: leavesArchived)
        }
    }

    private func replaceTag(_ tag: String, with other: String?, leavesArchived: Bool) {
        guard let outbox = writableOutbox else { return }
        let filter = sidebar.search.filter
        let former = filter.value
        let changed = former.replacing(tag, with: other)
        let done = other == nil ? tr("Tag removed") : tr("Tag renamed")
        let sentence = Self.sentence(done, leavesArchived: leavesArchived)
        change({ _ in sentence }) { () throws(ContactStoreError) in
            try await outbox.replaceTag(tag, with: other)
        } onStored: {
            filter.set(filter.value.replacing(tag, with: other))
        } onUndone: {
            if filter.value == changed { return filter.set(former) }
            // The person chose another filter meanwhile. A tag that was merged into another one may be either.
            if let other, former.has(tag), !former.has(other) {
                filter.set(filter.value.replacing(other, with: tag))
            }
        }
    }

    static var archived: String { tr("Archived contacts can only be changed on the server.") }

    static func sentence(_ done: String, leavesArchived: Bool) -> String {
        leavesArchived ? tr("%1$s. %2$s", done, archived) : done
    }

    var writableOutbox: Outbox? { window.mayWrite ? window.session?.outbox : nil }

    /// Stores a change, and says a sentence for as long as it can be undone; another one where nothing changes.
    func change(
        _ sentence: @escaping @MainActor (Receipt) -> String, otherwise: String? = nil,
        _ store: @escaping @MainActor () async throws(ContactStoreError) -> Receipt?,
        onStored: @escaping @MainActor () -> Void = {}, onUndone: @escaping @MainActor () -> Void = {}
    ) {
        detail.session = window.session
        Task { [detail] in
            await detail.changes.carryOut { () throws(ContactStoreError) in
                guard let receipt = try await store() else { return otherwise.map(detail.say) ?? () }
                onStored()
                detail.changes.saySaved(receipt, sentence(receipt), onUndone: onUndone)
            }
        }
    }
}

/// The picked contacts.
private extension ListActions {
    var picked: PickedContacts { window.pictures.picked }
    var pickedContacts: [ContactID] { picked.ids.sorted().map { ContactID(Int64($0)) } }

    func endPicking() {
        picked.clear()
        sidebar.focusList(scrolling: false)
    }

    func tagPicked(_ tag: String, isAdded: Bool) {
        guard let session = window.session else { return }
        let (ids, contacts) = (picked.ids, pickedContacts)
        Task { [weak self] in
            // A failure shows with the change.
            let leavesArchived = (try? await session.store.hasArchived(of: ids, with: tag, hasTag: !isAdded)) == true
            guard let self, session === self.window.session else { return }
            self.setTag(tag, isAdded: isAdded, of: contacts, leavesArchived: leavesArchived)
        }
    }

    func setTag(_ tag: String, isAdded: Bool, of contacts: [ContactID], leavesArchived: Bool) {
        guard let outbox = writableOutbox else { return }
        let name = PlainText.line(tag, atMost: UndoToast.maxNameLength)
        let nothing = tr("Nothing to change. Archived contacts can only be changed on the server.")
        let done = isAdded ? tr("Tag %1$s added", name) : tr("Tag %1$s removed", name)
        let sentence = Self.sentence(done, leavesArchived: leavesArchived)
        change({ _ in sentence }, otherwise: nothing) { () throws(ContactStoreError) in
            try await outbox.setTags(adding: isAdded ? [tag] : [], removing: isAdded ? [] : [tag], of: contacts)
        }
    }

    func deletePicked() {
        guard let outbox = writableOutbox else { return }
        window.leaveForm { [weak self] in
            // A double click deletes once.
            guard let self, !self.isDeleting, !self.picked.isEmpty else { return }
            let contacts = self.pickedContacts
            self.isDeleting = true
            self.change(
                {
                    let count = Set($0.entries.map(\.contact)).count
                    let deleted = trn("%d contact deleted", "%d contacts deleted", count)
                    return Self.sentence(deleted, leavesArchived: count < contacts.count)
                }, otherwise: Self.archived
            ) { [weak self] () throws(ContactStoreError) in
                defer { self?.isDeleting = false }
                return try await outbox.delete(contacts, after: Double(UndoToast.deletionTime))
            } onStored: { [weak self] in
                self?.endPicking()
            }
        }
    }

    /// The first mail address of each picked contact, as links have them.
    func withAddresses(_ body: @escaping @MainActor (ListActions, [String]) -> Void) {
        guard let session = window.session else { return }
        let ids = picked.ids
        Task { [weak self, detail] in
            await detail.changes.carryOut { () throws(ContactStoreError) in
                let reach = try await session.store.reach(ofContacts: ids)
                let links = ids.sorted().compactMap { id in
                    reach[id].flatMap { $0.isDeceased ? nil : $0.mails.first?.link.absoluteString }
                }
                guard let self, session === self.window.session else { return }
                guard !links.isEmpty else { return detail.say(tr("None of them has an email address.")) }
                body(self, links.map { String($0.trimmingPrefix("mailto:")) })
            }
        }
    }

    func write(to addresses: [String]) {
        let uri = "mailto:" + addresses.joined(separator: ",")
        guard uri.utf8.count > Self.maxMailLength else { return window.opener.open(uri) }
        Desktop.copy(Self.text(of: addresses))
        detail.say(tr("Too many addresses for one email. Addresses copied."))
    }

    func copy(_ addresses: [String]) {
        Desktop.copy(Self.text(of: addresses))
        detail.say(trn("%d address copied", "%d addresses copied", addresses.count))
    }

    static func text(of addresses: [String]) -> String {
        addresses.map { $0.removingPercentEncoding ?? $0 }.joined(separator: ", ")
    }
}
