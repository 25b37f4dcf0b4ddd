public import Contacts
public import Foundation
public import Model
public import Network

/// The server's API: requests and their answers.
@MainActor
public final class MonicaClient: ContactServer {
    /// The JSON contains pictures in base64, also the drawn faces of all related contacts.
    nonisolated static let longBody = 40 << 20
    nonisolated static let shortBody = 4 << 20
    /// A small server takes its time over a hundred contacts.
    private static let listTimeout = Duration.seconds(60)

    /// Where the server is.
    public let server: ServerAddress
    private let transport: any HTTPTransport
    let photoNumbers = PhotoNumbers()
    /// After a longer time without an answer the server is not asked for its redirect: that would take as long once more.
    var retryWindow = Duration.seconds(10)

    /// A client of a server; `transport` adds the token.
    public init(server: ServerAddress, transport: any HTTPTransport) {
        self.server = server
        self.transport = transport
    }

    @discardableResult
    public func checkServer() async throws(ServerError) -> ServerAddress {
        let root = try await probe("")
        if root.isLaravelUnauthenticated || root.isWelcome, try await probe("contacts").isLaravelUnauthenticated {
            return ServerAddress(redirected: root.url) ?? server
        }
        throw try await probe("vaults").isLaravelUnauthenticated ? .unsupportedVersion : .otherServer
    }

    public func checkToken() async throws(ServerError) {
        let answer = try await send(request("", urgency: .person))
        guard answer.isWelcome else { throw .otherServer }
    }

    public func me() async throws(ServerError) -> User {
        try await Self.decode(try await send(request("me", urgency: .person)).body, User.init(parsing:))
    }

    /// A page of the contacts that are neither archived nor partial, with their contact fields and newest notes.
    ///
    /// Pages count from 1; the server refuses more than 100 a page.
    public func contacts(
        page: Int, perPage: Int = 100, sort: ContactSort = .created, urgency: HTTPUrgency = .background
    ) async throws(ServerError) -> ContactPage {
        let request = request("contacts", page: page, perPage: perPage, sort: sort, urgency: urgency, withFields: true)
        return try await Self.decode(try await send(request).body) { body throws(ServerError) in
            try ContactPage(parsing: body, atMost: perPage)
        }
    }

    public func contact(id: Int, urgency: HTTPUrgency = .person) async throws(ServerError) -> Contact {
        let response = try await send(contactRequest("contacts/\(id)", urgency: urgency), isMissing: \.isContactGone)
        return try await Self.decode(response.body) { body throws(ServerError) in
            guard let json = JSONText.members(of: body)?["data"] else { throw .unreadable }
            return try Contact(json: json)
        }
    }

    /// The entries in one section of a contact, the latest first; at most `SectionEntries.maxCount`.
    ///
    /// The server answers with an error when it cannot read the file of one photo of one gift: see `server(status:)`.
    public func entries(
        in section: ContactSection, ofContact id: Int, urgency: HTTPUrgency = .person
    ) async throws(ServerError) -> SectionEntries {
        var objects: [Data] = []
        let (path, perPage) = ("contacts/\(id)/\(section.rawValue)", SectionEntries.perPage)
        for number in 1...SectionEntries.maxCount / perPage {
            let request = request(path, page: number, perPage: perPage, sort: .createdDescending, urgency: urgency)
            let page = try await listPage(request, atMost: perPage, SectionEntry.init)
            objects += page.entries.map(\.copy)
            if number >= page.lastPage { break }
        }
        return SectionEntries(objects: objects)
    }

    public func entries(
        in section: ContactSection, page: Int, perPage: Int = 100, urgency: HTTPUrgency = .background
    ) async throws(ServerError) -> AccountEntries {
        let request = request(section.rawValue, page: page, perPage: perPage, sort: .created, urgency: urgency)
        let list = try await listPage(request, atMost: perPage, SectionEntry.init, isMissing: \.isRouteMissing)
        let entries = list.entries.compactMap { entry in entry.contact.map { (contact: $0, serverCopy: entry.copy) } }
        return AccountEntries(entries: entries, lastPage: list.lastPage)
    }

    public func journal() async throws(ServerError) -> (entries: [JournalEntry], isWhole: Bool) {
        let request = request(
            "journal", page: 1, perPage: JournalEntry.maxCount, sort: .createdDescending, urgency: .background)
        let page = try await listPage(
            request, atMost: JournalEntry.maxCount, { $0.journalEntry }, isMissing: \.isRouteMissing)
        return (page.entries, page.isLast)
    }

    public func section(of entries: [Data]) -> SectionEntries { SectionEntries(objects: entries) }

    public func reminders(
        page: Int, perPage: Int = 100, urgency: HTTPUrgency = .background
    ) async throws(ServerError) -> ReminderPage {
        let request = request("reminders", page: page, perPage: perPage, sort: .created, urgency: urgency)
        let list = try await listPage(request, atMost: perPage) { $0.contactReminder }
        return ReminderPage(reminders: list.entries, lastPage: list.lastPage)
    }

    public func pictureServer(number: @escaping (Int) async -> Int?) -> any PictureServer {
        MonicaPictures(client: self, number: number)
    }

