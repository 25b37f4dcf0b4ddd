/// Sends requests to servers. The program has one implementation, over libsoup; tests have their own.
@MainActor
public protocol HTTPTransport: AnyObject {
    /// Sends a request and reads the whole answer of any status. Cancelling the task cancels the request.
    func send(_ request: HTTPRequest) async throws(TransportError) -> HTTPResponse
}
