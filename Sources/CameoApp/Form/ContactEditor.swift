import Contacts
import Foundation
import Gtk
import Model

/// What becomes of an open form: it is begun on a contact or for a new one, follows the news, is kept as a draft, and ends
/// with what the person decides.
final class ContactEditor {
    /// How a form ended.
    enum End {
        case closed
        case saved([EditQueue.Receipt], contact: ContactID)
    }

    let page: EditingPage
    /// The form shows, or no more.
    var onShow: ((Bool) -> Void)?
    var onEnd: ((End) -> Void)?
    /// The person wants to delete the contact of the form.
    var onDelete: ((ContactID) -> Void)?
    /// The person wants to see another contact, such as a possible duplicate.
    var onOpen: ((Int) -> Void)?
    /// What is over the page, for questions.
    weak var window: ApplicationWindow?
    var nameOrder = NameOrder.asOnServer

    private static let duplicatesPause = Duration.milliseconds(500)
    private let pictures: AvatarPictures
    private var open: OpenForm?
    private var beginning: Task<Void, Never>?
    private var searching: Task<Void, Never>?
    private var saving = false
    /// That of the form before.
    private var endedDraft: DraftKeeper?

    init(pictures: AvatarPictures) {
        self.pictures = pictures
        page = EditingPage(pictures: pictures)
        page.onCancel = { [weak self] in self?.cancel() }
        page.onDone = { [weak self] in Task { await self?.save() } }
    }

    /// An open form with what belongs to it.
    private struct OpenForm {
        let session: Session
        let queue: EditQueue
        /// Nil for a new contact.
        let contact: ContactID?
        let name: String
        let model: FormModel
        let draft: DraftKeeper
        var observation: ContactObservation?
        /// The server has the contact no more.
        var isGone = false
    }

    /// Whether a form is open.
    var isOpen: Bool { open != nil }
    /// Nil for a new contact, and where no form is open.
    var contact: ContactID? { open?.contact }
    /// Whether anything was typed that would be lost.
    var isTouched: Bool { open?.model.form.isTouched ?? false }

    /// Opens the form of a new contact; of a draft, if there is one.
    func beginNew(in session: Session, from draft: Draft? = nil) {
        begin(nil, name: "", in: session, from: draft, at: nil)
    }

    /// Opens the form of a contact, with the focus where it is given.
    func begin(
        _ contact: ContactID, name: String, in session: Session, from draft: Draft? = nil, at field: FormField? = nil
    ) {
        begin(Optional(contact), name: name, in: session, from: draft, at: field)
    }

    private func begin(
        _ contact: ContactID?, name: String, in session: Session, from draft: Draft?, at field: FormField?
    ) {
        guard let queue = session.edits, open == nil else { return }
        beginning?.cancel()
        beginning = Task { [weak self] in
            guard let start = await FormStart.load(contact, in: session.store, queue, from: draft), !Task.isCancelled,
                let self
            else { return }
            let keeper = DraftKeeper(
                store: session.store, account: session.account.id, contact: contact, number: draft?.id)
            let model = FormModel(start.form)
            self.open = OpenForm(
                session: session, queue: queue, contact: contact, name: name, model: model, draft: keeper)
            self.show(model, choices: start.choices, session.store, name: name, at: field)
            if start.isGone { self.contactIsGone() }
            self.follow(contact, session.store)
        }
    }

    private func show(
        _ model: FormModel, choices: FormChoices, _ store: ContactStore, name: String, at field: FormField?
    ) {
        let view = FormView(
            model,
            surroundings: FormSurroundings(
                choices: choices, nameKeys: nameOrder.keys,
                findPeople: { await FormStart.people(named: $0, in: store) },
                findTags: { await FormStart.tags(named: $0, in: store) }), pictures: pictures)
        view.onEdit = { [weak self] in self?.edited() }
        view.onDelete = { [weak self] in
            if let contact = self?.open?.contact { self?.onDelete?(contact) }
        }
        page.show(view, title: model.form.isNew ? tr("New Contact") : tr("Edit Contact"))
        onShow?(true)
        if let field { view.focus(field) } else { view.focusFirst() }
        findDuplicates()
    }

    /// Takes what comes from the server meanwhile.
    private func follow(_ contact: ContactID?, _ store: ContactStore) {
        guard let contact else { return }
        open?.observation = store.observeContact(
            id: Int(contact.rawValue), onFailure: { _ in },
            onChange: { [weak self] _ in Task { @MainActor in await self?.takeNews() } })
    }

    private func takeNews() async {
        guard let open, let contact = open.contact, !open.isGone, !saving else { return }
        // What cannot be read is no news.
        guard let newer = try? await open.queue.editable(contact) else {
            if let copy = try? await open.session.store.contact(id: Int(contact.rawValue)), copy.isActive { return }
            return contactIsGone()
        }
        let people = await FormStart.people(of: contact, in: open.session.store)
        guard self.open?.model === open.model else { return }
        open.model.update { $0.take(newer, people: people, focused: page.view?.focusedField) }
        page.view?.showAll()
    }

