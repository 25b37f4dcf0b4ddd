import Contacts
import Gtk
import Model

/// The page of unsent changes, which covers the contact on a page.
final class UnsentChanges {
    /// Nil until the page is first shown, so that no start makes it.
    private(set) var page: WaitingPage?
    /// The contact's page.
    weak var detail: DetailPage?
    /// Whether anything may be changed on the server.
    var access = WriteAccess.allowed { didSet { page?.access = access } }
    /// Whether the page has the buttons of the window.
    var fillsWindow = false { didSet { page?.fillsWindow = fillsWindow } }

    private let pages: Stack
    private let pictures: AvatarPictures
    private var observation: MarksObservation?

    /// Stands in `pages`, as "waiting".
    init(in pages: Stack, pictures: AvatarPictures) {
        self.pages = pages
        self.pictures = pictures
        observation = pictures.marks.observe { [weak self] in self?.marksChanged() }
    }

    /// Whether the page shows.
    var isShown: Bool { pages.visiblePage == "waiting" }

    private func makePage() -> WaitingPage {
        let page = WaitingPage(faces: WaitingFaces(pictures: pictures))
        page.access = access
        page.fillsWindow = fillsWindow
        page.onBack = { [weak self] in self?.close() }
        page.onFailure = { [weak self] in self?.detail?.say($0) }
        page.onEdit = { [weak self] change in
            self?.hide()
            self?.detail?.onShow?(Int(change.contact.rawValue))
            let row = change.fields.count == 1 ? change.fields.first : nil
            self?.detail?.beginEditing(at: row)
        }
        page.onDropped = { [weak self] in self?.detail?.changes.sayDropped($0) }
        page.onDecided = { [weak self] in self?.detail?.changes.sayDecided($0, deletes: $1) }
        page.onMakeAgain = { [weak self] contact throws(ContactStoreError) in try await self?.makeAgain(contact) }
        page.onDiscard = { [weak self] in self?.discard($0) }
        pages.add(page.root, named: "waiting")
        return page
    }

    /// A change of a contact that is gone takes the contact along. It goes when nothing can bring it back any more.
    private func discard(_ changes: [WaitingChange.ID]) {
        guard let detail, let outbox = detail.session?.outbox else { return }
        let marks = pictures.marks
        marks.discard(changes)
        detail.changes.undo.show(
            tr("Change discarded"), seconds: UndoToast.changeTime,
            onUndo: {
                marks.restore(changes)
                if detail.changes.undo.hadFocus { detail.changes.onChangesFocusLost?() }
            },
            onEnd: {
                let left = changes.filter(marks.discarded.contains)
                guard !left.isEmpty else { return }
                Task {
                    await detail.changes.carryOut { () throws(ContactStoreError) in _ = try await outbox.drop(left) }
                    marks.restore(changes, present: try? await outbox.waiting(named: marks.nameOrder.arrangement))
                }
            })
    }

    /// Makes a contact anew, without the changes that the person has discarded.
    private func makeAgain(_ contact: ContactID) async throws(ContactStoreError) {
        guard let detail, let outbox = detail.session?.outbox else { return }
        let marks = pictures.marks
        let discarded = marks.discarded.filter { $0.contact == contact }
        if !discarded.isEmpty {
            _ = try await outbox.drop(Array(discarded))
            let present = try? await outbox.waiting(named: marks.nameOrder.arrangement)
            marks.restore(Array(discarded), present: present)
            detail.changes.undo.finish()
        }
        if try await outbox.createAgain(contact) != nil { detail.changes.say(tr("Saved")) }
    }

    /// The account has got its token, or lost it.
    func tokenChanged() {
        page?.hasToken = detail?.session?.token != nil
    }

    /// Shows all changes of an account that the server has not yet, whether or not a contact was shown before. `onClose` gives
    /// the focus back, where that was on the page when it closed.
    func show(of session: Session?, onClose: @escaping (_ hadFocus: Bool) -> Void = { _ in }) {
        guard let detail, !detail.isWriting, session?.outbox != nil else { return }
        detail.giveUpIntention()
        detail.session = session
        let page = page ?? makePage()
        self.page = page
        page.faces?.store = session?.store
        page.hasToken = session?.token != nil
        page.show(pictures.marks.lines, of: session?.outbox)
        page.onClose = onClose
        pages.visiblePage = "waiting"
        page.focusFirst()
    }

    /// Shows the contact again.
    func hide() {
        if isShown { pages.visiblePage = "reading" }
    }

    private func close() {
        let hadFocus = page?.root.containsFocus == true
        hide()
        page?.onClose?(hadFocus)
    }

    private func marksChanged() {
        detail?.contactBanner.show()
        detail?.changes.sayRefusal()
        guard isShown else { return }
        tokenChanged()
        let lines = pictures.marks.lines
        if lines.isEmpty { close() } else { page?.show(lines, of: detail?.session?.outbox) }
    }
}
