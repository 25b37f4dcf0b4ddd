public import Contacts
import Foundation
import Model
import Network
import Synchronization

/// Sends pending changes to a Monica. Each request is sent once.
public final class MonicaWriteServer: WriteServer {
    /// The tags of so many contacts are remembered.
    private static let maxRemembered = 8
    /// The server may be at work for so long on a write.
    private static let timeout = Duration.seconds(60)
    /// A turn under the server's limit comes within 10 s, and numbers of words may be asked for before.
    private static let maxPreparation = Duration.seconds(30)

    struct State {
        /// How many of the newest contacts the server sends at once.
        var pageSize = PageSize()
        /// The year of the server's clock.
        var year: Int?
        /// The numbers of tags, of the contacts that were read last.
        var tags: [(contact: RemoteID, numbers: [String: RemoteID])] = []
    }

    let client: MonicaClient
    private let choices: @Sendable () async -> FormChoices?
    let photo: @Sendable (String) async -> Data?
    let state = Mutex(State())

    /// `choices` gives the stored choices of forms, and `photo` the bytes of a photo by the name of its file.
    init(
        client: MonicaClient, choices: @escaping @Sendable () async -> FormChoices?,
        photo: @escaping @Sendable (String) async -> Data? = { _ in nil }
    ) {
        self.client = client
        self.choices = choices
        self.photo = photo
    }

    public var planner: MonicaPlanner {
        MonicaPlanner(year: state.withLock(\.year) ?? SpecialDate(date: .now).year ?? 0)
    }

    public func ask(
        _ question: MonicaQuestion, after reading: MonicaPlanner.Reading?
    ) async -> Result<MonicaPlanner.Reading, RequestFailure> {
        var reading = reading ?? MonicaPlanner.Reading()
        do throws(RequestFailure) {
            switch question {
            case .contact(let id): reading.contact = try await contact(id)
            case .things(let kind, let id, let named): reading.things[kind] = try await things(kind, id, named)
            case .photos(let question): reading.things[.photo] = try await photos(of: question)
            case .newest(let uuid): reading.contact = try await newest(uuid)
            case .user: reading.user = .some(try await user())
            }
            return .success(reading)
        } catch {
            return .failure(error)
        }
    }

    public func send(_ request: MonicaRequest) async -> WriteAnswer<MonicaPlanner.Reading> {
        do throws(RequestFailure) {
            guard case .contactDeletion(let id) = request.expected else { return try await write(request) }
            let photos = await ownPhotos(of: id)
            let answer = try await write(request)
            await removeUnused(photos)
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
        let failure = RequestFailure(response, to: request.method)
        switch failure {
        // A page and a gateway have another clock.
        case .failed(.page)?, .failed(.unavailable)?: break
        default:
            if let date = response.headers["date"].flatMap(HTTPDate.parse) {
                state.withLock { $0.year = SpecialDate(date: date).year }
            }
        }
        if let failure { throw failure }
        return response.body
    }

    /// Reads the answer to a request. An answer that `read` cannot read is an error, too.
    func exchange<Value: Sendable>(
        _ request: HTTPRequest, _ read: @Sendable (Data) -> Value?
    ) async throws(RequestFailure) -> Value {
        guard let value = try await MonicaClient.decode(exchange(request), read) else { throw .failed(.page(nil)) }
        return value
    }

    /// Keeps the numbers of the tags, which a request needs that takes them away.
    func remember(_ contact: MonicaContact) {
        state.withLock { state in
            let others = state.tags.filter { $0.contact != contact.id }.suffix(Self.maxRemembered - 1)
            state.tags = others + [(contact.id, contact.tags)]
        }
    }
}

// Writing.
extension MonicaWriteServer {
    private func write(_ request: MonicaRequest) async throws(RequestFailure) -> WriteAnswer<MonicaPlanner.Reading> {
        let latestBeginning = ContinuousClock.now + Self.maxPreparation
        var content = request.body
        for (key, word) in request.body?.words ?? [:] { content?[key] = try await number(of: word) }
        var path = request.path
        if case .photo(let name, let contact)? = request.photo {
            path += "/\(try await number(ofPhoto: name, of: contact))"
        }
        var sent = await client.contactRequest(path, urgency: .edit)
        if case .contact = request.expected {} else { sent.url = client.server.api(path) }
        sent.method = request.method
        sent.answerTimeout = Self.timeout
        sent.latestBeginning = latestBeginning
        sent.body = content.map { HTTPRequest.Body($0.json(), type: "application/json") }
        if let upload = request.upload { sent.body = try await self.body(of: upload) }
        // A success that does not show the thing is held like a lost answer.
        guard let answer = await answer(try await exchange(sent), request.expected) else { throw .failed(.lost) }
        if case .done(let reading?, _) = answer, let contact = reading.contact { remember(contact) }
        return answer
    }