    private func contactIsGone() {
        open?.isGone = true
        page.banner.show(tr("Deleted on the server. Done creates it again."))
    }

    private func edited() {
        guard let open else { return }
        open.draft.typed { [weak model = open.model] in model?.form }
        findDuplicates()
    }

    /// Returns when what stood for the form before is kept, or gone.
    func draftsSettled() async {
        await endedDraft?.settled()
    }

    /// Keeps what is typed now, as when the focus leaves the window.
    func keepDraft() {
        guard let open, open.model.form.isTouched else { return }
        open.draft.keep(open.model.form)
    }

    private func findDuplicates() {
        guard let open, open.contact == nil else { return }
        searching?.cancel()
        searching = Task { [weak self] in
            guard (try? await Task.sleep(for: Self.duplicatesPause)) != nil else { return }
            let found = await DuplicateFinder.find(open.model.form, in: open.session.store)
            guard !Task.isCancelled, let self, self.open?.model === open.model else { return }
            self.page.show(duplicates: found) { [weak self] in self?.onOpen?($0) }
        }
    }
}

// The ways out.
extension ContactEditor {
    /// Stores what was typed; false if something is wrong with it, and the form stays.
    @discardableResult
    func save() async -> Bool {
        guard let open, let view = page.view, !saving else { return false }
        guard view.check() else { return false }
        let form = open.isGone ? open.model.form.anew : open.model.form
        guard form.isNew || !form.changes.isEmpty else {
            close(.closed)
            return true
        }
        saving = true
        page.isBusy = true
        defer {
            saving = false
            page.isBusy = false
        }
        do throws(ContactStoreError) {
            let receipts =
                if let contact = open.contact, !open.isGone {
                    try await open.queue.store(form.changes, of: contact)
                } else {
                    try await open.queue.create(form.creation(uuid: UUID().uuidString.lowercased()), then: form.changes)
                }
            close(.saved(receipts, contact: receipts.first?.contact ?? open.contact ?? ContactID(0)))
            return true
        } catch {
            // What could not be stored is still in the form.
            page.banner.show(error.sentence)
            return false
        }
    }

    /// Closes the form, after a question if something would be lost.
    func cancel() {
        leave {}
    }

    /// Goes on once no form is open any more: at once, or after the person has decided.
    func leave(then go: @escaping @MainActor () -> Void) {
        guard isOpen else { return go() }
        guard isTouched else {
            close(.closed)
            return go()
        }
        Task { [weak self] in if await self?.askToLeave() == true { go() } }
    }

    /// Asks what becomes of what was typed; true once the form is closed.
    func askToLeave() async -> Bool {
        guard let open else { return true }
        guard isTouched else {
            close(.closed)
            return true
        }
        let name = open.model.form.isNew ? open.model.form.typedName : open.name
        let dialog = MessageDialog(
            over: window, heading: tr("Save Changes to %1$s?", name.isEmpty ? tr("New Contact") : name), body: "")
        dialog.addResponse("keep", tr("_Keep Editing"))
        dialog.addResponse("discard", tr("_Discard"), .destructive)
        let canSave = open.model.form.issues().isEmpty
        if canSave { dialog.addResponse("save", tr("_Save"), .suggested) }
        dialog.setResponses(default: canSave ? "save" : "keep", close: "keep")
        switch await dialog.ask() {
        case "discard":
            close(.closed)
            return true
        case "save": return await save()
        default: return false
        }
    }

    /// Closes the form without a question: the contact is deleted.
    func discard() {
        close(.closed)
    }

    /// Closes the form without a question because nobody is signed in any more, or the program ends; what was typed stays
    /// as a draft.
    func abandon() {
        close(.closed, keepingDraft: true)
    }

    private func close(_ end: End, keepingDraft: Bool = false) {
        beginning?.cancel()
        searching?.cancel()
        guard let open else { return }
        if !keepingDraft {
            open.draft.end()
        } else if open.model.form.isTouched {
            open.draft.keep(open.model.form)
        }
        endedDraft = open.draft
        self.open = nil
        page.clear()
        if let contact = open.contact {
            Task { [queue = open.queue] in
                // Who forgets it keeps a contact a little longer.
                try? await queue.formClosed(contact)
            }
        }
        onShow?(false)
        onEnd?(end)
    }
}

private extension ContactForm {
    /// The name as far as it is typed.
    var typedName: String {
        let parts = [ContactKey.firstName, .lastName].map { FormText.trimmed(self[text: $0]) }
        return PlainText.line(parts.filter { !$0.isEmpty }.joined(separator: " "))
    }
}

extension NameOrder {
    /// The parts of a name in the order in which they are typed.
    var keys: [ContactKey] { self == .lastNameFirst ? [.lastName, .firstName] : [.firstName, .lastName] }
}
