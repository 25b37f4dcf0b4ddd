public import Model
public import Network

/// Where the pictures of an account come from: its server, in whichever ways that gives them, and other hosts.
@MainActor
public protocol PictureServer: AnyObject {
    /// Gets a picture by the request that `ServerKind.pictureRequest` made of it. The priority is read again whenever the
    /// request may move in a queue.
    func picture(
        _ picture: PictureReference, by request: HTTPRequest, priority: @escaping () -> RequestPriority
    ) async throws(ServerError) -> PictureAnswer

    /// Forgets in which way pictures come, and which are broken.
    func forget()

    /// Called with photos that the server sent without a request for them, as `data:` URLs.
    var onUnasked: ((PictureReference, _ dataURL: String) -> Void)? { get set }

    /// Counts since the start.
    var statistics: PictureStatistics { get }
}

/// Counts of picture requests for the Troubleshooting page, without personal data.
public struct PictureStatistics: Hashable, Sendable {
    /// How photos come from the server.
    public enum PhotoRoute: Hashable, Sendable {
        /// No photo was requested yet.
        case unknown
        /// From their own URLs.
        case direct
        /// Inside the API's answers, since the server gives their URLs only to browsers.
        case api
    }

    /// Requests to the account's own server, without requests to its API.
    public var ownRequests = 0
    /// Requests to gravatar and other hosts.
    public var externalRequests = 0
    /// Requests to the API for photos.
    public var apiRequests = 0
    /// How the account's photos come.
    public var photoRoute = PhotoRoute.unknown

    /// All zero.
    public init() {}
}
