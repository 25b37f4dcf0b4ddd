public import Contacts
import Foundation
import Model
import Network
import Synchronization

/// The way by which pending changes reach a Monica. Each request is sent once.
public final class MonicaWriteServer: WriteServer {
    /// The tags of so many contacts are remembered.
    private static let maxRemembered = 8
    /// The server may be at work for so long on a write.
    private static let timeout = Duration.seconds(60)
    /// A turn under the server's limit comes within 10 s, and numbers of words may be asked for before.
    private static let maxPreparation = Duration.seconds(30)

    private struct State {
        /// How many of the newest contacts the server sends at once.
        var pageSize = PageSize()
        /// The year of the server's clock.
        var year: Int?
        /// The numbers of tags, of the contacts that were read last.
        var tags: [(contact: RemoteID, numbers: [String: RemoteID])] = []
    }

    let client: MonicaClient
    private let choices: @Sendable () async -> FormChoices?
    private let state = Mutex(State())

    /// `choices` gives the stored choices of forms.
    init(client: MonicaClient, choices: @escaping @Sendable () async -> FormChoices?) {
        self.client = client
        self.choices = choices
    }

    public var planner: MonicaPlanner {
        MonicaPlanner(year: state.withLock(\.year) ?? SpecialDate(date: .now).year ?? 0)
    }

    public func ask(
        _ question: MonicaQuestion, after reading: MonicaPlanner.Reading?
    ) async -> ReadAnswer<MonicaPlanner.Reading> {
        var reading = reading ?? MonicaPlanner.Reading()
        do throws(RequestFailure) {
            switch question {
            case .contact(let id): reading.contact = try await contact(id)
            case .reminders(let id): reading.reminders = try await reminders(id)
            case .things(let kind, let id, let named): reading.things[kind] = try await things(kind, id, named)
            case .newest(let uuid): reading.contact = try await newest(uuid)
            case .user: reading.user = .some(try await user())
            }
            return .read(reading)
        } catch {
            switch error {
            case .gone: return .gone
            case .refused(let sentences): return .refused(sentences)
            case .failed(let failure): return .failed(failure)
            }
        }
    }

    public func send(_ request: MonicaRequest) async -> WriteAnswer<MonicaPlanner.Reading> {
        do throws(RequestFailure) {
            guard case .contactDeletion(let id) = request.expected else { return try await write(request) }
            let photos = await photos(of: id)
            let answer = try await write(request)
            for photo in photos { await removeUnused(photo) }
            return answer
        } catch {
            switch error {
            case .gone(let sentences), .refused(let sentences): return .refused(sentences)
            case .failed(let failure): return .failed(failure)
            }
        }
    }

    /// Sends a request once. An answer that is no success in JSON is an error.
    func exchange(_ request: HTTPRequest) async throws(RequestFailure) -> Data {
        let response: HTTPResponse
        do {
            response = try await client.exchange(request)
        } catch {
            throw RequestFailure(error)
        }
        let failure = RequestFailure(response)
        // A page comes from another clock.
        if failure != .failed(.page), let date = response.headers["date"].flatMap(HTTPDate.parse) {
            state.withLock { $0.year = SpecialDate(date: date).year }
        }
        if let failure { throw failure }
        return response.body
    }

    /// Keeps the numbers of the tags, which a request needs that takes them away.
    private func remember(_ contact: MonicaContact) {
        state.withLock { state in
            let others = state.tags.filter { $0.contact != contact.id }.suffix(Self.maxRemembered - 1)
            state.tags = others + [(contact.id, contact.tags)]
        }
    }
}

// Writing.
extension MonicaWriteServer {
    private func write(
        _ request: MonicaRequest
    ) async throws(RequestFailure) -> WriteAnswer<MonicaPlanner.Reading> {
        let latestBeginning = ContinuousClock.now + Self.maxPreparation
        var numbers: [BodyValue.Word: BodyValue] = [:]
        for word in request.body?.words ?? [] { numbers[word] = try await number(of: word) }
        var sent = await client.contactRequest(request.path, urgency: .edit)
        if case .contact = request.expected {} else { sent.url = client.server.api(request.path) }
        sent.method = request.method
        sent.answerTimeout = Self.timeout
        sent.latestBeginning = latestBeginning
        sent.body = request.body.map { HTTPRequest.Body($0.json(numbers), type: "application/json") }
        let body = try await exchange(sent)
        // A success that does not show the thing is held like a lost answer.
        guard let answer = await Self.answer(body, request.expected) else { throw .failed(.lost) }
        if case .done(let reading?, _) = answer, let contact = reading.contact { remember(contact) }
        return answer
    }

