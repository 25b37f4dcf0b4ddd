public import Foundation
import Model
import Network

/// Updates the reminders and the choices of forms. They seldom change, and each page counts against the server's limit of
/// requests.
@MainActor
public struct SeldomRefresh {
    /// Less than a day, so that a daily start in the morning gets the reminders of that morning.
    private static let maxAgeOfReminders: TimeInterval = 20 * 3_600
    private static let maxAgeOfChoices: TimeInterval = 86_400
    /// Each contact with sent reminders costs a request.
    private static let maxContacts = 50

    private let source: ContactSource
    private let store: ContactStore
    /// Bounds the entries that a server can make the program read, and the requests of a day.
    private let maxEntries: Int

    /// A refresh of a store from its server.
    public init(server: any ContactServer, store: ContactStore) {
        self.init(server: server, store: store) { try await Task.sleep(for: $0) }
    }

    init(
        server: any ContactServer, store: ContactStore, maxEntries: Int = 10_000,
        pause: @escaping @Sendable (Duration) async throws -> Void
    ) {
        source = ContactSource(server: server, pause: pause)
        self.store = store
        self.maxEntries = maxEntries
    }

    /// Reads all reminders if the stored reminders are about a day old, or from before `oldest`.
    ///
    /// If a page fails, the stored reminders stay.
    public func reminders(notBefore oldest: Date? = nil) async throws {
        let began = Date.now
        let fresh = max(began.addingTimeInterval(-Self.maxAgeOfReminders), oldest ?? .distantPast)
        if Self.isFresh(try await store.remindersLoadedAt(), since: fresh, at: began) { return }
        let list = try await read { number, size, isPart in
            let page = try await source.reminders(page: number, of: size, isPart: isPart)
            return (page.reminders.map(\.shortened), page.lastPage)
        }
        try await store.replaceReminders(with: list.entries, isWhole: list.isWhole, loadedAt: began)
        try await sentReminders()
    }

    /// Reads the reminders of contacts with sent reminders. Without this, a sent reminder hides a newer one of the list.
    private func sentReminders() async throws {
        let contacts = try await store.contactsWithSentReminders().prefix(Self.maxContacts)
        guard !contacts.isEmpty else { return }
        defer { store.changes.listsChanged() }
        let refresh = ContactRefresh(server: source.server, store: store)
        for id in contacts {
            let error = await refresh.load(.reminders, ofContact: id, urgency: .background)
            // The next day asks again.
            if let error, (error as? ServerError)?.concernsOneAnswer != true { return }
        }
    }

    /// Reads the reminders, sections and journal that are about a day old, or from before `oldest`.
    public func lists(notBefore oldest: Date? = nil) async throws {
        let lists: [@MainActor (Date?) async throws -> Void] = [reminders, sections, journal]
        try await each(lists) { list in try await list(oldest) }
    }

    /// Reads the sections of all contacts (`ContactSection.daily`) when their stored entries are a day old, or older than
    /// `oldest`.
    public func sections(notBefore oldest: Date? = nil) async throws {
        try await each(ContactSection.daily) { section in try await refresh(section, notBefore: oldest) }
    }

    private func refresh(_ section: ContactSection, notBefore oldest: Date?) async throws {
        let (began, asked) = (Date.now, store.editClock)
        let fresh = max(began.addingTimeInterval(-Self.maxAgeOfReminders), oldest ?? .distantPast)
        if Self.isFresh(try await store.listLoadedAt(section.rawValue), since: fresh, at: began) { return }
        var list: (entries: [(contact: Int, serverCopy: Data)], isWhole: Bool) = ([], true)
        do {
            list = try await read { number, size, isPart in
                let page = try await source.entries(in: section, page: number, of: size, isPart: isPart)
                return (page.entries, page.lastPage)
            }
        } catch ServerError.notFound {
            // An older server has no such list.
        }
        let sections = Dictionary(grouping: list.entries, by: \.contact).mapValues { entries in
            // The list has the first entered first; a section has the latest first.
            source.server.section(of: entries.reversed().map(\.serverCopy))
        }
        try await store.replace(
            section, with: sections, isWhole: list.isWhole, asked: asked, loadedAt: began)
    }

