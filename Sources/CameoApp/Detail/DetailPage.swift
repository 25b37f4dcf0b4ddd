import Contacts
import Foundation
import GLib
import Gtk
import Model
import Network

/// The right side of the window: a contact with a header bar, or a hint when none is chosen.
final class DetailPage {
    private static let minimumWidth = 280
    /// Who goes on within this time does not want to read the contact: an arrow key passes over many.
    private static let rest = Duration.milliseconds(300)
    /// By then GTK has laid out the new rows of the page, and a crash has other reasons.
    private static let settlingTime = Duration.seconds(2)

    var root: Widget { ownToasts }
    let header = HeaderBar()
    /// Back to the list, where only one of the two is shown.
    var onBack: (() -> Void)?
    /// A form was opened or closed on the page.
    var onForm: ((Bool) -> Void)?
    /// A form of the page was stored for a contact.
    var onStored: ((ContactSummary) -> Void)?
    /// Told the name of the contact on the page, or nil when there is none.
    var onName: ((String?) -> Void)?

    let detail: DetailView
    let title = WindowTitle("")
    let back = Button(icon: "go-previous-symbolic", tooltip: tr("Back"))
    let forward = Button(icon: "go-next-symbolic", tooltip: tr("Forward"))
    let menu = DetailMenu()
    let stack = Stack()
    /// Over the page.
    let ownToasts: ToastOverlay
    /// Over the whole window, which may show the list alone.
    weak var windowToasts: ToastOverlay?
    /// The form, which takes the place of all the rest while it is open.
    let editor: ContactEditor
    let edit = Button(icon: "document-edit-symbolic", tooltip: tr("Edit"))
    let contactBanner = ContactBanner()
    private(set) lazy var changes = ChangeToasts(
        in: { [weak self] in self?.toasts }, outbox: { [weak self] in self?.session?.outbox }, marks: marks)
    let pages = Stack()
    let photos: PhotoActions
    let unsent: UnsentChanges
    let entries = EntryEditing()
    let pictures: AvatarPictures
    var session: Session?
    /// Whether anything may be changed on the server.
    var access = WriteAccess.allowed { didSet { accessChanged() } }
    var intention: Intention?
    private let unreadable = StatusPage(icon: "dialog-error-symbolic", title: tr("Contact Cannot Be Read"))
    let preparation = DetailPreparation()
    private var loader: ContactLoader?
    private var observation: ContactObservation?
    /// In which order the parts of names stand.
    var nameOrder = NameOrder.asOnServer { didSet { if nameOrder != oldValue { showDetail() } } }
    /// The contact that is shown, or will be.
    private(set) var contactID: Int? { didSet { if contactID != oldValue { onContact?(contactID) } } }
    /// The contacts that were seen on the page.
    let travel = DetailTravel()
    /// The name gets the focus as soon as there is one.
    var wantsFocus = false
    /// Shows a contact that was made on the page, and is in the list in a moment; where there is a list.
    var onMade: ((Int) -> Void)?
    /// Told of each change of `contactID`.
    var onContact: ((Int?) -> Void)?
    /// Gives the focus to the list; false where none stands beside the page.
    var onFocusList: (() -> Bool)?
    /// The form was opened from the list, and not from the page.
    var isFormOfList = false
    /// The field of the row that the form was opened from.
    var rowOfForm: FieldID?
    /// The present content of the page.
    private(set) var shown: StoredContact?
    /// The page is still to show the contact that was chosen, or that there is none.
    private(set) var isComing = false
    /// How often something was read of a contact.
    private(set) var arrivals = 0
    var server: AccountServer?
    /// The name of the page's texts in crash notes.
    private var subject: CrashNotes.Subject?
    private var note: CrashNotes.Note?
    private var settling: Task<Void, Never>?
    private var dayClock: DayClock?

