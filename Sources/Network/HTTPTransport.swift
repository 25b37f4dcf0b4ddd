/// The way to servers. The program has one, over libsoup; tests bring their own.
@MainActor
public protocol HTTPTransport: AnyObject {
    /// Sends a request and reads the whole answer, whatever its status. Cancelling the task cancels the request.
    func send(_ request: HTTPRequest) async throws(TransportError) -> HTTPResponse
}
