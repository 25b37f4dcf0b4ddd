import Contacts
import Gtk
import Model

/// The banner above a contact: drafts, changes that need a decision, and contacts that the server does not let change.
final class ContactBanner {
    private static let doubleClick = Duration.seconds(1)

    /// The subject of the banner.
    private enum Subject {
        case undecided(Int)
        case draft(Draft)
        case archived
    }

    let banner = Banner()
    /// The draft of the contact on the page.
    var draft: Draft?
    weak var page: DetailPage?

    private var subject: Subject? {
        guard let page else { return nil }
        let undecided = page.contactID.map { page.marks.undecided(of: $0) } ?? []
        if !undecided.isEmpty { return .undecided(undecided.count) }
        // The sidebar says once why nothing can be changed.
        if let draft, page.mayWrite { return .draft(draft) }
        return page.shown?.contact.isActive == false ? .archived : nil
    }

    init() {
        banner.onButtonClicked = { [weak self] in self?.clicked() }
        banner.onOtherClicked = { [weak self] in self?.discardDraft() }
        // The next row may be scrolled to.
        banner.onFocusLost = { [weak self] in self?.page?.focusName() }
    }

    /// Shows the subject of the contact on the page, if it has one.
    func show() {
        switch subject {
        case .undecided(let count):
            banner.show(
                trn("%d change needs a decision", "%d changes need a decision", count), button: tr("Unsent Changes"))
        case .draft(let draft):
            banner.show(
                tr("Unsaved changes from %1$s", DayText.shortMoment(draft.savedAt)), button: tr("Continue"),
                other: tr("Discard"))
        case .archived:
            banner.show(
                tr("Archived contacts can only be changed on the server."),
                button: page?.menu.page == nil ? nil : tr("Open on the Server"))
        case nil: banner.show(nil)
        }
    }

    /// Lets go of the contact.
    func clear() {
        draft = nil
        banner.show(nil)
    }

    private func clicked() {
        switch subject {
        case .undecided:
            page?.unsent.show(of: page?.session) { [weak self] hadFocus in
                guard hadFocus, let self, !self.banner.root.focusFirst() else { return }
                self.page?.focusName()
            }
        case .draft: continueDraft()
        case .archived: page?.menu.openPage()
        case nil: break
        }
    }

    // MARK: Drafts

    /// Offers the draft of the contact.
    func lookForDraft() {
        guard let page, let session = page.session, session.outbox != nil, let id = page.contactID else { return }
        Task { [weak self, weak page] in
            await page?.editor.draftsSettled()
            await page?.entries.draftsSettled()
            // A draft that cannot be read is offered another time.
            let drafts = (try? await session.drafts.offered(ContactID(Int64(id)))) ?? []
            guard let self, let page, page.contactID == id, !page.editor.isOpen else { return }
            self.draft = drafts.first
            self.show()
        }
    }

    /// Opens the form with the draft, as soon as the chosen contact shows.
    func continueDraft() {
        guard let page, let draft, let session = page.session, let id = page.contactID, !page.editor.isOpen,
            !page.waits(for: .goOn)
        else { return }
        page.giveUpIntention()
        clear()
        guard !draft.isOfEntry else { return page.entries.goOn(with: draft) }
        page.beginEditing(ContactID(Int64(id)), in: session, from: draft)
    }

    private func discardDraft() {
        guard let page, let draft, let session = page.session else { return }
        self.draft = nil
        session.drafts.discard(draft)
        // A second draft takes a decision of its own.
        show()
        page.changes.undo.show(
            tr("Unsaved changes discarded"), seconds: UndoToast.changeTime,
            onUndo: { [weak self] in
                session.drafts.restore(draft)
                self?.lookForDraft()
            },
            // A draft that stays is offered again after the next start.
            onEnd: { Task { try? await session.drafts.removeDiscarded(draft) } })
        Task { [weak self] in
            // Another window may have left another draft. The second click of two does not discard that one as well.
            try? await Task.sleep(for: Self.doubleClick)
            self?.lookForDraft()
        }
    }
}