    /// Reads each of the lists. A list that the server fails to send holds up no other list: its error is thrown at the end.
    private func each<List>(_ lists: [List], _ read: (List) async throws -> Void) async throws {
        var failure: ServerError?
        for list in lists {
            do {
                try await read(list)
            } catch let error as ServerError where error.concernsOneAnswer {
                failure = failure ?? error
            }
        }
        if let failure { throw failure }
    }

    /// Reads the user's journal if the stored entries are about a day old, or from before `oldest`.
    public func journal(notBefore oldest: Date? = nil) async throws {
        let began = Date.now
        let fresh = max(began.addingTimeInterval(-Self.maxAgeOfReminders), oldest ?? .distantPast)
        if Self.isFresh(try await store.listLoadedAt(AccountList.journal), since: fresh, at: began) { return }
        var journal: (entries: [JournalEntry], isWhole: Bool) = ([], true)
        do {
            journal = try await source.journal()
        } catch ServerError.notFound {
            // An older server has no such list.
        }
        try await store.replaceJournal(with: journal.entries, isWhole: journal.isWhole, loadedAt: began)
    }

    private typealias PageReader<Entry> =
        (_ number: Int, _ size: PageSize, _ isPart: Bool) async throws -> (entries: [Entry], lastPage: Int)

    /// Reads the pages of a list, shorter ones where the server fails.
    private func read<Entry>(_ page: PageReader<Entry>) async throws -> (entries: [Entry], isWhole: Bool) {
        let kept = try await store.syncState().pageSize
        var size = kept
        while true {
            do {
                let list = try await read(inPagesOf: size, isPart: size != kept, page)
                if size != kept { try await store.note(size) }
                return list
            } catch let error as ServerError where error.mayBeTooMuch {
                guard size.shrink() else { throw error }
            }
        }
    }

    /// Reads the last pages of a list that is too long: a server has the entry first that was entered first.
    private func read<Entry>(
        inPagesOf size: PageSize, isPart: Bool, _ page: PageReader<Entry>
    ) async throws -> (entries: [Entry], isWhole: Bool) {
        let maxPages = max(maxEntries / size.count, 1)
        var (entries, lastPage) = try await page(1, size, isPart)
        let skipped = max(lastPage - maxPages, 0)
        if skipped > 0 { entries = [] }
        var number = max(skipped, 1)
        while number < min(lastPage, skipped + maxPages) {
            number += 1
            let (new, last) = try await page(number, size, isPart)
            entries += new
            lastPage = last
        }
        return (entries, skipped == 0 && number >= lastPage)
    }

    /// Reads the choices of forms, such as types of fields, if the stored ones are a day old at `now`, or from before `oldest`.
    /// The stored choices stay when some of the new ones do not come.
    public func formChoices(now: Date = .now, notBefore oldest: Date? = nil) async throws {
        let fresh = max(now.addingTimeInterval(-Self.maxAgeOfChoices), oldest ?? .distantPast)
        if Self.isFresh(try await store.formChoicesLoadedAt(), since: fresh, at: now) { return }
        try await store.replaceFormChoices(with: try await source.formChoices(), loadedAt: now)
    }

    /// A clock that was set back makes nothing fresh for ever.
    private static func isFresh(_ loaded: Date?, since oldest: Date, at now: Date) -> Bool {
        loaded.map { (oldest...max(oldest, now)).contains($0) } ?? false
    }
}

extension ContactReminder {
    /// More than any list shows, in Unicode scalars.
    private static let maxTitleLength = 1_000

    /// As much of it as is stored: ten thousand of them are in memory at once.
    fileprivate var shortened: ContactReminder {
        let title = String(String.UnicodeScalarView(reminder.title.unicodeScalars.prefix(Self.maxTitleLength)))
        return ContactReminder(
            contactID: contactID,
            reminder: Reminder(
                id: reminder.id, title: title, frequency: reminder.frequency, initialDate: reminder.initialDate,
                isAutomatic: reminder.isAutomatic))
    }
}
