public import Foundation
public import Model

/// The pending changes of an account, from the form to the server.
///
/// One process edits: `ContactStore.takeEditing` says whether this one may.
public final class Outbox: Sendable {
    let store: ContactStore

    /// The outbox of an account over its store. Nothing is sent before `run`.
    ///
    /// `onPictureUnused` is told of the picture of a deleted contact if no other stored contact has it.
    public init(
        store: ContactStore, account: String, server: some WriteServer,
        onPictureUnused: @escaping @Sendable (PictureReference) -> Void = { _ in }
    ) {
        self.store = store
    }

    // Sending.

    /// Sends until the task is cancelled.
    public func run() async {}

    /// There is a network or a token again: all pauses end.
    public func resume() async throws(ContactStoreError) { throw .closed }

    /// A person uses the program, or the server has answered something else: an unanswered question is asked again now.
    public func serverMayAnswer() {}

    /// A person wants all that can go to be sent now: pauses end, and refused changes are tried again.
    public func sendNow() async throws(ContactStoreError) { throw .closed }

    /// Waits until all is sent that can be, some seconds at most, and returns the rest. Held changes are final.
    public func sendAll(within seconds: TimeInterval) async throws(ContactStoreError) -> UnsentWork { throw .closed }

    // Forms.

    /// The contact as a form begins with it; nil if it is not there or being deleted. From now on the form is open on it:
    /// see `formClosed`.
    public func editable(
        _ contact: ContactID, for form: FormID? = nil
    ) async throws(ContactStoreError) -> EditableContact? { throw .closed }

    /// Reads for a form what only the server knows, such as its reminders. `editable` shows it then, and observers of
    /// the contact are told. A failure leaves it unknown.
    public func readForForm(_ contact: ContactID) async {}

    /// The form is open no longer. Synchronisation may remove its contact then.
    public func formClosed(_ form: FormID) async {}

    /// Saves a form of a contact, in one transaction that is on the disk when this returns. The draft goes, and the form is
    /// closed.
    public func save(
        _ save: FormSave, of contact: ContactID, closing form: FormID? = nil, inPlaceOf draft: Int64? = nil
    ) async throws(ContactStoreError) -> Receipt { throw .closed }

    /// Saves the form of a new contact, which gets a number.
    public func create(
        _ save: FormSave, closing form: FormID? = nil, inPlaceOf draft: Int64? = nil
    ) async throws(ContactStoreError) -> Receipt { throw .closed }

    /// Makes a contact anew that the server has no longer, with all that is shown. `save` is set on top. Nil if the server
    /// has the contact.
    public func createAgain(
        _ contact: ContactID, with save: FormSave = FormSave(), closing form: FormID? = nil,
        inPlaceOf draft: Int64? = nil
    ) async throws(ContactStoreError) -> Receipt? { throw .closed }

    // Deletions, and toasts.

    /// Wants a contact deleted, not before `seconds` are over; nil for a contact that is not there.
    public func delete(
        _ contact: ContactID, after seconds: TimeInterval
    ) async throws(ContactStoreError) -> Receipt? { throw .closed }

    /// The toast of held changes still shows: none is sent before `seconds` are over, counted from now.
    public func hold(_ receipt: Receipt, for seconds: TimeInterval) async throws(ContactStoreError) { throw .closed }

    /// The toast of held changes is gone: they are sent like others.
    public func finish(_ receipt: Receipt) async throws(ContactStoreError) { throw .closed }

    /// All held changes are final.
    public func finishAll() async throws(ContactStoreError) { throw .closed }

    /// Whether a person wants the contact deleted, and the server has it still.
    public func isBeingDeleted(_ contact: ContactID) async throws(ContactStoreError) -> Bool { throw .closed }

    /// Sets each slot of the receipt that still shows its later value to the value before.
    public func undo(_ receipt: Receipt) async throws(ContactStoreError) -> UndoResult { throw .closed }

    // The page of unsent changes.

    /// All pending changes and notices, contact by contact, the oldest contact first.
    public func waiting() async throws(ContactStoreError) -> [WaitingChange] { throw .closed }

    /// Calls back with the result of `waiting`, and again after each change.
    public func observeWaiting(onChange: @escaping @Sendable ([WaitingChange]) -> Void) -> ContactObservation {
        ContactObservation {}
    }

    /// In how many seconds a change goes on; nil where no moment ends its wait.
    public func timeLeft(of change: WaitingChange) -> TimeInterval? { nil }

    /// Gives a change up: the server's value stands. Nil if it is not there any more, or is a deletion that may be under way.
    public func drop(_ change: WaitingChange.ID) async throws(ContactStoreError) -> Receipt? { throw .closed }

    /// Ends the conflicts of some slots of a contact. Nil if none of them conflicts any more.
    public func choose(
        _ choices: [Slot: ConflictChoice], of contact: ContactID
    ) async throws(ContactStoreError) -> Receipt? { throw .closed }

    /// The person agrees that the server changes other values besides.
    public func agree(_ change: WaitingChange.ID) async throws(ContactStoreError) { throw .closed }

    /// Sends the refused changes of a contact again.
    public func retry(_ contact: ContactID) async throws(ContactStoreError) { throw .closed }

    /// The person has seen a notice.
    public func acknowledge(_ change: WaitingChange.ID) async throws(ContactStoreError) { throw .closed }

    /// The typing that would be lost with the stored contacts.
    public func unsent() async throws(ContactStoreError) -> UnsentWork { throw .closed }
}

extension ContactStore {
    /// Takes the editing of this store for this process, until the store is closed; false while another process has it.
    public func takeEditing() -> Bool { true }
}
