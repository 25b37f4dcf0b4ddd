import Avatars
import Contacts
import Foundation
import Gtk
import Model
import Platform

/// The life of an open form. It opens on a contact or for a new one, follows the server's news, and is kept as a draft. The
/// person's decision ends it.
final class ContactEditor {
    /// How a form ended.
    enum End {
        case closed
        case saved(Receipt)
        /// Its contact is deleted.
        case deleted(Receipt, name: String)
    }

    let page: EditingPage
    /// The form opened (true) or closed (false).
    var onShow: ((Bool) -> Void)?
    /// A form ended, with the focus in it or with none in the window: then it is to go somewhere.
    var onEnd: ((End, _ hadFocus: Bool) -> Void)?
    /// The typing of a contact is stored, and the form about to close. The view behind it shows the new values first.
    var onStored: ((ContactID) async -> Void)?
    /// The person chose to save the form before its contact is deleted: it is saved and closed.
    var onDelete: ((ContactID) -> Void)?
    /// The person wants to see a possible duplicate beside the form.
    var onOpen: ((Int) -> Void)?
    /// The form is closed, and its typing continues in the form of an existing contact.
    var onAdd: ((Int, TypedContact) -> Void)?
    /// A form did not open: why.
    var onFailure: ((String) -> Void)?
    /// The key that saves was pressed without a form; true where another editor took it.
    var onSaveElsewhere: (() -> Bool)?
    /// The opening of a form was cancelled.
    var onGivenUp: (() -> Void)?
    /// The window around the page, for questions.
    private(set) weak var window: ApplicationWindow?
    var nameOrder = NameOrder.asOnServer
    /// A contact with its avatar; nil where it is not known.
    var avatar: ((ContactID) -> (AvatarSubject, AvatarInfo)?)?
    /// Holds the keys that the person presses while the editor reads a form. The keys are for its fields.
    private(set) var keys: KeyHold?

    private static let duplicatesPause = Duration.milliseconds(500)
    private let pictures: AvatarPictures
    var open: OpenForm?
    var beginning: Task<Void, Never>?
    /// The form that is being read is that of a new contact.
    private(set) var beginsNew = false
    var searching: Task<Void, Never>?
    var saving = false
    /// Where the person wants to go once the form is stored.
    var wayOut: (() -> Void)?
    /// The count of attempts to leave a form: only the last attempt counts.
    var leavings = 0
    /// Whether the form offers to delete its contact.
    var mayDelete = true { didSet { page.view?.mayDelete = mayDelete } }
    /// The callers that wait for the end of the save.
    var waitingForEnd: [CheckedContinuation<Void, Never>] = []
    /// The draft of the former form.
    var endedDraft: DraftKeeper?

    init(pictures: AvatarPictures) {
        self.pictures = pictures
        page = EditingPage(pictures: pictures)
        page.onCancel = { [weak self] in self?.cancel() }
        page.onDone = { [weak self] in self?.beginSaving() }
        page.photo.onChoose = { [weak self] in if let open = self?.open { open.draft.keep(open.model.typing) } }
    }

    /// Takes the keys of the window that it is in.
    func connect(to window: ApplicationWindow) {
        self.window = window
        keys = KeyHold(in: window, except: Shortcuts.thatClose)
        keys?.onEscape = { [weak self] in self?.cancel() }
        window.addAction("save") { [weak self] in
            if self?.isOpen == false, self?.onSaveElsewhere?() == true { return }
            self?.beginSaving()
        }
        // Unlike a shortcut of the application, it leaves the key to an input method that composes.
        window.addShortcut("<Control>s", for: "win.save")
        window.onKeyPressed { [weak self] key in
            // The field of a mnemonic may not be made yet.
            if key.isMnemonic { self?.page.view?.fillAtOnce() }
            return false
        }
    }

    /// An open form with its session, draft and observation.
    struct OpenForm {
        let session: Session
        let outbox: Outbox
        /// Nil for a new contact.
        let contact: ContactID?
        /// The outbox knows by it that the form is open.
        let id: FormID
        let name: String
        let model: FormModel
        let draft: DraftKeeper
        var observation: ContactObservation?
        /// The contact was deleted on the server.
        var isGone = false