    @concurrent
    private static func answer(
        _ body: Data, _ expected: MonicaRequest.Expected
    ) async -> WriteAnswer<MonicaPlanner.Reading>? {
        switch expected {
        case .contact(let id):
            guard let (data, object) = data(in: body), let name = object.remoteID, id == nil || name == id else {
                return nil
            }
            let contact = MonicaContact(json: data)
            return .done(contact.map { MonicaPlanner.Reading(contact: $0) }, made: id == nil ? name : nil)
        case .part(let id):
            guard let name = data(in: body)?.object.remoteID, id == nil || name == id else { return nil }
            return .done(nil, made: id == nil ? name : nil)
        case .deletion, .contactDeletion:
            let isDeleted = (try? JSONObject(parsing: body))?.bool("deleted") ?? false
            return isDeleted ? .done(nil, made: nil) : nil
        case .anything:
            let isJSON =
                (try? JSONObject(parsing: body)) != nil || (try? JSONText.elements(of: body, atMost: 10)) != nil
            return isJSON ? .done(nil, made: nil) : nil
        }
    }

    private static func data(in body: Data) -> (data: Data, object: JSONObject)? {
        guard let data = JSONText.members(of: body)?["data"], let object = try? JSONObject(parsing: data) else {
            return nil
        }
        return (data, object)
    }

    /// The server's number of a word. The stored choices know most.
    private func number(of word: BodyValue.Word) async throws(RequestFailure) -> BodyValue {
        let id: RemoteID?
        switch word {
        case .gender(let title):
            if let known = await choices()?.genders.first(where: { $0.title == title }) {
                id = known.id
            } else {
                id = try await first("genders") { GenderChoice($0).flatMap { $0.title == title ? $0.id : nil } }
            }
        case .relationshipType(let type):
            if let known = await choices()?.relationshipTypes.first(where: { $0.type == type }) {
                id = known.id
            } else {
                id = try await first("relationshiptypes") {
                    RelationshipTypeChoice($0, groups: [:]).flatMap { $0.type == type ? $0.id : nil }
                }
            }
        case .tag(let name, let contact):
            id = state.withLock { $0.tags.last { $0.contact == contact }?.numbers[name] }
            // The next visit reads the contact's tags again.
            if id == nil { throw .failed(.lost) }
        }
        // The server has no such word any more, and nothing was sent.
        guard let id else { throw .refused([]) }
        return .number(named: id)
    }

    private func first(
        _ list: String, _ find: @escaping @Sendable (JSONObject) -> RemoteID?
    ) async throws(RequestFailure) -> RemoteID? {
        var request = await client.request(list, urgency: .edit)
        request.url = client.server.api(list, [("limit", "100")])
        let found = await Self.entries(in: try await exchange(request), atMost: 100, find)
        guard let found else { throw .failed(.page) }
        return found.entries.first
    }
}

// Reading.
extension MonicaWriteServer {
    private static let maxPages = 10
    private static let perPage = 100
    /// A contact with more entries of a kind has the oldest ones out of reach.
    private static let maxThingPages = 30
    /// A contact that was just made is among so many.
    private static let maxNewest = 300

    private func contact(_ id: RemoteID) async throws(RequestFailure) -> MonicaContact {
        // The server has nothing that it cannot have named.
        guard let path = id.path("contacts") else { throw .gone([]) }
        let body = try await exchange(await client.contactRequest(path, urgency: .edit))
        guard let contact = await Self.contact(in: body), contact.id == id else { throw .failed(.page) }
        remember(contact)
        return contact
    }

