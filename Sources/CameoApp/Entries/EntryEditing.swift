import Contacts
import Foundation
import Gtk
import Model

/// Adds and changes the entries of the contact on a page, in place: one at a time.
final class EntryEditing {
    /// The editor that shows.
    struct Open {
        let editor: EntryEditor
        let place: DetailView.EntryPlace
        let session: Session
        let contact: ContactID
        /// The entry that is changed; nil for a new one.
        let entry: FieldID?
        /// The focus was in the list.
        let isOfList: Bool
        let keeper: DraftKeeper

        /// The value that the person saw; nil for a new entry.
        var saw: PartValue? { editor.draft.former }
    }

    /// The page that it is on.
    weak var page: DetailPage?
    /// The kind that was logged last, in any window.
    var suggested: PartKind {
        get { preferences?.logKind ?? .call }
        set { preferences?.logKind = newValue }
    }
    /// The preferences keep the suggested kind.
    var preferences: Preferences?
    var open: Open?
    var reading: Task<Void, Never>?
    private var isSaving = false
    private var dayClock: DayClock?
    /// A reminder is hardly set for a later year, and a typed "30" is then no year of the last century.
    private static let yearsAhead = 20
    /// The keeper of the editor before.
    var endedKeeper: DraftKeeper?

    /// Whether typing would be lost.
    var isTouched: Bool { open?.editor.isTouched ?? false }

    /// Opens the log of the contact, as soon as it shows; false where there is none.
    @discardableResult
    func beginLog() -> Bool {
        guard let page, page.mayWrite, !page.editor.isOpen else { return false }
        if page.waits(for: .log) { return true }
        let kinds = page.logKinds
        guard let first = kinds.first else { return false }
        if case .top? = open?.place {
            open?.editor.focusFirst()
            return true
        }
        let kind = kinds.contains(suggested) ? suggested : first
        leave { [weak self] in self?.begin(kinds.count == 1 ? kind : nil, as: kinds, suggested: kind, at: .top) }
        return true
    }

    /// Opens the editor of a new entry.
    func beginNew(_ kind: PartKind) {
        guard page?.entryKinds.contains(kind) == true else { return }
        leave { [weak self] in self?.begin(kind, as: [kind], suggested: kind, at: .end(kind)) }
    }

    /// Opens the editor of an entry; false for a field that has none.
    @discardableResult
    func begin(_ entry: FieldID) -> Bool {
        guard let page, let session = page.session, let outbox = session.outbox, let contact = page.shownContact,
            let kind = kind(of: entry)
        else { return false }
        reading?.cancel()
        reading = Task { [weak self] in
            // The editor takes the held keys when it opens.
            defer { if page.editor.beginning == nil { page.editor.keys?.drop() } }
            await page.changes.carryOut { () throws(ContactStoreError) in
                guard let value = try await outbox.thing(entry, of: contact) else {
                    return page.say(tr("This can only be changed on the server."))
                }
                let people = await FormStart.people(
                    ofEntry: value, besides: page.shown?.sections ?? ContactSections(), in: session.store)
                guard !Task.isCancelled, page.shownContact == contact else { return }
                self?.leave { [weak self] in
                    guard let self else { return }
                    let draft = EntryDraft(value, people: people, today: self.today, by: self.reader)
                    let place = page.detail.place(of: entry) ?? .end(kind)
                    self.show(draft, as: [kind], suggested: kind, at: place, of: entry)
                }
            }
        }
        return true
    }

    /// Saves as the keyboard does; false where no editor shows.
    func saveSuggested() -> Bool {
        open?.editor.saveSuggested()
        return open != nil
    }

    /// Saves if the focus is in the editor; false where it is not.
    func saveFocused() -> Bool { hasFocus && saveSuggested() }

    /// Whether the focus is in the open editor.
    var hasFocus: Bool { open?.editor.containsFocus == true }

    /// Goes on once no editor shows: at once, or after the person has decided.
    func leave(then go: @escaping @MainActor () -> Void) {
        guard isTouched else {
            close()
            return go()
        }
        Task { [weak self] in if await self?.askToLeave() == true { go() } }
    }

    /// Asks about typing that is not saved; true once no editor shows.
    func askToLeave() async -> Bool {
        guard let open, isTouched else {
            close()
            return true
        }
        guard !isSaving else { return false }
        let canSave = (try? open.editor.draft.value(open.editor.suggested, by: open.editor.reader)) != nil
        let heading = tr("Save Changes to %1$s?", page?.detail.shownName ?? "")
        switch await ContactEditor.ask(heading, canSave: canSave, over: page?.editor.window) {
        case .discard: close()
        case .save: return await save(open.editor.suggested)
        case .keep:
            open.editor.focusAgain()
            return false
        }
        return true
    }

}

extension EntryEditing {
    var today: CivilDay { CivilDay(of: .now, in: .current) }
    var reader: DateReader { DateReader(locale: .ofDates, lastYear: today.year + Self.yearsAhead) }

    private func begin(_ kind: PartKind?, as kinds: [PartKind], suggested: PartKind, at place: DetailView.EntryPlace) {
        show(EntryDraft(kind, today: today, by: reader), as: kinds, suggested: suggested, at: place)
    }

