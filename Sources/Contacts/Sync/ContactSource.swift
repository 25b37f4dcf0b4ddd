import Model
import Network

/// Requests the server's contacts, with pauses and retries.
@MainActor
final class ContactSource {
    /// A server that refuses as often as this in a row will not relent.
    private static let maxWaits = 10
    private static let maxRetries = 2
    private static let pauseBeforeRetry = Duration.seconds(2)
    /// A longer pause is an error instead; the caller tries again another time.
    private static let maxPause = Duration.seconds(120)
    private static let pauseForMaintenance = Duration.seconds(30)

    let server: any ContactServer
    private let pause: @Sendable (Duration) async throws -> Void
    private var hasAnswered = false

    /// `pause` waits as long as a server asks for.
    init(server: any ContactServer, pause: @escaping @Sendable (Duration) async throws -> Void) {
        self.server = server
        self.pause = pause
    }

    /// A page of the server's list. `isPart`: whether a longer page with it has just failed.
    func contacts(
        page: Int, of size: PageSize, sort: ContactSort, isPart: Bool = false
    ) async throws -> ContactPage {
        try await patiently(with: size, isPart: isPart) { () throws(ServerError) in
            try await server.contacts(page: page, perPage: size.count, sort: sort, urgency: .background)
        }
    }

    func contact(id: Int) async throws -> Contact {
        try await patiently { () throws(ServerError) in try await server.contact(id: id, urgency: .background) }
    }

    func reminders(page: Int, of size: PageSize, isPart: Bool) async throws -> ReminderPage {
        try await patiently(with: size, isPart: isPart) { () throws(ServerError) in
            try await server.reminders(page: page, perPage: size.count, urgency: .background)
        }
    }

    func entries(
        in section: ContactSection, page: Int, of size: PageSize, isPart: Bool
    ) async throws -> AccountEntries {
        try await patiently(with: size, isPart: isPart) { () throws(ServerError) in
            try await server.entries(in: section, page: page, perPage: size.count, urgency: .background)
        }
    }

    func journal() async throws -> (entries: [JournalEntry], isWhole: Bool) {
        try await patiently { () throws(ServerError) in try await server.journal() }
    }

    func formChoices() async throws -> FormChoices {
        try await patiently { () throws(ServerError) in try await server.formChoices() }
    }

    /// `size` is the size of the page; nil for a request without pages. A page that took too long is not requested again: a
    /// shorter one comes sooner. For parts of a page, a server under maintenance gets no further time.
    private func patiently<Value>(
        with size: PageSize? = nil, isPart: Bool = false, _ ask: () async throws(ServerError) -> Value
    ) async throws -> Value {
        let isLong = size.map { !$0.isLeast } ?? false
        var waits = 0
        var retries = 0
        while true {
            do throws(ServerError) {
                let answer = try await ask()
                hasAnswered = true
                return answer
            } catch {
                let wait: Duration
                switch error {
                case .rateLimited(let asked) where waits < Self.maxWaits:
                    waits += 1
                    wait = asked
                case .unavailable(let asked) where retries < Self.maxRetries && !isPart:
                    retries += 1
                    wait = asked ?? Self.pauseForMaintenance
                case .transport(.timedOut) where isLong: throw error
                // Without a network there is nothing to wait for, but a connection may break.
                case .transport(.truncated), .transport(.timedOut), .transport(.unreachable),
                    .transport(.handshakeFailed):
                    guard hasAnswered, retries < Self.maxRetries else { throw error }
                    retries += 1
                    wait = Self.pauseBeforeRetry
                default: throw error
                }
                guard wait <= Self.maxPause else { throw error }
                try await pause(wait)
            }
        }
    }
}