    public func writeServer(
        choices: @escaping @Sendable () async -> FormChoices?, photo: @escaping @Sendable (String) async -> Data?
    ) -> (any WriteServer)? {
        MonicaWriteServer(client: self, choices: choices, photo: photo)
    }

    /// A page of a contact's photos, or of all photos, the newest first; pages count from 1.
    ///
    /// The whole answer is an error if the server cannot read the file of one photo: see `server(status:)`.
    func photos(
        ofContact id: Int? = nil, page: Int = 1, perPage: Int = 10, urgency: HTTPUrgency
    ) async throws(ServerError) -> ListPage<Photo> {
        let path = id.map { "contacts/\($0)/photos" } ?? "photos"
        var request = request(path, page: page, perPage: perPage, sort: .createdDescending, urgency: urgency)
        request.purpose = .photo
        return try await listPage(request, atMost: perPage, Photo.init)
    }
}

extension MonicaClient {
    private static let withFields = ("with", "contactfields")

    /// `bodyLimit` is in bytes.
    func request(
        _ path: String, _ query: [(String, String)] = [], urgency: HTTPUrgency,
        bodyLimit: Int = MonicaClient.shortBody
    ) -> HTTPRequest {
        var request = HTTPRequest(server.api(path, query), content: .json, urgency: urgency, bodyLimit: bodyLimit)
        // Monica redirects the API only to its login page.
        request.followsRedirects = false
        return request
    }

    /// A request for a contact and its fields.
    func contactRequest(_ path: String, urgency: HTTPUrgency) -> HTTPRequest {
        request(path, [Self.withFields], urgency: urgency, bodyLimit: Self.longBody)
    }

    func photoRequest(_ number: Int, urgency: HTTPUrgency) -> HTTPRequest {
        request("photos/\(number)", urgency: urgency, bodyLimit: Self.longBody)
    }

    /// The address of a page is made here: the server's own links lose the page's size and order.
    func request(
        _ path: String, page: Int, perPage: Int, sort: ContactSort, urgency: HTTPUrgency, withFields: Bool = false
    ) -> HTTPRequest {
        var query = [("page", "\(page)"), ("limit", "\(perPage)"), ("sort", sort.query)]
        if withFields { query.append(Self.withFields) }
        var request = request(path, query, urgency: urgency, bodyLimit: Self.longBody)
        request.answerTimeout = Self.listTimeout
        return request
    }

    func send(
        _ request: HTTPRequest, isMissing: (HTTPResponse) -> Bool = { _ in true }
    ) async throws(ServerError) -> HTTPResponse {
        let response = try await answer(request)
        try response.checkSuccess(isMissing: isMissing)
        return response
    }

    /// Sends one request. The caller interprets the answer.
    func exchange(_ request: HTTPRequest) async throws(TransportError) -> HTTPResponse {
        try await transport.send(request)
    }

    func listPage<Entry: Sendable>(
        _ request: HTTPRequest, atMost asked: Int, _ read: @escaping @Sendable (JSONObject) -> Entry?,
        isMissing: (HTTPResponse) -> Bool = { _ in true }
    ) async throws(ServerError) -> ListPage<Entry> {
        try await Self.decode(try await send(request, isMissing: isMissing).body) { body throws(ServerError) in
            try ListPage<Entry>(body, atMost: asked, read)
        }
    }

    private func answer(_ request: HTTPRequest) async throws(ServerError) -> HTTPResponse {
        do {
            return try await transport.send(request)
        } catch {
            throw ServerError(error)
        }
    }

    /// Asks without the token. An answer is an error only if it does not tell the kind of server.
    private func probe(_ path: String) async throws(ServerError) -> HTTPResponse {
        var request = request(path, urgency: .person)
        request.sendsCredentials = false
        request.followsRedirects = true
        let response = try await answer(following: request)
        if let obstacle = response.obstacle(asked: request.url) { throw obstacle }
        if response.status == 429 || response.status >= 500 { try response.checkSuccess() }
        return response
    }

    /// An answer after its redirects, or the redirect itself where the way to a page cannot be gone.
    private func answer(following request: HTTPRequest) async throws(ServerError) -> HTTPResponse {
        let began = ContinuousClock.now
        do {
            return try await answer(request)
        } catch {
            switch error {
            case .transport(.unreachable) where ContinuousClock.now - began >= retryWindow: throw error
            case .transport(.unreachable), .transport(.refusedHost), .transport(.refusedRedirect),
                .transport(.untrustedCertificate):
                var first = request
                first.followsRedirects = false
                guard let redirect = try? await answer(first), redirect.leadsToPage else { throw error }
                return redirect
            default: throw error
            }
        }
    }

    @concurrent
    nonisolated static func decode<Value: Sendable, Failure: Error>(
        _ body: Data, _ parse: @Sendable (Data) throws(Failure) -> Value
    ) async throws(Failure) -> Value {
        try parse(body)
    }
}

extension ContactSort {
    /// The order in the server's words.
    fileprivate var query: String {
        switch self {
        case .created: "created_at"
        case .updated: "updated_at"
        case .updatedDescending: "-updated_at"
        case .createdDescending: "-created_at"
        }
    }
}
