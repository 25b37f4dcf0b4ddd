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

    /// What is wanted.
    struct Wish {
        let location: PictureLocation
        let contactID: Int
        /// Read again whenever the request may move in a queue.
        let priority: () -> Priority
        /// Of a stored copy, if there is one.
        var validators: Freshness?
    }

    let search: PhotoSearch
    private let transport: any HTTPTransport
    private let inlineURL: (Int) async -> String?
    private let now: () -> Date
    private let counters: Counters
    private let slots = PictureSlots(RequestSlots())
    private let route: PhotoRoute

    init(
        photos: PhotoLists, transport: any HTTPTransport, inlineURL: @escaping (Int) async -> String?,
        now: @escaping () -> Date, sleep: @escaping (Duration) async throws -> Void, counters: Counters
    ) {
        self.transport = transport
        self.inlineURL = inlineURL
        self.now = now
        self.counters = counters
        route = PhotoRoute(counters: counters)
        search = PhotoSearch(photos: photos, slots: slots, counters: counters, sleep: sleep)
    }

    func fetch(_ wish: Wish) async throws(LoadFailure) -> Fetched {
        switch wish.location {
        case .nowhere: throw .failed(.notFound)
        case .invalid: throw .failed(.invalidURL)
        case .inline(let url): return .picture(try await inlinePicture(url, contactID: wish.contactID), nil)
        case .photo(let url, let name): return try await photo(url, name: name, wish)
        case .externalPhoto(let url, let name):
            if let fetched = try await request(url, wish) { return fetched }
            return try await apiPhoto(name, wish)
        case .own(let url), .external(let url): return try await requirePicture(request(url, wish))
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

    /// Tries the photo's own URL, unless the server is known to give it only to browsers; then asks the API.
    func photo(_ url: URL, name: String, _ wish: Wish) async throws(LoadFailure) -> Fetched {
        let decision = await route.decide()
        if decision.isDirect {
            var finding = PhotoRoute.Finding.nothing
            defer { decision.isProbe ? route.endProbe(finding) : route.learn(finding) }
            do {
                if let fetched = try await request(url, wish) {
                    finding = .direct
                    return fetched
                }
                finding = .api
            } catch {
                if error == .cancelled { finding = .cancelled }
                throw error
            }
        }
        return try await apiPhoto(name, wish)
    }

    /// The photo as the API has it.
    func apiPhoto(_ name: String, _ wish: Wish) async throws(LoadFailure) -> Fetched {
        let data = try await search.picture(named: name, contactID: wish.contactID, priority: wish.priority)
        return .picture(data, Freshness())
    }

    func requirePicture(_ fetched: Fetched?) throws(LoadFailure) -> Fetched {
        guard let fetched else { throw .failed(.unauthorized) }
        return fetched
    }

    /// One request; nil when the server answers with its login, or a photo of the account is where nobody may ask.
    func request(_ url: URL, _ wish: Wish) async throws(LoadFailure) -> Fetched? {
        let isExternal = wish.location.isExternal
        return try await slots.run(priority: wish.priority) { () throws(LoadFailure) -> Fetched? in
            var request = HTTPRequest(url, content: .image, urgency: wish.priority().urgency)
            request.sendsCredentials = !isExternal
            // The account's own server redirects pictures only to its login page.
            request.followsRedirects = isExternal
            request.entityTag = wish.validators?.entityTag
            request.lastModified = wish.validators?.lastModified
            if isExternal { counters.values.externalRequests += 1 } else { counters.values.ownRequests += 1 }
            guard let response = try await send(request, for: wish.location) else { return nil }
            switch PictureAnswer(response, to: request) {
            case .picture: return .picture(response.body, Freshness(response, from: wish.location, now: now()))
            case .notModified: return .notModified(Freshness(response, from: wish.location, now: now()))
            case .login: return nil
            case .failed(let error): throw .failed(error)
            }
        }
    }

    func send(
        _ request: HTTPRequest, for location: PictureLocation
    ) async throws(LoadFailure) -> HTTPResponse? {
        do {
            return try await transport.send(request)
        } catch {
            if case .externalPhoto = location, error == .refusedHost { return nil }
            throw LoadFailure(error)
        }
    }
}
