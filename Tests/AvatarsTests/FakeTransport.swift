import Foundation
import Model
import Network
import Testing

/// A network that answers when the test says so, or at once by a rule.
@MainActor
final class FakeTransport: HTTPTransport {
    typealias Answer = Result<HTTPResponse, TransportError>

    /// All requests so far.
    private(set) var requests: [HTTPRequest] = []
    private(set) var cancelled: [URL] = []
    private(set) var mostAtOnce = 0
    /// Answers at once where it is not nil.
    var rule: ((HTTPRequest) -> Answer?)?
    private var pending: [(id: Int, request: HTTPRequest, resume: CheckedContinuation<Answer, Never>)] = []

    func send(_ request: HTTPRequest) async throws(TransportError) -> HTTPResponse {
        requests.append(request)
        let id = requests.count
        if let answer = rule?(request) { return try answer.get() }
        return try await withTaskCancellationHandler {
            await withCheckedContinuation { continuation in
                pending.append((id, request, continuation))
                mostAtOnce = max(mostAtOnce, pending.count)
                if Task.isCancelled { cancel(id) }
            }
        } onCancel: {
            Task { await self.cancel(id) }
        }.get()
    }

    var open: [URL] { pending.map(\.request.url) }

    /// Answers the oldest open request for a URL that contains the text.
    func answer(_ text: String, _ answer: Answer, sourceLocation: SourceLocation = #_sourceLocation) {
        guard let index = pending.firstIndex(where: { $0.request.url.absoluteString.contains(text) }) else {
            Issue.record("no open request for \(text)", sourceLocation: sourceLocation)
            return
        }
        pending.remove(at: index).resume.resume(returning: answer)
    }

    private func cancel(_ id: Int) {
        guard let index = pending.firstIndex(where: { $0.id == id }) else { return }
        let request = pending.remove(at: index)
        cancelled.append(request.request.url)
        request.resume.resume(returning: .failure(.cancelled))
    }
}

extension Result where Success == HTTPResponse, Failure == TransportError {
    static func status(
        _ status: Int, _ body: String = "", type: String = "image/png", headers: [String: String] = [:]
    ) -> Self {
        .success(
            HTTPResponse(
                status: status, url: URL(filePath: "/"),
                headers: headers.merging(["content-type": type]) { own, _ in own }, body: Data(body.utf8)))
    }

    /// A picture that decodes to this face.
    static func face(_ name: String, headers: [String: String] = [:]) -> Self {
        status(200, name, headers: headers)
    }

    static func json(_ text: String) -> Self {
        status(200, text, type: "application/json")
    }
}

/// Waits for a condition that other tasks bring about.
@MainActor
func eventually(
    _ what: Comment? = nil, sourceLocation: SourceLocation = #_sourceLocation, _ condition: @MainActor () async -> Bool
) async {
    let limit = ContinuousClock.now + .seconds(60)
    while await !condition() {
        guard ContinuousClock.now < limit else {
            Issue.record(what ?? "waited in vain", sourceLocation: sourceLocation)
            return
        }
        // Between two looks, so that many waiting tests leave the others room.
        try? await Task.sleep(for: .milliseconds(1))
    }
}

/// Lets everything run that can, to see that nothing happens.
@MainActor
func settle() async {
    for _ in 0..<200 { await Task.yield() }
}
