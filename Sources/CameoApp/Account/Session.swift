import Avatars
import Contacts
import Foundation
import GLib
import Gtk
import Logging
import Model
import Network
import Platform
import Soup

/// The objects of a signed-in account, from the connection to the pictures.
final class Session {
    var account: Account
    /// The properties of the account's server, and its client.
    let server: AccountServer
    let client: any ContactServer
    let store: ContactStore
    let synchroniser: Synchroniser
    /// The pending changes; nil where nothing can be edited.
    let outbox: Outbox?
    /// Whether another process edits the account. This process only shows the stored contacts.
    let isEditedElsewhere: Bool
    /// Typed and unsaved text.
    private(set) lazy var drafts = OpenDrafts(store: store)
    let avatars: AvatarStore<Picture>
    /// The photos of contacts.
    private(set) lazy var album = PhotoAlbum(server: client, store: store)
    let pictureServer: any PictureServer
    let decoders = DecoderNotice()
    /// Tells which work has ended the program before; nil where there are no notes.
    let notes: CrashNotes?

    /// Nil when the keyring gave no token: stored contacts can be read without it.
    private(set) var token: Token?

    /// The list that was begun before there was a window. The first view takes it.
    private var begunList: ObservedList?
    private let prefetch: SectionPrefetch
    /// The loaders of shown contacts.
    private var loaders: [WeakLoader] = []
    let transport: SoupTransport
    private let tokenHolder: TokenHolder
    private var synchronising: Task<Void, Never>?
    private var refreshingSeldom: Task<Void, Never>?
    /// The task that sends waiting changes; nil before there is a token.
    var sending: Task<Void, Never>?
    /// The former sending task, which may not have ended yet.
    var stopping: Task<Void, Never>?
    /// Whether the person allows changes on the server: otherwise changes keep waiting.
    var mayWrite = true {
        didSet {
            guard mayWrite != oldValue else { return }
            if mayWrite { send() } else { stopSending() }
        }
    }
    private(set) var isEnding = false
    /// Starts synchronisations that no person asks for.
    private(set) lazy var schedule = SyncSchedule { [weak self] in self?.synchronise() }
    /// Called with the end of the pause when the server's limit delays the synchronisation, and with nil when it continues.
    var onPause: ((ContinuousClock.Instant?) -> Void)?
    /// Called when the session that edited the account has ended.
    var onEditingFree: (() -> Void)?
    /// Called when a property of the account has changed and has to be saved.
    var onAccountChange: (() -> Void)?
    private var updating: Task<Void, Never>?
    /// The time of the person's last refresh. Older answers do not count as new.
    private(set) var refreshed: Date?
    private let log = Logger(label: "cameo.session")

    /// `pictures` is the folder of the disk cache of pictures; nil keeps them in memory only.
    init(
        account: Account, kind: any ServerKind, token: Token?, store: ContactStore, pictures: FolderPath?,
        notes: CrashNotes? = nil, foreignHosts: ForeignHosts = .publicWeb
    ) {
        self.account = account
        server = AccountServer(kind: kind, address: account.server)
        self.notes = notes
        self.token = token
        self.store = store
        tokenHolder = TokenHolder(token: token)
        transport = SoupTransport(
            origin: account.server.origin, token: { [tokenHolder] in tokenHolder.token?.secret },
            userAgent: Cameo.userAgent, trustedFingerprint: account.trustedFingerprint, foreignHosts: foreignHosts)
        let gate = TokenGate(
            origin: account.server.origin, token: tokenHolder,
            next: RequestLog(origin: account.server.origin, next: transport))
        client = kind.connect(to: account.server, over: gate)
        synchroniser = Synchroniser(server: client, store: store)
        let unused = UnusedPictures()
        // Without the stored choices the server is asked.
        let writeServer = client.writeServer(
            choices: { try? await store.formChoices() },
            // Without its bytes a photo is refused, and the person chooses it again.
            photo: { try? await store.pendingPhoto(named: $0) })
        isEditedElsewhere = store.readOnlyReason == nil && !store.takeEditing()
        outbox =
            store.readOnlyReason != nil || isEditedElsewhere
            ? nil
            : writeServer.map {
                Outbox(store: store, server: $0, onPictureUnused: unused.remove, onPhotoSent: unused.keep)
            }
        prefetch = SectionPrefetch(server: client, store: store)
        pictureServer = client.pictureServer { id in
            // A store that cannot be read knows no numbers other than the server's.
            do { return try await store.remoteNumber(of: id) } catch { return id }
        }
        avatars = AvatarStore(
            server: server, account: account, from: pictureServer, store: store, folder: pictures, notes: notes,
            onNoDecoder: { [decoders] in decoders.tell() })
        unused.store = avatars
        transport.onPause = { [weak self] in self?.onPause?($0) }
        synchroniser.onFirstFill = { [transport] in transport.listComesFirst = $0 }
        gate.onAnswer = { [weak self] in
            self?.schedule.serverAnswered()
            self?.outbox?.serverMayAnswer()
        }
        gate.onRefusal = { [weak self] in self?.schedule.tokenRefused() }
    }

    convenience init(_ opened: OpenedAccount, pictures: FolderPath?) {
        self.init(
            account: opened.account, kind: opened.kind, token: nil, store: opened.store, pictures: pictures,
            notes: opened.notes)
        begunList = opened.list
    }