    @concurrent
    private func answer(
        _ body: Data, _ expected: MonicaRequest.Expected
    ) async -> WriteAnswer<MonicaPlanner.Reading>? {
        switch expected {
        case .contact(let id), .part(let id):
            guard let data = JSONText.members(of: body)?["data"], let name = JSONObject(parsing: data)?.remoteID,
                id == nil || name == id
            else { return nil }
            var contact: MonicaContact?
            if case .contact = expected { contact = MonicaContact(json: data) }
            return .done(contact.map { MonicaPlanner.Reading(contact: $0) }, made: id == nil ? name : nil)
        case .photo:
            guard let photo = JSONObject(dataIn: body).flatMap(Photo.init) else { return nil }
            client.photoNumbers.remember(photo)
            return photo.fileName.map { .done(nil, made: RemoteID($0)) }
        case .deletion, .contactDeletion:
            let isDeleted = JSONObject(parsing: body)?.bool("deleted") ?? false
            return isDeleted ? .done(nil, made: nil) : nil
        case .anything:
            let isJSON = JSONObject(parsing: body) != nil || (try? JSONText.elements(of: body, atMost: 10)) != nil
            return isJSON ? .done(nil, made: nil) : nil
        }
    }

    /// The server's number of a word.
    private func number(of word: BodyValue.Word) async throws(RequestFailure) -> BodyValue {
        switch word {
        case .gender(let title):
            return try await number("genders", choices()?.genders, { $0.genderChoice }) { $0.title == title }
        case .relationshipType(let type):
            let known = await choices()?.relationshipTypes
            return try await number("relationshiptypes", known, { $0.relationshipTypeChoice(groups: [:]) }) {
                $0.type == type
            }
        case .photo(let name, let contact): return .number(try await self.number(ofPhoto: name, of: contact))
        case .tags(let names, let contact):
            let known = state.withLock { $0.tags.last { $0.contact == contact }?.numbers } ?? [:]
            let numbers = names.compactMap { name in known[name].map { BodyValue.number(named: $0) } }
            // The next visit reads the contact's tags again.
            guard numbers.count == names.count else { throw .failed(.lost) }
            return .list(numbers)
        }
    }

    /// The number of a choice. The stored choices know most.
    private func number<Choice: Identifiable & Sendable>(
        _ list: String, _ known: [Choice]?, _ read: @escaping @Sendable (JSONObject) -> Choice?,
        _ matches: (Choice) -> Bool
    ) async throws(RequestFailure) -> BodyValue where Choice.ID == RemoteID {
        if let choice = known?.first(where: matches) { return .number(named: choice.id) }
        let request = await client.request(list, [("limit", "100")], urgency: .edit)
        let choices = try await listPage(request, atMost: 100, read).entries
        // The server has no such word any more, and nothing was sent.
        guard let choice = choices.first(where: matches) else { throw .refused([]) }
        return .number(named: choice.id)
    }
}
