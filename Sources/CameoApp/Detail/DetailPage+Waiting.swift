import Contacts
import Gtk
import Model

/// The page of unsent changes, which covers the contact.
extension DetailPage {
    var marks: EditMarks { pictures.marks }

    /// Whether the page of unsent changes shows.
    var showsWaiting: Bool { pages.visiblePage == "waiting" }

    func connectWaiting() {
        marksObservation = marks.observe { [weak self] in self?.marksChanged() }
    }

    private func makeWaiting() -> WaitingPage {
        let waiting = WaitingPage(faces: WaitingFaces(pictures: pictures))
        waiting.access = access
        waiting.fillsWindow = showsStartButtons
        waiting.onBack = { [weak self] in self?.waitingClosed() }
        waiting.onFailure = { [weak self] in self?.say($0) }
        waiting.onEdit = { [weak self] change in
            self?.hideWaiting()
            self?.onShow?(Int(change.contact.rawValue))
            let row = change.fields.count == 1 ? change.fields.first : nil
            self?.beginEditing(at: row)
        }
        waiting.onDropped = { [weak self] in self?.sayDropped($0) }
        waiting.onDecided = { [weak self] in self?.sayDecided($0, deletes: $1) }
        waiting.onMadeAgain = { [weak self] in self?.saySaved([$0]) }
        pages.add(waiting.root, named: "waiting")
        return waiting
    }

    /// Shows all changes of an account that the server has not yet, whether or not a contact was shown before. `onClose` gives
    /// the focus back, where that was on the page when it closed.
    func showWaiting(of session: Session?, onClose: @escaping (_ hadFocus: Bool) -> Void = { _ in }) {
        guard !isWriting, session?.outbox != nil else { return }
        giveUpIntention()
        self.session = session
        let waiting = waiting ?? makeWaiting()
        self.waiting = waiting
        waiting.faces?.store = session?.store
        waiting.show(marks.changes, of: session?.outbox)
        waiting.onClose = onClose
        pages.visiblePage = "waiting"
        waiting.focusFirst()
    }

    func hideWaiting() {
        if showsWaiting { pages.visiblePage = "reading" }
    }

    private func waitingClosed() {
        let hadFocus = waiting?.root.containsFocus == true
        hideWaiting()
        waiting?.onClose?(hadFocus)
    }

    private func marksChanged() {
        showBanner()
        sayRefusal()
        guard showsWaiting else { return }
        if marks.changes.isEmpty { waitingClosed() } else { waiting?.show(marks.changes, of: session?.outbox) }
    }
}
