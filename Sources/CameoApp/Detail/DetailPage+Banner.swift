import Contacts
import Gtk
import Model

/// The banner above the contact: drafts, and contacts that the server does not let change.
extension DetailPage {
    private static let doubleClick = Duration.seconds(1)

    /// The subject of the banner.
    private enum BannerSubject {
        case undecided(Int)
        case draft(Draft)
        case archived
    }

    private var bannerSubject: BannerSubject? {
        if let id = contactID, !marks.undecided(of: id).isEmpty { return .undecided(marks.undecided(of: id).count) }
        // The sidebar says once why nothing can be changed.
        if let draft, mayWrite { return .draft(draft) }
        return shown?.contact.isActive == false ? .archived : nil
    }

    func connectBanner() {
        banner.onButtonClicked = { [weak self] in self?.bannerClicked() }
        banner.onOtherClicked = { [weak self] in self?.discardDraft() }
        // The next row may be scrolled to.
        banner.onFocusLost = { [weak self] in self?.focusName() }
    }

    func showBanner() {
        switch bannerSubject {
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
                button: menu.page == nil ? nil : tr("Open on the Server"))
        case nil: banner.show(nil)
        }
    }

    private func bannerClicked() {
        switch bannerSubject {
        case .undecided:
            showWaiting(of: session) { [weak self] hadFocus in
                guard hadFocus, let self, !self.banner.root.focusFirst() else { return }
                self.focusName()
            }
        case .draft: continueDraft()
        case .archived: menu.openPage()
        case nil: break
        }
    }

    // MARK: Drafts

    /// Offers the draft of the contact.
    func lookForDraft() {
        guard let session, session.outbox != nil, let id = contactID else { return }
        Task { [weak self] in
            await self?.editor.draftsSettled()
            await self?.entries.draftsSettled()
            // A draft that cannot be read is offered another time.
            let drafts = (try? await session.drafts.offered(ContactID(Int64(id)))) ?? []
            guard let self, self.contactID == id, !self.editor.isOpen else { return }
            self.draft = drafts.first
            self.showBanner()
        }
    }

    /// Opens the form with the draft, as soon as the chosen contact shows.
    func continueDraft() {
        guard let draft, let session, let id = contactID, !editor.isOpen, !waits(for: .goOn) else { return }
        giveUpIntention()
        self.draft = nil
        banner.show(nil)
        guard !draft.isOfEntry else { return entries.goOn(with: draft) }
        (isFormOfList, rowOfForm) = (false, nil)
        editor.nameOrder = nameOrder
        editor.begin(ContactID(Int64(id)), name: detail.shownName, in: session, from: draft)
    }

    private func discardDraft() {
        guard let draft, let session else { return }
        self.draft = nil
        session.drafts.discard(draft)
        // A second draft takes a decision of its own.
        showBanner()
        undo.show(
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
