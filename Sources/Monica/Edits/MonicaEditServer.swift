import Contacts
import Foundation
import Model
import Network

/// The way by which edits reach a Monica: each is one request, sent once.
@MainActor
final class MonicaEditServer: EditServer {
    /// More pages of a contact's reminders are not read.
    private static let maxPages = 10
    /// Nor of those that were made while the answer to a creation was missing.
    private static let maxNewestContacts = 3_000
    private static let perPage = 100

    let client: MonicaClient
    /// How many of the newest contacts the server sends at once.
    private var pageSize = PageSize()
    /// What the stored choices are; asked for when a word is to become a number.
    let choices: @Sendable () async -> FormChoices?
    /// The contacts that were read last, the newest one last: the one that is about to be changed, and whom a person has
    /// asked for meanwhile.
    private var lastRead: [(contact: ServerContact, hidden: HiddenParts)] = []
    private static let maxLastRead = 8
    /// The server's time, by its last answer.
    private(set) var lastDate: Date?
    /// By the answers to the request under way.
    private var date: Date?
    /// When the write under way may begin at the latest: what was read for it is old after that.
    private(set) var latestBeginning: ContinuousClock.Instant?
    /// A turn under the server's limit comes within 10 s, and the numbers of words may be asked for before.
    private static let maxPreparation = Duration.seconds(30)

    init(client: MonicaClient, choices: @escaping @Sendable () async -> FormChoices?) {
        self.client = client
        self.choices = choices
    }

    nonisolated func answer(_ request: EditRequest) async -> EditResponse {
        await exchange(request)
    }

    private func exchange(_ request: EditRequest) async -> EditResponse {
        date = nil
        if case .write = request { latestBeginning = .now + Self.maxPreparation }
        let answer: EditAnswer =
            switch request {
            case .time: await time()
            case .contact(let id): await contact(id)
            case .reminders(let id, let days): await reminders(id, of: days)
            case .newestContacts(let since): await newestContacts(since: since)
            case .photos(let id): await photos(id)
            case .write(let write): await self.write(write)
            case .removePhoto(let id): await removePhoto(id)
            }
        return EditResponse(answer, date: date)
    }

    /// Sends a request once. An answer that is no success in JSON is an error.
    func send(_ request: HTTPRequest, namesTarget: Bool = true) async -> Result<Data, EditFailure> {
        do {
            let response = try await client.exchange(request)
            let failure = EditAnswer(
                failure: response, namesTarget: namesTarget, isWrite: request.method != .get)
            // Whoever sends pages has a clock of its own.
            if failure?.isOfServer ?? true, let now = response.headers["date"].flatMap(HTTPDate.parse) {
                (date, lastDate) = (now, now)
            }
            return failure.map { .failure(EditFailure(answer: $0)) } ?? .success(response.body)
        } catch {
            return .failure(EditFailure(answer: EditAnswer(error)))
        }
    }
}

/// An answer that is no success.
struct EditFailure: Error {
    let answer: EditAnswer
}

// Reading.
extension MonicaEditServer {
    private func time() async -> EditAnswer {
        switch await send(client.request("", urgency: .edit)) {
        case .success: .time
        case .failure(let failure): failure.answer
        }
    }

    private func contact(_ id: RemoteID) async -> EditAnswer {
        guard let path = id.path("contacts") else { return .gone }
        switch await send(client.contactRequest(path, urgency: .edit)) {
        case .success(let body):
            // What is no contact is no answer either.
            guard let read = await Self.read(body), var contact = read.contact else { return .page }
            if !hasLeapDay { contact.movingDays = Set(contact.values.filter(\.value.isLeapDayWithoutYear).keys) }
            lastRead = (lastRead.filter { $0.contact.id != id } + [(contact, read.hidden)]).suffix(Self.maxLastRead)
            return .contact(contact)
        case .failure(let failure): return failure.answer
        }
    }

    private func newestContacts(since: Date?) async -> EditAnswer {
        var size = pageSize
        while true {
            let answer = await newestContacts(since: since, inPagesOf: size.count)
            if case .newestContacts = answer { pageSize = size }
            // A small server sends the same contacts in shorter pages.
            guard answer.mayBeTooMuch, size.shrink() else { return answer }
        }
    }

