import Model
import Network

/// The server's contacts, asked for with patience.
@MainActor
final class ContactSource {
    /// A server that refuses as often as this in a row will not relent.
    private static let maxWaits = 10
    private static let maxRetries = 2
    private static let pauseBeforeRetry = Duration.seconds(2)
    /// Who is to wait longer than this is told so instead, and asks again another time.
    private static let maxPause = Duration.seconds(120)
    private static let pauseForMaintenance = Duration.seconds(30)

    private let server: any ContactServer
    private let pause: @Sendable (Duration) async throws -> Void
    private var hasAnswered = false

    /// `pause` waits as long as a server asks for.
    init(server: any ContactServer, pause: @escaping @Sendable (Duration) async throws -> Void) {
        self.server = server
        self.pause = pause
    }

    func contacts(page: Int, perPage: Int, sort: ContactSort) async throws -> ContactPage {
        try await patiently { () throws(ServerError) in
            try await server.contacts(page: page, perPage: perPage, sort: sort, urgency: .background)
        }
    }

    func contact(id: Int) async throws -> Contact {
        try await patiently { () throws(ServerError) in try await server.contact(id: id, urgency: .background) }
    }

    func reminders(page: Int, perPage: Int) async throws -> ReminderPage {
        try await patiently { () throws(ServerError) in
            try await server.reminders(page: page, perPage: perPage, urgency: .background)
        }
    }

    func formChoices() async throws -> FormChoices {
        try await patiently { () throws(ServerError) in try await server.formChoices() }
    }

    private func patiently<Value>(_ ask: () async throws(ServerError) -> Value) async throws -> Value {
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
                case .unavailable(let asked) where retries < Self.maxRetries:
                    retries += 1
                    wait = asked ?? Self.pauseForMaintenance
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
