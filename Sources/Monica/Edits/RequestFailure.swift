import Contacts
import Foundation
import Network

extension RequestFailure {
    /// Nil for a success in JSON.
    init?(_ response: HTTPResponse, to method: HTTPRequest.Method) {
        let status = response.status
        let wait = RetryAfter.wait(in: response).map { TimeInterval($0.components.seconds) }
        if status == 429 {
            self = .failed(.rateLimited(wait: wait ?? 60))
            return
        }
        let obstacle = response.obstacle(asked: response.url)
        // A refusal in plain words may be about the write as well as about programs.
        let mayBeRefusal = obstacle == .inFront(.challenge) && status == 403 && method != .get && !response.isHTML
        // A gateway, or a proxy that takes no upload of this size, has a page of its own.
        let mayBePage = status == 413 || (502...504).contains(status)
        if response.isHTML && !mayBePage || obstacle != nil && !mayBeRefusal {
            self = .failed(.page(obstacle?.obstacle))
            return
        }
        switch status {
        case 502...504: self = .failed(.unavailable(wait: wait))
        case 200..<300: return nil
        case 401: self = .failed(.unauthorized)
        case 404 where response.isContactGone: self = .gone(response.messages)
        case 404 where response.isThingGone: self = .refused(response.messages)
        case 400, 402, 403, 409, 413, 422: self = .refused(response.messages)
        case 500, 501, 505...: self = .failed(.failed(status: status))
        // A route that is not there: the server is another one, or below another address.
        default: self = .failed(.page(nil))
        }
    }

    /// The failure of a request without an answer.
    init(_ error: TransportError) {
        switch error {
        case .certificateRequired: self = .failed(.page(.certificate))
        // Not a byte of a write has left.
        case .unreachable, .handshakeFailed, .untrustedCertificate, .refusedHost: self = .failed(.offline)
        case .rateLimited(let wait): self = .failed(.rateLimited(wait: TimeInterval(wait.components.seconds)))
        case .cancelled, .timedOut, .tooLarge, .truncated, .malformed, .refusedRedirect: self = .failed(.lost)
        }
    }

    /// Whether a shorter list may come.
    var mayBeTooMuch: Bool {
        switch self {
        case .failed(.lost), .failed(.page(nil)), .failed(.unavailable), .failed(.failed): true
        default: false
        }
    }
}
