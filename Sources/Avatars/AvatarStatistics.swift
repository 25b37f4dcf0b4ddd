/// Counts for the Troubleshooting page since the start; nothing in them tells of a person.
public nonisolated struct AvatarStatistics: Hashable, Sendable {
    /// How photos come from the server.
    public enum PhotoRoute: Hashable, Sendable {
        /// No photo was asked for yet.
        case unknown
        /// From their own URLs.
        case direct
        /// Inside the API's answers, since the server gives their URLs only to browsers.
        case api
    }

    /// What a failure was.
    public enum Failure: Hashable, Sendable, CaseIterable {
        case invalidURL, invalidData, unauthorized, notFound, noDecoder, network

        init(_ error: ImageLoadError) {
            self =
                switch error {
                case .invalidURL: .invalidURL
                case .invalidData: .invalidData
                case .unauthorized: .unauthorized
                case .notFound: .notFound
                case .noDecoder: .noDecoder
                case .networkError: .network
                }
        }
    }

    /// Requests for pictures to the account's own server, without those to its API.
    public var ownRequests = 0
    /// Requests to gravatar and other hosts.
    public var externalRequests = 0
    /// Requests to the API for photos.
    public var apiRequests = 0
    /// Pictures that were in memory when a view wanted them.
    public var memoryHits = 0
    /// Pictures that were not in memory when a view wanted them.
    public var memoryMisses = 0
    /// Pictures found on disk.
    public var diskHits = 0
    /// Pictures that were not found on disk.
    public var diskMisses = 0
    /// Pictures on disk that were past their date when they were shown.
    public var staleHits = 0
    /// Pictures decoded for views.
    public var decodes = 0
    /// Loads that ended without a picture.
    public var failures: [Failure: Int] = [:]
    /// How the account's photos come.
    public var photoRoute = PhotoRoute.unknown

    /// All zero.
    public init() {}

    /// All requests together.
    public var requests: Int { ownRequests + externalRequests + apiRequests }
}

/// The one place where the parts of the loader count.
final class Counters {
    var values = AvatarStatistics()
}