    private func user() async throws(RequestFailure) -> RemoteID? {
        let body = try await exchange(await client.request("me", urgency: .edit))
        guard let user = (try? JSONObject(parsing: body))?.object("data") else { throw .failed(.page) }
        return user.object("me_contact")?.remoteID
    }

    private func reminders(_ id: RemoteID) async throws(RequestFailure) -> [YearlyReminder] {
        guard let path = id.path("contacts") else { throw .gone([]) }
        var reminders: [YearlyReminder] = []
        for number in 1...Self.maxPages {
            let request = await client.request(
                path + "/reminders", page: number, perPage: Self.perPage, sort: .created, urgency: .edit)
            let body = try await exchange(request)
            guard let page = await Self.entries(in: body, atMost: Self.perPage, YearlyReminder.init) else {
                throw .failed(.page)
            }
            reminders += page.entries
            if page.isLast { break }
        }
        return reminders
    }

    /// The newest entries of a contact, in pages until the named ones have come.
    private func things(
        _ kind: PartKind, _ id: RemoteID, _ named: Set<RemoteID>
    ) async throws(RequestFailure) -> ThingList {
        guard let path = id.path("contacts") else { throw .gone([]) }
        var list = ThingList()
        for number in 1...Self.maxThingPages {
            let request = await client.request(
                "\(path)/\(kind.list)", page: number, perPage: Self.perPage, sort: .createdDescending, urgency: .edit)
            let page = await Self.entries(in: try await exchange(request), atMost: Self.perPage) { object in
                ThingList.Thing(object, kind, of: id)
            }
            guard let page else { throw .failed(.page) }
            list.things += page.entries
            list.isWhole = page.isLast || number == Self.maxThingPages
            if list.has(named) { break }
        }
        return list
    }

    /// The contact with a UUID; nil if it is not there. A small server sends the same contacts in shorter pages.
    private func newest(_ uuid: String) async throws(RequestFailure) -> MonicaContact? {
        var size = state.withLock(\.pageSize)
        while true {
            do throws(RequestFailure) {
                let id = try await newest(uuid, inPagesOf: size.count)
                state.withLock { $0.pageSize = size }
                guard let id else { return nil }
                return try await contact(id)
            } catch {
                guard error.mayBeTooMuch, size.shrink() else { throw error }
            }
        }
    }

    private func newest(_ uuid: String, inPagesOf size: Int) async throws(RequestFailure) -> RemoteID? {
        var total: Int?
        for number in 1...Self.maxNewest / size {
            let request = await client.request(
                "contacts", page: number, perPage: size, sort: .createdDescending, urgency: .edit)
            let page = await Self.entries(in: try await exchange(request), atMost: size) { object in
                object.string("uuid")?.lowercased() == uuid.lowercased() ? object.remoteID : nil
            }
            guard let page else { throw .failed(.page) }
            // The oldest that has it.
            let numbers = page.entries.compactMap { Int($0.rawValue) }
            if let oldest = numbers.min() { return RemoteID(String(oldest)) }
            // A contact that went meanwhile has drawn another one over to a page that was read before.
            if let total, let there = page.total, there < total { throw .failed(.lost) }
            total = page.total ?? total
            if page.isLast { break }
        }
        return nil
    }

    @concurrent
    private static func contact(in body: Data) async -> MonicaContact? {
        JSONText.members(of: body)?["data"].flatMap { MonicaContact(json: $0) }
    }

    /// An entry that cannot be read costs nothing but itself. Nil for no list.
    @concurrent
    private static func entries<Entry: Sendable>(
        in body: Data, atMost limit: Int, _ read: @Sendable (JSONObject) -> Entry?
    ) async -> (entries: [Entry], isLast: Bool, total: Int?)? {
        guard let (entries, meta) = try? JSONText.page(body, atMost: limit) else { return nil }
        let (page, lastPage, _) = JSONObject.pagination(meta, entries: entries.count)
        // Without `meta` a full page is not the last one.
        let isLast = page >= lastPage && (meta != nil || entries.count < limit)
        let read = entries.compactMap { try? JSONObject(parsing: $0) }.compactMap(read)
        return (read, isLast, meta?.int("total"))
    }
}
