import Contacts
import Foundation
import GLib
import Platform
import Synchronization

/// The stored data of the signed-in account, opened off the main thread.
nonisolated struct OpenedAccount: Sendable {
    let account: Account
    let kind: any ServerKind
    let store: ContactStore
    /// Nil where there are no notes.
    let notes: CrashNotes?
    let list: ObservedList

    /// Nil when no account is signed in. Throws when the account's file cannot be read.
    @concurrent
    static func open(
        in directories: AppDirectories, kinds: ServerKinds, listed choice: ObservedList.Choice
    ) async throws(ContactStoreError) -> OpenedAccount? {
        guard let account = try await signedIn(in: directories), let kind = kinds.kind(of: account) else { return nil }
        let file = directories.contacts(of: account.id)
        let store = try await ContactStore.open(at: file, bounds: StoreBounds(ofDatabaseAt: file), decoder: kind)
        let place = await ListPlace.load(from: directories.listPlace(of: account.id))
        // A place further down needs the whole list at once.
        let list = ObservedList(of: store, choice, beginsEarly: place?.top == nil)
        return OpenedAccount(
            account: account, kind: kind, store: store,
            notes: await CrashNotes.open(directories.crashNotes(of: account.id)),
            list: list)
    }

    private static func signedIn(in directories: AppDirectories) async throws(ContactStoreError) -> Account? {
        do throws(SystemError) {
            return try await AccountFile(url: directories.accountFile).read()
        } catch {
            // A file that is no account requires another sign-in.
            if error.code == EBADMSG { return nil }
            throw .other(code: error.code)
        }
    }

    /// The same as `open`, if no unfinished work has to end first. Nil otherwise, and for each error: `open` throws it again.
    @concurrent
    static func openEarly(
        in directories: AppDirectories, kinds: ServerKinds, listed choice: ObservedList.Choice
    ) async -> OpenedAccount? {
        guard await Journal(directories).entries().isEmpty else { return nil }
        return try? await open(in: directories, kinds: kinds, listed: choice)
    }
}

/// A list of the stored contacts. Its observation begins before there is a window.
nonisolated final class ObservedList: Sendable {
    struct Choice: Equatable {
        let order: ContactOrder
        let includesArchived: Bool
    }

    typealias Listed = Result<ContactList, ContactStoreError>

    private struct State {
        var latest: Listed?
        var onChange: (@Sendable (Listed) -> Void)?
    }

    let choice: Choice
    let filter = ListFilter()
    private let inbox: Inbox
    private let observation: ContactObservation

    /// With `beginsEarly`, the first contacts of a long list may arrive before the others.
    init(of store: ContactStore, _ choice: Choice, beginsEarly: Bool = false) {
        self.choice = choice
        let inbox = Inbox()
        self.inbox = inbox
        observation = store.observeList(
            order: choice.order, includingArchived: choice.includesArchived, beginsEarly: beginsEarly, filter: filter,
            onFailure: { inbox.put(.failure($0)) }, onChange: { inbox.put(.success($0)) })
    }

    /// The latest list, if there is one. Calls back for each later list, never on the main thread, until the observation is
    /// released.
    func follow(_ onChange: @escaping @Sendable (Listed) -> Void) -> (latest: Listed?, observation: ContactObservation)
    {
        (inbox.follow(onChange), observation)
    }

    private final class Inbox: Sendable {
        private let state = Mutex(State())

        func put(_ list: Listed) {
            let onChange = state.withLockHeld { state in
                if state.onChange == nil { state.latest = list }
                return state.onChange
            }
            onChange?(list)
        }

        func follow(_ onChange: @escaping @Sendable (Listed) -> Void) -> Listed? {
            state.withLockHeld { state in
                defer { state.latest = nil }
                state.onChange = onChange
                return state.latest
            }
        }
    }
}
