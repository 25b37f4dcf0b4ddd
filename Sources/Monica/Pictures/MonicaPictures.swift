package import Contacts
package import Foundation
package import Model
package import Network

/// Gets the pictures of a Monica account: photos by their own addresses where the server gives them out to a token, else
/// from the API's lists, and all others from where they are.
package final class MonicaPictures: PictureServer {
    package var statistics: PictureStatistics {
        var statistics = counts
        (statistics.apiRequests, statistics.photoRoute) = (search.requests, route.found)
        return statistics
    }

    package var onUnasked: ((PictureReference, _ dataURL: String) -> Void)?

    let search: PhotoSearch
    private let client: MonicaClient
    private let now: () -> Date
    private var counts = PictureStatistics()
    private let slots = PictureSlots(RequestSlots())
    private let route = PhotoRouteFinder()

    /// `number` returns the server's number of a contact; nil for a contact that the server does not know. `now` is the
    /// clock for the age of pictures. `sleep` waits as long as a busy server asks for.
    package init(
        client: MonicaClient, number: @escaping (Int) async -> Int?, now: @escaping () -> Date = { Date.now },
        sleep: @escaping (Duration) async throws -> Void = { try await Task.sleep(for: $0) }
    ) {
        self.client = client
        self.now = now
        search = PhotoSearch(client: client, number: number, slots: slots, sleep: sleep)
        search.onFoundUnasked = { [weak self] photo in
            guard let link = photo.link, let contactID = photo.contactID, let dataURL = photo.dataURL else { return }
            self?.onUnasked?(.server(key: link, contactID: contactID), dataURL)
        }
    }

    package func picture(
        _ picture: PictureReference, by request: HTTPRequest, priority: @escaping () -> RequestPriority
    ) async throws(ServerError) -> PictureAnswer {
        guard case .server(_, let contactID) = picture else { return try await send(request, priority: priority) }
        if let photo = try await photo(request, priority: priority) { return photo }
        let name = request.url.lastPathComponent
        return .picture(try await search.picture(named: name, contactID: contactID, priority: priority), Freshness())
    }

    package func forget() {
        route.forget()
        search.forget()
    }
}

extension MonicaPictures {
    /// An uploaded photo by its own address; nil if only the API has it, which one request finds out for all.
    private func photo(
        _ request: HTTPRequest, priority: @escaping () -> RequestPriority
    ) async throws(ServerError) -> PictureAnswer? {
        guard request.sendsCredentials else { return try await directly(request, priority: priority) }
        return try await route.photo { () throws(ServerError) in try await directly(request, priority: priority) }
    }

    /// Nil when the server answers with its login, or keeps its photos on a refused host.
    private func directly(
        _ request: HTTPRequest, priority: @escaping () -> RequestPriority
    ) async throws(ServerError) -> PictureAnswer? {
        do {
            return try await send(request, isPhoto: true, priority: priority)
        } catch .unauthorized, .transport(.refusedHost) {
            return nil
        }
    }

    private func send(
        _ request: HTTPRequest, isPhoto: Bool = false, priority: @escaping () -> RequestPriority
    ) async throws(ServerError) -> PictureAnswer {
        try await slots.run(priority: priority) { () throws(ServerError) in
            var request = request
            request.urgency = priority().urgency
            if request.sendsCredentials {
                counts.ownRequests += 1
            } else {
                counts.externalRequests += 1
            }
            let response: HTTPResponse
            do throws(TransportError) {
                response = try await client.exchange(request)
            } catch {
                throw .transport(error)
            }
            // Uploads have random names, so that no other picture ever has the same address.
            let isImmutable = isPhoto && request.sendsCredentials
            return try PictureAnswer(response, to: request, isImmutable: isImmutable, now: now())
        }
    }
}