        /// Whether anything would be lost with it.
        var isTouched: Bool { model.form.isTouched }
    }

    /// Whether a form is open.
    var isOpen: Bool { open != nil }
    /// Nil for a new contact, and where no form is open.
    var contact: ContactID? { open?.contact }
    /// Whether anything was typed that would be lost.
    var isTouched: Bool { open?.isTouched ?? false }

    /// Opens the form of a new contact; of a draft, if there is one.
    func beginNew(in session: Session, from draft: Draft? = nil) {
        begin(FormOccasion(draft: draft), name: "", in: session)
    }

    /// Opens the form of a contact. The focus goes to the field of a row of its page, or to the first problem.
    func begin(
        _ contact: ContactID, name: String, in session: Session, from draft: Draft? = nil, at row: FieldID? = nil,
        adding added: TypedContact? = nil
    ) {
        let occasion = FormOccasion(contact: contact, draft: draft, added: added)
        begin(occasion, name: name, in: session, at: row)
    }

    private func begin(_ occasion: FormOccasion, name: String, in session: Session, at row: FieldID? = nil) {
        guard let outbox = session.outbox, open == nil else { return }
        beginning?.cancel()
        beginsNew = occasion.contact == nil
        keys?.begin()
        let form = FormID()
        beginning = Task { [weak self] in
            let start: FormStart?
            var isBeingDeleted = false
            var occasion = occasion
            do throws(ContactStoreError) {
                // The form continues an unsaved draft, however it is opened.
                occasion.draft = try await session.drafts.take(occasion.draft, of: occasion.contact)
                start = try await FormStart.load(occasion, for: form, in: session.store, outbox)
                if start == nil, let contact = occasion.contact {
                    isBeingDeleted = try await outbox.isBeingDeleted(contact)
                }
            } catch {
                Self.giveBack(occasion.draft, in: session)
                Self.closed(form, outbox)
                guard !Task.isCancelled else { return }
                self?.beginning = nil
                self?.keys?.drop()
                self?.onFailure?(error.sentence)
                return
            }
            guard let start, !Task.isCancelled, let self else {
                Self.giveBack(occasion.draft, in: session)
                Self.closed(form, outbox)
                guard !Task.isCancelled else { return }
                if isBeingDeleted { self?.onFailure?(tr("This contact is being deleted.")) }
                self?.giveUp()
                return
            }
            self.beginning = nil
            let draft = occasion.draft
            let keeper = DraftKeeper(store: session.store, contact: occasion.contact, number: draft?.id)
            session.drafts.add(keeper)
            let model = FormModel(start.form)
            model.update { ($0.nameOrder, $0.valueGroups) = (self.nameOrder, session.server.kind.valueGroups) }
            self.open = OpenForm(
                session: session, outbox: outbox, contact: occasion.contact, id: form, name: name, model: model,
                draft: keeper)
            if let added = occasion.added { self.replaceDraft(of: added) }
            self.show(model, choices: start.choices, session.store, name: name, at: row)
            self.setGone(start.isGone)
            self.follow(occasion.contact, session.store)
            // A form without reminders shows them as soon as they are read.
            if let contact = occasion.contact { Task { await outbox.readForForm(contact) } }
        }
    }

    /// A form that was to go on with a draft does not open.
    private static func giveBack(_ draft: Draft?, in session: Session) {
        if let draft { session.drafts.giveBack(draft) }
    }

