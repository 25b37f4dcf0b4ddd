import Contacts
import Foundation
import Gtk
import Model

// The editor stores its typing as a draft, like a form.
extension EntryEditing {
    /// Opens the editor with the typing of a draft.
    func goOn(with draft: Draft) {
        guard let page, let session = page.session, let contact = page.shownContact else { return }
        reading?.cancel()
        reading = Task { [weak self] in
            await page.changes.carryOut { () throws(ContactStoreError) in
                guard let taken = try await session.drafts.take(draft, of: contact) else { return }
                var isOpen = false
                defer {
                    if !isOpen {
                        session.drafts.giveBack(taken)
                        page.contactBanner.lookForDraft()
                    }
                }
                let stored = try StoredEntry(stored: taken.form)
                guard await self?.askToLeave() == true, page.shownContact == contact else { return }
                isOpen = self?.show(stored, from: taken) ?? false
            }
        }
    }

    /// Stores the draft now, as when the window loses the focus.
    func keepDraft() {
        if let open { open.keeper.keep(open.editor.isTouched ? open.content : nil) }
    }

    /// Returns once the draft of the typing is on the disk, or gone.
    func draftsSettled() async {
        await open?.keeper.settled()
        await endedKeeper?.settled()
    }

    /// Takes the editor away: another contact shows, or the program ends. The typing stays as a draft.
    func drop() {
        reading?.cancel()
        if let open { end(open, keepingDraft: true) }
        page?.detail.endEntry()
    }

    /// Ends the editor and, without typing, its draft.
    func end(_ open: Open, keepingDraft: Bool) {
        if keepingDraft, open.editor.isTouched {
            keepDraft()
            open.keeper.leave()
        } else {
            open.keeper.end()
        }
        open.session.drafts.remove(open.keeper)
        endedKeeper = open.keeper
        self.open = nil
    }

    /// Shows the editor of a draft; false where nothing of its kind can be typed any more.
    func show(_ stored: StoredEntry, from draft: Draft) -> Bool {
        guard let page else { return false }
        let typed = stored.draft(today: today, by: reader)
        let kinds = typed.kind.map { [$0] } ?? page.logKinds
        guard let first = kinds.first, typed.kind == nil || page.entryKinds.contains(first) else {
            page.say(tr("This can only be changed on the server."))
            return false
        }
        let suggested = kinds.contains(suggested) ? suggested : first
        var place = DetailView.EntryPlace.top
        if let kind = typed.kind { place = stored.field.flatMap(page.detail.place) ?? .end(kind) }
        show(typed, as: kinds, suggested: suggested, at: place, of: stored.field, from: draft)
        return true
    }
}

extension EntryEditing.Open {
    /// The typing as its draft keeps it.
    var content: StoredEntry {
        var number: Int?
        if case .entry(_, let known)? = entry { number = known }
        return StoredEntry(editor.draft, number: number, by: editor.reader)
    }
}
