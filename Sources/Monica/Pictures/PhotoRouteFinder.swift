import Contacts
import Network

/// Remembers how the server gives its photos, so that only the first has to find out.
@MainActor
final class PhotoRouteFinder {
    private(set) var found = PictureStatistics.PhotoRoute.unknown
    private var isProbing = false
    /// Each gets whether the first request failed for a reason of its own.
    private var waiters: [CheckedContinuation<Bool, Never>] = []

    /// The answer of `request` for a photo's own URL, which is nil where only the API has the photo. Waits while another
    /// request finds out; nil without a request for a server with photos in the API alone.
    func photo(
        _ request: () async throws(ServerError) -> PictureAnswer?
    ) async throws(ServerError) -> PictureAnswer? {
        var isProbe = false
        while found == .unknown, !isProbe {
            if isProbing {
                let isUnanswered = await withCheckedContinuation { waiters.append($0) }
                // A server that does not answer is not worth a queue.
                if isUnanswered { break }
            } else {
                (isProbing, isProbe) = (true, true)
            }
        }
        guard found != .api else { return nil }
        var hasFailed = false
        defer { if isProbe { endProbe(hasFailed) } }
        do {
            let photo = try await request()
            found = photo == nil ? .api : .direct
            return photo
        } catch {
            hasFailed = error != .transport(.cancelled)
            throw error
        }
    }

    private func endProbe(_ hasFailed: Bool) {
        isProbing = false
        for waiter in waiters { waiter.resume(returning: hasFailed) }
        waiters = []
    }

    /// Finds out anew: the server may have been set up differently.
    func forget() { found = .unknown }
}