    private func show(
        _ model: FormModel, choices: FormChoices, _ store: ContactStore, name: String, at row: FieldID?
    ) {
        let tags = Task { await FormStart.tags(in: store) }
        let view = FormView(
            model,
            surroundings: FormSurroundings(
                choices: choices, nameKeys: nameOrder.keys,
                findPeople: { [weak self, nameOrder] in
                    await FormStart.people(named: $0, besides: self?.contact, nameOrder: nameOrder, in: store)
                },
                hasNamesake: { [weak self] in
                    await FormStart.hasNamesake($0, besides: self?.contact, in: store)
                },
                findTags: { FormStart.tags(await tags.value, named: $0) }), pictures: pictures)
        view.mayDelete = mayDelete
        view.onEdit = { [weak self] in self?.edited() }
        view.onDelete = { [weak self] in Task.immediate { await self?.deleteContact() } }
        let (subject, info) = contact.flatMap { avatar?($0) } ?? (nil, AvatarInfo())
        let title = model.form.isNew ? tr("New Contact") : tr("Edit Contact")
        page.show(view, title: title, contact: subject, avatar: info)
        let reasons = model.form.generalProblems
        if !reasons.isEmpty { page.banner.show(reasons.joined(separator: "\n")) }
        onShow?(true)
        focus(row.flatMap(model.form.field(shownIn:)) ?? view.firstProblem, in: view)
        findDuplicates()
    }

    /// Gives the focus to a field, or to the first one, and passes the held keys on to it.
    private func focus(_ field: FormField?, in view: FormView) {
        Task.immediate { [weak self] in
            if let field { await view.focusWhenFilled(field) } else { view.focusFirst() }
            if self?.page.view === view { self?.keys?.passOn() }
        }
    }

    /// Follows changes of the contact in the store.
    private func follow(_ contact: ContactID?, _ store: ContactStore) {
        guard let contact else { return }
        open?.observation = store.observeContact(
            id: Int(contact.rawValue), onFailure: { _ in },
            onChange: { [weak self] _ in Task { @MainActor in await self?.takeNews() } })
    }

    func takeNews() async {
        guard let open, let contact = open.contact, !saving else { return }
        let newer: EditableContact?
        var isThere = true
        do throws(ContactStoreError) {
            newer = try await open.outbox.editable(contact, for: open.id)
            // Another window deletes it, and the person may undo that.
            if newer == nil, try await open.outbox.isBeingDeleted(contact) { return }
            if newer == nil { isThere = try await open.session.store.contact(id: Int(contact.rawValue)) != nil }
        } catch {
            // Unreadable values are no news.
            return
        }
        var people: [AnyContactID: FormPerson] = [:]
        if let newer { people = await FormStart.people(of: newer, in: open.session.store) }
        guard self.open?.model === open.model else {
            Self.closed(open.id, open.outbox)
            return
        }
        setGone(newer?.isGone ?? !isThere)
        guard let newer else { return }
        open.model.update { $0.take(newer, people: people, focused: page.view?.focusedField) }
        page.view?.showAll()
    }

    private func setGone(_ isGone: Bool) {
        guard let open, open.isGone != isGone else { return }
        self.open?.isGone = isGone
        page.banner.show(isGone ? tr("Deleted on the server. Saving creates it again.") : nil)
    }

    private func edited() {
        guard let open else { return }
        open.draft.typed { [weak model = open.model] in model?.typing }
        findDuplicates()
    }

    /// Returns when the draft of the former form is stored, or removed.
    func draftsSettled() async { await endedDraft?.settled() }

    /// Keeps the present typing as a draft, as when the focus leaves the window.
    func keepDraft() {
        guard let open else { return }
        open.draft.keep(open.model.typing)
    }

    /// Returns once the typing is on the disk, since the session ends. It is a draft or, after a save, edits.
    func keepForGood() async {
        keepDraft()
        if saving { await withCheckedContinuation { waitingForEnd.append($0) } }
        keepDraft()
        await open?.draft.settled()
        await draftsSettled()
    }

    private func findDuplicates() {
        guard let open, open.contact == nil else { return }
        searching?.cancel()
        searching = Task { [weak self] in
            guard await Task.hasSlept(for: Self.duplicatesPause) else { return }
            let found = await DuplicateFinder.find(open.model.form, in: open.session.store)
            guard !Task.isCancelled, let self, self.open?.model === open.model else { return }
            self.page.show(
                duplicates: found, onOpen: { [weak self] in self?.onOpen?($0) },
                onAdd: { [weak self] in self?.add(to: $0) })
        }
    }
}