    /// Returns, once, the list that was begun before there was a window. Nil if it is another list than the chosen one.
    func takeObservedList(_ choice: ObservedList.Choice) -> ObservedList? {
        defer { begunList = nil }
        return begunList.flatMap { $0.choice == choice ? $0 : nil }
    }

    /// Whether a synchronisation is running.
    var isSynchronising: Bool { synchronising != nil }

    /// Updates stored data of an older version of the program. The older data shows until then.
    func bringStoreUpToDate() {
        guard !isEditedElsewhere else { return }
        updating = Task(priority: .utility) { [store, log] in
            do {
                try await store.renew()
            } catch {
                // The next start continues from here.
                log.debug("the stored contacts could not be brought up to date")
            }
        }
    }

    /// Synchronises the stored contacts; a running synchronisation continues instead.
    func synchronise() {
        guard synchronising == nil, mayLoad else { return }
        synchronising = Task { [weak self] in
            await self?.synchroniser.run()
            self?.synchronised()
            self?.synchronising = nil
            self?.noteEnd()
        }
    }

    private func noteEnd() {
        guard !isEnding else { return }
        switch synchroniser.progress {
        case .finished:
            schedule.ended(.finished)
            // Decoding pages of contacts has freed much memory.
            Task { await Allocator.giveBack() }
            guard refreshingSeldom == nil else { return }
            refreshingSeldom = Task { [weak self] in
                await self?.refreshSeldom()
                await self?.learnUser()
                self?.refreshingSeldom = nil
            }
        case .failed(.server(.transport(.unreachable))), .failed(.server(.transport(.timedOut))),
            .failed(.server(.transport(.handshakeFailed))), .failed(.server(.webPage)),
            // The page of a network that wants a login may have an untrusted certificate.
            .failed(.server(.transport(.untrustedCertificate))):
            schedule.ended(.outOfReach)
        case .failed(.server(let error)) where error.isTransient: schedule.ended(.failedForNow)
        case .failed: schedule.ended(.failed)
        case .idle, .running: break
        }
    }

    /// The server answers, and the stored contacts tell which details are missing.
    private func synchronised() {
        guard case .finished = synchroniser.progress else { return }
        retryLoaders()
        prefetch.start()
        outbox?.serverMayAnswer()
    }

    /// Reads the choices of forms, all lists of the account, once a day and after a person asked for news.
    private func refreshSeldom() async {
        guard token != nil, !Task.isCancelled else { return }
        let refresh = SeldomRefresh(server: client, store: store)
        let asked = refreshed
        // A list has many pages, and a person presses F5 more often than the data changes.
        let oldest = asked?.addingTimeInterval(-600)
        do {
            try await refresh.formChoices(notBefore: asked)
        } catch {
            log.debug("the choices of forms could not be refreshed; the next synchronisation tries again")
        }
        guard token != nil, !Task.isCancelled else { return }
        do {
            try await refresh.lists(notBefore: oldest)
        } catch {
            log.debug("the lists of the account could not be refreshed")
        }
        // A person asked for news meanwhile.
        if refreshed != asked { await refreshSeldom() }
    }

    /// The network is back: requests that failed without it start again.
    func networkReturned() {
        send()
        avatars.networkReturned()
        retryLoaders()
        synchronise()
    }

    /// The time at which the stored contacts last matched the server; nil when they never did.
    func lastSynchronised() async -> Date? {
        // A store that cannot be read has its own banner.
        (try? await store.syncState())?.lastSynchronised
    }

    /// Synchronises contacts, and reloads pictures.
    func refresh() {
        refreshed = .now
        lookForEditing()
        avatars.refresh()
        synchronise()
    }

    /// The loader of a contact's page. It updates the contact with all its sections, which a synchronisation does not load.
    func loader(ofContact id: Int) -> ContactLoader {
        let loader = ContactLoader(contactID: id, server: client, store: store, notBefore: refreshed) { [weak self] in
            self?.mayLoad == true
        }
        loader.onLeave = { [weak prefetch] in prefetch?.add(id) }
        loaders.removeAll { $0.loader == nil }
        loaders.append(WeakLoader(loader: loader))
        return loader
    }

    private func retryLoaders() {
        for entry in loaders { entry.loader?.retry() }
    }

    /// The keyring gave the token: requests that waited for it begin.
    func use(_ token: Token) {
        self.token = token
        tokenHolder.token = token
        networkReturned()
    }

    /// Continues with a new token, and perhaps with another certificate of the server.
    func renew(_ account: Account, token: Token) async {
        self.account = account
        self.token = token
        tokenHolder.token = token
        avatars.showsExternalPictures = account.loadsExternalPictures
        await transport.setTrustedFingerprint(account.trustedFingerprint)
        send()
        refresh()
    }

    /// Trusts a certificate of the server from now on, or none but the system's. The caller has to save the account.
    func trust(fingerprint: String?) async {
        account.trustedFingerprint = fingerprint
        await transport.setTrustedFingerprint(fingerprint)
    }

    /// Ends all requests and tasks, and waits for them. The session must not be used afterwards, nor its pictures unless the
    /// next session keeps them.
    func end(keepingPictures: Bool = false) async {
        isEnding = true
        schedule.stop()
        let tasks = [sending, stopping, synchronising, refreshingSeldom, updating]
        for task in tasks { task?.cancel() }
        for task in tasks { await task?.value }
        await prefetch.stop()
        await transport.close()
        // The log-out finds files that could not be removed.
        if !keepingPictures { await avatars.clear() }
        tokenHolder.token = nil
        token = nil
        // A database that fails to close is removed together with its files.
        try? await store.close()
    }
}
