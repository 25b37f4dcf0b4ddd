import Foundation
import Model
import Network

/// Gets encoded pictures from where they are: out of their URL, from the account's server, its API, or another host.
final class PictureFetcher {
    typealias Priority = RequestPriority

    /// What came.
    enum Fetched: Sendable {
        /// A picture; without freshness it is not to be stored.
        case picture(Data, Freshness?)
        /// The stored copy is still right, with news of how long.
        case notModified(Freshness?)
    }

    let search: PhotoSearch
    private let transport: any HTTPTransport
    private let inlineURL: (Int) async -> String?
    private let now: () -> Date
    private let counters: Counters
    private let slots = PictureSlots(RequestSlots())
    private let route: PhotoRouteFinder

    init(
        photos: PhotoLists, transport: any HTTPTransport, inlineURL: @escaping (Int) async -> String?,
        now: @escaping () -> Date, sleep: @escaping (Duration) async throws -> Void, counters: Counters
    ) {
        self.transport = transport
        self.inlineURL = inlineURL
        self.now = now
        self.counters = counters
        route = PhotoRouteFinder(counters: counters)
        search = PhotoSearch(photos: photos, slots: slots, counters: counters, sleep: sleep)
    }

    /// Gets a picture by its request; one inside a contact's copy by `inlineURL`, or else from that copy. The priority is read
    /// again whenever the request may move in a queue.
    func fetch(
        _ picture: PictureReference, by request: HTTPRequest?, inlineURL: String? = nil,
        priority: @escaping () -> Priority
    ) async throws(LoadFailure) -> Fetched {
        switch (picture, request) {
        case (.none, _): throw .failed(.notFound)
        case (.inline(_, let contactID), _):
            return .picture(try await inlinePicture(inlineURL, contactID: contactID), nil)
        case (_, nil): throw .failed(.invalidURL)
        case (.url, let request?):
            guard let fetched = try await send(request, priority: priority) else { throw .failed(.unauthorized) }
            return fetched
        case (.server(_, let contactID), let request?):
            if let fetched = try await photo(request, priority: priority) { return fetched }
            let name = request.url.lastPathComponent
            let data = try await search.picture(named: name, contactID: contactID, priority: priority)
            return .picture(data, Freshness())
        }
    }

    /// Forgets how photos come and which are broken.
    func forget() {
        route.forget()
        search.forget()
    }
}

private extension PictureFetcher {
    func inlinePicture(_ url: String?, contactID: Int) async throws(LoadFailure) -> Data {
        var url = url
        if url == nil { url = await inlineURL(contactID) }
        guard let url else { throw .failed(.notFound) }
        do {
            return try await DataURL.picture(in: url)
        } catch {
            throw .failed(error)
        }
    }

    /// An uploaded photo by its own address; nil if only the API has it, which one request finds out for all.
    func photo(
        _ request: HTTPRequest, priority: @escaping () -> Priority
    ) async throws(LoadFailure) -> Fetched? {
        guard request.sendsCredentials else { return try await send(request, isPhoto: true, priority: priority) }
        let decision = await route.decide()
        guard decision.isDirect else { return nil }
        var finding = PhotoRouteFinder.Finding.nothing
        defer { decision.isProbe ? route.endProbe(finding) : route.learn(finding) }
        do {
            let fetched = try await send(request, isPhoto: true, priority: priority)
            finding = fetched == nil ? .api : .direct
            return fetched
        } catch {
            if error == .cancelled { finding = .cancelled }
            throw error
        }
    }

    /// Sends one request; nil when the server answers with its login, or keeps a photo where nobody may ask.
    func send(
        _ request: HTTPRequest, isPhoto: Bool = false, priority: @escaping () -> Priority
    ) async throws(LoadFailure) -> Fetched? {
        try await slots.run(priority: priority) { () throws(LoadFailure) -> Fetched? in
            var request = request
            request.urgency = priority().urgency
            if request.sendsCredentials {
                counters.values.ownRequests += 1
            } else {
                counters.values.externalRequests += 1
            }
            let response: HTTPResponse
            do throws(TransportError) {
                response = try await transport.send(request)
            } catch {
                if isPhoto, error == .refusedHost { return nil }
                throw LoadFailure(error)
            }
            // Uploads have random names, so that no other picture ever has the same address.
            let isImmutable = isPhoto && request.sendsCredentials
            let freshness = Freshness(response, to: request, isImmutable: isImmutable, now: now())
            switch PictureAnswer(response, to: request) {
            case .picture: return .picture(response.body, freshness)
            case .notModified: return .notModified(freshness)
            case .login: return nil
            case .failed(let error): throw .failed(error)
            }
        }
    }
}