    func show(
        _ draft: EntryDraft, as kinds: [PartKind], suggested: PartKind, at place: DetailView.EntryPlace,
        of entry: FieldID? = nil, from stored: Draft? = nil
    ) {
        guard let page, let session = page.session, let contact = page.shownContact else { return }
        let (store, nameOrder) = (session.store, page.nameOrder)
        let surroundings = FormSurroundings(
            findPeople: { await FormStart.people(named: $0, besides: contact, nameOrder: nameOrder, in: store) },
            hasNamesake: { await FormStart.hasNamesake($0, besides: contact, in: store) })
        let editor = EntryEditor(
            draft, isTouched: stored != nil, as: kinds, suggested: suggested,
            name: page.shown.map { ContactDetail.shortName($0.contact) } ?? "",
            reader: reader, surroundings: surroundings, pictures: page.pictures)
        editor.onCancel = { [weak self] in self?.leave {} }
        editor.onSave = { [weak self] (kind: PartKind, goesOn: Bool) in
            Task.immediate {
                let opensNext = goesOn && entry == nil
                // The next editor takes the keys that are pressed before it opens.
                if opensNext { self?.page?.editor.keys?.begin() }
                let isSaved = await self?.save(kind) == true
                if isSaved, opensNext { self?.beginNew(kind) }
                if opensNext { self?.page?.editor.keys?.drop() }
            }
        }
        if entry != nil { editor.onDelete = { [weak self] in Task { await self?.delete() } } }
        page.unsent.hide()
        if page.photos.pages.isOpen { page.photos.pages.close() }
        let keeper = DraftKeeper(store: store, contact: contact, number: stored?.id)
        session.drafts.add(keeper)
        let open = Open(
            editor: editor, place: place, session: session, contact: contact, entry: entry,
            isOfList: !page.root.containsFocus, keeper: keeper)
        editor.onChange = { [weak self, weak editor, weak keeper] in
            keeper?.typed {
                guard let open = self?.open, open.editor === editor, open.editor.isTouched else { return nil }
                return open.content
            }
        }
        self.open = open
        dayClock = dayClock ?? DayClock(onNewDay: { [weak self] in self?.followDay() })
        page.detail.begin(editor, at: place)
        // A contact that comes leaves the focus to the editor.
        page.wantsFocus = false
        editor.focusFirst()
        page.editor.keys?.passOn()
    }

    private func followDay() { open?.editor.follow(today) }

    private func save(_ kind: PartKind) async -> Bool {
        followDay()
        guard let open, !open.editor.isComposing, let value = open.editor.value(kind) else { return false }
        let names = [page?.detail.shownName ?? ""] + open.editor.draft.people.map(\.name)
        guard case .top = open.place else {
            return await store(open, saying: tr("Saved")) { outbox, draft throws(ContactStoreError) in
                try await outbox.keep(value, as: open, inPlaceOf: draft)
            }
        }
        let contacts = [open.contact] + open.editor.draft.people.compactMap { $0.id.local }
        let isStored = await store(open, saying: kind.loggedSentence(names)) {
            outbox, draft throws(ContactStoreError) in
            try await outbox.log(value, with: contacts, inPlaceOf: draft)
        }
        if isStored { suggested = kind }
        return isStored
    }

    private func delete() async {
        guard let open, let saw = open.saw, let entry = open.entry else { return }
        _ = await store(open, saying: tr("Deleted")) { outbox, draft throws(ContactStoreError) in
            try await outbox.set(nil, of: entry, of: open.contact, saw: saw, inPlaceOf: draft)
        }
    }

    /// Stores, and closes the editor; false where that fails, and the editor stays.
    private func store(
        _ open: Open, saying sentence: String,
        _ body: (Outbox, _ draft: Int64?) async throws(ContactStoreError) -> Receipt?
    ) async -> Bool {
        guard let page, let outbox = page.session?.outbox, !isSaving else { return false }
        if let reason = page.access.sentence {
            page.say(reason)
            return false
        }
        isSaving = true
        let hadFocus = open.editor.containsFocus
        open.editor.isBusy = true
        defer { isSaving = false }
        do throws(ContactStoreError) {
            let receipt = try await body(outbox, await open.keeper.pause())
            await page.showStored(open.contact)
            if self.open?.editor === open.editor { close(hadFocus: hadFocus) }
            if let receipt { page.changes.saySaved(receipt, sentence) }
            return true
        } catch {
            open.keeper.goOn(with: open.content)
            open.editor.isBusy = false
            if hadFocus { open.editor.focusAgain() }
            page.say(error.sentence)
            return false
        }
    }

    /// The focus goes to where the editor was opened.
    private func close(hadFocus: Bool? = nil) {
        guard let open, let page else { return }
        let hadFocus = hadFocus ?? open.editor.containsFocus
        end(open, keepingDraft: false)
        // A deleted entry has its row until the editor ends.
        let next = open.entry.flatMap(page.detail.neighbour)
        page.detail.endEntry()
        guard hadFocus else { return }
        if open.isOfList, page.onFocusList?() == true { return }
        if page.detail.focus(open.place) || next.map(page.detail.focus) == true { return }
        if open.saw.map({ page.detail.focus(.end($0.kind)) }) != true { page.focusName() }
    }
}

extension Outbox {
    /// Sets the entry of an open editor. An entry that is gone is added anew.
    fileprivate func keep(
        _ value: PartValue, as open: EntryEditing.Open, inPlaceOf draft: Int64?
    ) async throws(ContactStoreError) -> Receipt? {
        let contact = open.contact
        if let saw = open.saw, let entry = open.entry {
            if saw == value { return nil }
            if let receipt = try await set(value, of: entry, of: contact, saw: saw, inPlaceOf: draft) {
                return receipt
            }
        }
        return try await add(value, to: [contact], inPlaceOf: draft)
    }
}

extension AnyContactID {
    /// The number of the contact on this computer; nil where only the server's is known.
    nonisolated var local: ContactID? { if case .local(let id) = self { id } else { nil } }
}