    init(pictures: AvatarPictures) {
        detail = DetailView(pictures: pictures)
        editor = ContactEditor(pictures: pictures)
        self.pictures = pictures
        Self.addPages(to: stack, detail: detail.root, unreadable: unreadable)
        stack.expandsVertically = true
        // With large text in a narrow window there is room for the buttons alone.
        header.setTitle(Squeezer(title))
        header.addClass("flat")
        header.packStart(back)
        // With a page that is wider beside the list than alone, the window would fold and unfold for ever.
        header.packStart(Squeezer(forward))
        header.packEnd(menu.button)
        header.packEnd(edit)
        let box = Box(.vertical)
        box.setMinimumSize(width: Self.minimumWidth)
        box.expandsHorizontally = true
        box.append(header)
        box.append(contactBanner.banner.root)
        box.append(stack)
        pages.crossfades = false
        pages.add(box, named: "reading")
        pages.add(editor.page.root, named: "editing")
        photos = PhotoActions(in: pages)
        unsent = UnsentChanges(in: pages, pictures: pictures)
        ownToasts = ToastOverlay(photos.pages.root)
        ownToasts.expandsHorizontally = true
        travel.onChange = { [weak self] in self?.showWays() }
        connectMenu()
        preparation.onReady = { [weak self] in self?.ready($0) }
        // Ages and distances of days change with the day.
        dayClock = DayClock(onNewDay: { [weak self] in self?.showDetail() })
        connectEditing()
        showNothing()
        showWays()
    }

    /// Whether there are contacts to choose from: else the list says so, and the page nothing.
    var hasChoice = false {
        didSet { if contactID == nil { showNothing() } }
    }

    /// Whether the page leads back to a list, in a window that shows only one of the two. Such a page has no way
    /// forward.
    var leadsToList = false {
        didSet { showWays() }
    }

    /// Shows a stored contact, follows its changes, and asks the server for news.
    ///
    /// It may be passed over, and is seen after a rest.
    func show(contactID id: Int, of session: Session) {
        // Nothing but the person closes a form, and leaving it is asked for before.
        guard !isWriting else { return }
        unsent.hide()
        self.session = session
        guard id != contactID else { return }
        editor.giveUpUnlessNew()
        if let former = contactID, detail.contactID == former { travel.leave(former, at: detail.place) }
        stop(before: id)
        isComing = true
        contactBanner.lookForDraft()
        let server = session.server
        // Both come from the store's queue, where a digest of everything may take its time.
        observation = session.store.observeContact(
            id: id,
            onFailure: { [weak self] error in Task { @MainActor in self?.failed(error, id: id) } },
            onChange: { [weak self, notes = session.notes] contact in
                let subject = contact.flatMap { notes?.subject($0.describe(to:)) }
                Task { @MainActor in self?.changed(to: contact, id: id, server: server, subject: subject) }
            })
        load(id, of: session)
    }

    /// Asks the server again for news of the contact that is shown.
    func refresh(of session: Session) {
        loader?.reload(notBefore: session.refreshed)
    }

    func showNothing() {
        guard !isWriting else { return }
        stop(before: nil)
        empty(showing: hasChoice ? "none" : "blank")
    }

    /// Takes the stored state of a contact.
    func changed(
        to stored: StoredContact?, id: Int, server: AccountServer, subject: CrashNotes.Subject? = nil
    ) {
        // An answer for the contact before is not for this one.
        guard id == contactID else { return }
        arrivals += 1
        guard let stored else {
            // The page does not keep the contact before, and does not show a deleted contact.
            if !isComing, ["missing", "deleted"].contains(stack.visiblePage) { return }
            empty(showing: shown?.contact.id == id ? "deleted" : "waiting")
            return lookForDeletion(of: id)
        }
        shown = stored
        self.server = server
        self.subject = subject
        showDetail()
    }
}

private extension DetailPage {
    /// Ends all work for a contact; `next` is the one on the page from now on.
    func stop(before next: Int?) {
        loader?.stop()
        entries.drop()
        photos.pages.close()
        (loader, observation) = (nil, nil)
        preparation.cancel()
        contactID = next
        isComing = false
        giveUpIntention()
        contactBanner.clear()
        wantsFocus = false
    }

