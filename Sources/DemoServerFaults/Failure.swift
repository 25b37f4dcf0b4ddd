import DemoServer
public import Foundation

/// A possible fault of a request.
public enum Failure: Equatable, Sendable {
    /// Such a status, as JSON or as a page, depending on the request. `retryAfter` is in seconds.
    case status(Int, retryAfter: Int? = nil)
    /// The true length is declared, but the connection is closed half-way.
    case truncatedBody
    /// The declared length exceeds the body by so many bytes.
    case wrongLength(excess: Int)
    /// The body is valid, but of another type: a web page with status 200, as proxies and portals send.
    case htmlPage
    /// A chosen body of a chosen type.
    case body(Data, type: String)
    /// Status 403 with such a body.
    case forbidden(Data, type: String)
    /// The first byte comes so much later.
    case slowFirstByte(Duration)
    /// The body trickles.
    case slowBody(bytesPerSecond: Int)
    /// The body never ends, however much is read.
    case endlessBody
    /// A redirect (302) to any URL.
    case redirect(to: String)
    /// The connection is closed without an answer, and nothing is done.
    case hangUp
    /// The request is carried out, and then the connection is closed without an answer.
    case lostAnswer
    /// The connection is closed without an answer, and the request is carried out so much later.
    case lateRequest(Duration)
    /// The request is carried out, and the answer is such a status all the same.
    case carriedOut(status: Int)
}

extension Failure {
    /// The client's answer. `real` makes the answer without the fault.
    func spoil(_ real: @escaping @Sendable () -> Response, _ request: Request) -> Response {
        switch self {
        case .status(let status, let seconds):
            let response = Response.exception("Injected failure.", status: status, for: request)
            return seconds.map { response.with("Retry-After", "\($0)") } ?? response
        case .truncatedBody: return changed(real()) { $0.ending = .cut(after: $0.body.count / 2) }
        case .wrongLength(let excess):
            return changed(real()) {
                $0.framing = .declared($0.body.count + excess)
                $0.ending = .cut(after: $0.body.count)
            }
        case .htmlPage: return .html(WebPages.notMonica())
        case .body(let data, let type):
            return changed(real()) {
                $0.body = data
                $0.headers.removeAll { $0.name == "Content-Type" }
                $0.headers.append(("Content-Type", type))
            }
        case .forbidden(let data, let type):
            var response = Response(status: 403)
            response.body = data
            response.headers.append(("Content-Type", type))
            return response
        case .slowFirstByte(let duration): return changed(real()) { $0.delay += duration }
        case .slowBody(let rate): return changed(real()) { $0.bytesPerSecond = max(1, rate) }
        case .endlessBody:
            return changed(real()) {
                $0.framing = .chunked
                $0.ending = .endless
            }
        case .redirect(let location): return .redirect(to: location)
        case .hangUp: return changed(Response(status: 500)) { $0.ending = .hangUp }
        case .lostAnswer: return changed(real()) { $0.ending = .hangUp }
        case .lateRequest(let delay):
            let (seconds, attoseconds) = delay.components
            let nanoseconds = Int(clamping: seconds) * 1_000_000_000 + Int(attoseconds / 1_000_000_000)
            DispatchQueue.global().asyncAfter(deadline: .now() + .nanoseconds(nanoseconds)) { _ = real() }
            return changed(Response(status: 500)) { $0.ending = .hangUp }
        case .carriedOut(let status):
            _ = real()
            return .exception("Injected failure.", status: status, for: request)
        }
    }

    private func changed(_ response: Response, _ change: (inout Response) -> Void) -> Response {
        var copy = response
        copy.framing = .length
        change(&copy)
        return copy
    }
}
