public import Foundation
import Model
import Network

/// Updates the reminders and the choices of forms. They seldom change, and each page counts against the server's limit of
/// requests.
@MainActor
public struct SeldomRefresh {
    /// Bounds the reminders that a server can make the program read, and so the requests of a day.
    private static let maxReminders = 10_000
    /// Less than a day, so that each morning's first start of the program loads new reminders.
    private static let maxAgeOfReminders: TimeInterval = 20 * 3_600
    private static let maxAgeOfChoices: TimeInterval = 86_400

    private let source: ContactSource
    private let store: ContactStore
    /// A refresh of a store from its server.
    public init(server: any ContactServer, store: ContactStore) {
        self.init(server: server, store: store) { try await Task.sleep(for: $0) }
    }

    init(server: any ContactServer, store: ContactStore, pause: @escaping @Sendable (Duration) async throws -> Void) {
        source = ContactSource(server: server, pause: pause)
        self.store = store
    }

    /// Reads all reminders if the stored reminders are about a day old, or from before `oldest`.
    ///
    /// If a page fails, the stored reminders stay.
    public func reminders(notBefore oldest: Date? = nil) async throws {
        let began = Date.now
        let fresh = max(began.addingTimeInterval(-Self.maxAgeOfReminders), oldest ?? .distantPast)
        if Self.isFresh(try await store.remindersLoadedAt(), since: fresh, at: began) { return }
        let kept = try await store.syncState().pageSize
        var size = kept
        var reminders: [ContactReminder]?
        while reminders == nil {
            do {
                reminders = try await read(inPagesOf: size, isPart: size != kept)
            } catch let error as ServerError where error.mayBeTooMuch {
                guard size.shrink() else { throw error }
            }
        }
        try await store.replaceReminders(with: reminders ?? [], loadedAt: began)
        if size != kept { try await store.note(size) }
    }

    private func read(inPagesOf size: PageSize, isPart: Bool) async throws -> [ContactReminder] {
        var reminders: [ContactReminder] = []
        for number in 1...Self.maxReminders / size.count {
            let page = try await source.reminders(page: number, of: size, isPart: isPart)
            reminders += page.reminders.map(\.shortened)
            if number >= page.lastPage || page.reminders.isEmpty { break }
        }
        return reminders
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
