import Foundation
import Network

/// Blocks requests to the account's own server while there is no token. The server would refuse them, and callers would
/// remember the refusal.
final class TokenGate: HTTPTransport {
    private let origin: Origin
    private let token: TokenHolder
    private let next: any HTTPTransport
    /// Called when the account's server answers any request.
    var onAnswer: (() -> Void)?
    /// Called when the account's server refuses the token.
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

/// Holds the token. Each request reads it anew, so that none uses an old one.
final class TokenHolder {
    var token: Token?

    init(token: Token?) {
        self.token = token
    }
}
