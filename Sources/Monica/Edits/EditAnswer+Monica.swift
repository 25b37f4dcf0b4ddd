import Contacts
import Foundation
import Model
import Network

extension EditAnswer {
    /// What an answer says that is no success; nil for a success in JSON.
    ///
    /// `namesTarget`: whether a thing that is gone must be the one that the request is about, and no other that it names.
    /// `isWrite`: whether the request was to change something.
    init?(failure response: HTTPResponse, namesTarget: Bool = true, isWrite: Bool = false) {
        let status = response.status
        if status == 429 {
            let wait = RetryAfter.wait(in: response) ?? .seconds(60)
            self = .rateLimited(wait: TimeInterval(wait.components.seconds))
            return
        }
        // A refusal in plain words is about the write as likely as about programs.
        let obstacle = response.obstacle(asked: response.url)
        if response.isHTML || obstacle != nil && obstacle != .inFront(.challenge) {
            self = .page
            return
        }
        switch status {
        case 200..<300: return nil
        case 401: self = .unauthorized
        case 404 where response.saysGone: self = namesTarget ? .gone : .goneOrPersonGone
        // Monica's own tokens may do all; forks and proxies have others.
        case 403 where isWrite && (try? JSONObject(parsing: response.body)) != nil:
            self = .forbidden(response.messages)
        case 400, 402, 403, 409, 413, 422: self = .refused(response.messages)
        case 502, 503, 504: self = .gateway
        // A route that is not there, too: the server is another one, or below another address.
        default: self = .failed(status: status)
        }
    }

    /// Whether the API itself has answered.
    var isOfServer: Bool {
        switch self {
        case .page, .gateway: false
        default: true
        }
    }

    /// Whether less may well come where this came in place of a list.
    var mayBeTooMuch: Bool {
        switch self {
        case .gateway, .lost: true
        case .failed(let status): status >= 500
        default: false
        }
    }

    /// What is known of a request that ended without an answer.
    init(_ error: TransportError) {
        switch error {
        // Of a request that writes these say that not a byte has left.
        case .unreachable, .handshakeFailed, .untrustedCertificate, .certificateRequired, .refusedHost: self = .offline
        case .rateLimited(let wait): self = .postponed(wait: TimeInterval(wait.components.seconds))
        case .cancelled, .timedOut, .tooLarge, .truncated, .malformed, .refusedRedirect: self = .lost
        }
    }
}

extension HTTPResponse {
    /// Whether the API says that there is no such contact or part. A route that is not there has other words for it.
    fileprivate var saysGone: Bool {
        guard let answer = try? JSONObject(parsing: body) else { return false }
        if answer.object("error")?.int("error_code") == 31 { return true }
        return answer.string("message")?.hasPrefix("No query results for model [App\\Models\\Contact\\Contact]")
            ?? false
    }
}