    private func newestContacts(since: Date?, inPagesOf size: Int) async -> EditAnswer {
        var newest: [ServerContact] = []
        var total: Int?
        for number in 1...Self.maxNewestContacts / size {
            let request = client.request(
                "contacts", page: number, perPage: size, sort: .createdDescending, urgency: .edit,
                withFields: true)
            switch await send(request) {
            case .success(let body):
                guard let page = await Self.readContacts(body, atMost: size) else { return .page }
                // One that was deleted meanwhile has drawn another one over to a page that was read before.
                if let total, let there = page.total, there < total { return .page }
                total = page.total ?? total
                newest += page.contacts
                let first = since ?? .distantPast
                let reachesBack = page.contacts.contains { $0.createdAt.map { $0 < first } ?? false }
                if reachesBack || page.isLast { return .newestContacts(newest, areAll: true) }
            case .failure(let failure): return failure.answer
            }
        }
        return .newestContacts(newest, areAll: false)
    }

    private func reminders(_ id: RemoteID, of days: [ContactKey: ContactValue]) async -> EditAnswer {
        guard let path = id.path("contacts") else { return .gone }
        let contact = lastRead.last { $0.contact.id == id }?.contact
        var all: [YearlyReminder] = []
        func answer() -> EditAnswer {
            .reminders(
                YearlyReminder.days(days, in: all, contact: contact),
                doubtful: YearlyReminder.doubtful(days, in: all, contact: contact))
        }
        for number in 1...Self.maxPages {
            let request = client.request(
                path + "/reminders", page: number, perPage: Self.perPage, sort: .created, urgency: .edit)
            switch await send(request) {
            case .success(let body):
                guard let page = await Self.readReminders(body, atMost: Self.perPage) else { return .page }
                all += page.reminders
                if number >= page.lastPage { return answer() }
            case .failure(let failure): return failure.answer
            }
        }
        return answer()
    }
}

extension MonicaEditServer {
    /// What the last copy of a contact has that is not part of its values.
    func hidden(of id: RemoteID) -> HiddenParts { lastRead.last { $0.contact.id == id }?.hidden ?? HiddenParts() }

    /// Whether this year has the day that the server takes for one without a year.
    private var hasLeapDay: Bool {
        thisYear.isMultiple(of: 4) && (!thisYear.isMultiple(of: 100) || thisYear.isMultiple(of: 400))
    }
}

// Decoding, off the main thread.
extension MonicaEditServer {
    struct Read: Sendable {
        /// Nil without the list of its fields.
        let contact: ServerContact?
        let id: RemoteID
        let uuid: String?
        let hidden: HiddenParts
    }

    /// A contact in an answer's `data`; nil if there is none.
    @concurrent
    nonisolated static func read(_ body: Data) async -> Read? {
        guard let data = JSONText.members(of: body)?["data"], let object = try? JSONObject(parsing: data),
            let id = object.remoteID
        else { return nil }
        return Read(
            contact: ServerContact(json: data), id: id, uuid: object.string("uuid"), hidden: HiddenParts(object))
    }

    /// An entry that has no name on the server costs nothing but itself.
    @concurrent
    private nonisolated static func readContacts(
        _ body: Data, atMost limit: Int
    ) async -> (contacts: [ServerContact], isLast: Bool, total: Int?)? {
        guard let (entries, meta) = try? JSONText.page(body, atMost: limit) else { return nil }
        let (page, lastPage, _) = JSONObject.pagination(meta, entries: entries.count)
        // Where nothing else says whether there are more, a full page does.
        let isLast = page >= lastPage && (meta != nil || entries.count < limit)
        return (entries.compactMap { ServerContact(json: $0) }, isLast, meta?.int("total"))
    }

    @concurrent
    private nonisolated static func readReminders(
        _ body: Data, atMost limit: Int
    ) async -> (reminders: [YearlyReminder], lastPage: Int)? {
        guard let (entries, meta) = try? JSONText.page(body, atMost: limit) else { return nil }
        let reminders = entries.compactMap { try? JSONObject(parsing: $0) }.compactMap(YearlyReminder.init)
        return (reminders, JSONObject.pagination(meta, entries: entries.count).lastPage)
    }
}
