import Foundation
import Network

/// Lets nothing through to the account's own server while there is no token: it would only be refused, and remembered so.
final class TokenGate: HTTPTransport {
    private let origin: Origin
    private let token: TokenHolder
    private let next: any HTTPTransport
    /// The account's server answered something.
    var onAnswer: (() -> Void)?
    /// The account's server does not accept the token.
    var onRefusal: (() -> Void)?

    init(origin: Origin, token: TokenHolder, next: any HTTPTransport) {
        self.origin = origin
        self.token = token
        self.next = next
    }

    func send(_ request: HTTPRequest) async throws(TransportError) -> HTTPResponse {
        guard token.token != nil || !request.sendsCredentials || Origin(request.url) != origin else {
            throw .unreachable("no token")
        }
        let response = try await next.send(request)
        guard Origin(request.url) == origin else { return response }
        onAnswer?()
        if response.status == 401, request.sendsCredentials { onRefusal?() }
        return response
    }
}

/// Where each request reads the token afresh, so that none keeps an old one.
final class TokenHolder {
    var token: Token?

    init(token: Token?) {
        self.token = token
    }
}