    func load(_ id: Int, of session: Session) {
        let server = session.server
        let loader = session.loader(ofContact: id)
        loader.onBegin = { [weak self] in self?.travel.see(id, in: session.store) }
        loader.onChange = { [weak self] in self?.loaded(id: id, server: server) }
        self.loader = loader
        loader.start(after: Self.rest)
    }

    func showDetail() {
        guard let shown, let server else { return }
        if subject?.isGuilty == true { return ready(ContactDetail(hidingTextsOf: shown.contact, server: server)) }
        noteUntilSettled()
        let gaps = SectionGap.gaps(in: shown, loader?.state)
        loader?.load(shown.outdated.union(gaps.keys).intersection(ContactSection.counted))
        preparation.prepare(shown, gaps: gaps, server: server, nameOrder: nameOrder, subject: subject)
    }

    func ready(_ detail: ContactDetail) {
        guard detail.id == contactID, shown?.contact.id == detail.id else { return }
        let (hadFocus, former) = (self.detail.root.containsFocus, self.detail.shownName)
        self.detail.show(detail)
        isComing = false
        showTitle(unless: self.detail.isNameVisible)
        // The contact is back. The typing about an entry became a draft when the contact went.
        if ["deleted", "waiting"].contains(stack.visiblePage) { contactBanner.lookForDraft() }
        stack.visiblePage = "contact"
        showButtons()
        contactBanner.show()
        carryOutIntention()
        let place = travel.takePlace(of: detail.id)
        if let place { self.detail.go(to: place, focusing: hadFocus || wantsFocus) }
        // The focused widget may have gone with the former contact.
        if wantsFocus || (hadFocus && !self.detail.root.containsFocus) { focusName() }
        // With the focus on it, the name is said anyway.
        if former != self.detail.shownName, !self.detail.root.containsFocus { root.announce(self.detail.shownName) }
        onName?(detail.name)
    }

    /// The page does not keep the contact before when the store cannot read the chosen contact.
    func failed(_ error: ContactStoreError, id: Int) {
        guard id == contactID else { return }
        stop(before: nil)
        unreadable.description = error.sentence
        empty(showing: "unreadable")
    }

    /// Notes that the texts on the page are worked on: GTK lays them out in the next frames.
    func noteUntilSettled() {
        settling?.cancel()
        note = subject?.note()
        settling = Task { [weak self] in
            // Cancelled while asleep: the next line notices.
            try? await Task.sleep(for: Self.settlingTime)
            if !Task.isCancelled { self?.note = nil }
        }
    }

    /// A partial contact that could not be stored is shown as the server sent it.
    func loaded(id: Int, server: AccountServer) {
        guard id == contactID, let state = loader?.state else { return }
        if let contact = state.contact, contact.isPartial, shown?.contact.id != id {
            changed(to: StoredContact(contact), id: id, server: server)
        } else if shown?.contact.id == id {
            showDetail()
        } else if state.isGone || state.isFailing && stack.visiblePage != "deleted" {
            empty(showing: state.isGone ? "deleted" : "missing")
        }
    }

    /// The store reads no contact with a waiting deletion. The page says that it was deleted.
    func lookForDeletion(of id: Int) {
        Task { [weak self, store = session?.store] in
            guard (try? await store?.isBeingDeleted(id: id)) == true else { return }
            guard let self, self.contactID == id, self.shown == nil else { return }
            self.empty(showing: "deleted")
        }
    }

    func empty(showing page: String) {
        (shown, isComing) = (nil, false)
        entries.drop()
        giveUpIntention()
        preparation.cancel()
        subject = nil
        settling?.cancel()
        note = nil
        detail.clear()
        showTitle(unless: true)
        stack.visiblePage = page
        showButtons()
        onName?(nil)
    }
}
