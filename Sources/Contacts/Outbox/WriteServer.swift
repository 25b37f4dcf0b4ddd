public import Foundation
public import Model
public import Network

/// A server as the outbox knows it. A request is sent once: the server never tries again by itself.
public protocol WriteServer<Planner>: Sendable {
    /// The part of the kind of server that is pure.
    associatedtype Planner: WritePlanner

    /// The planner. It may know more with each answer, such as the year of the server's clock.
    var planner: Planner { get }

    /// Asks once. `reading` has the answers of this visit so far, and the answer adds its own to it.
    func ask(
        _ question: Planner.Question, after reading: Planner.Reading?
    ) async -> Result<Planner.Reading, RequestFailure>

    /// Sends a write once.
    func send(_ request: Planner.Request) async -> WriteAnswer<Planner.Reading>
}

/// An answer that is no success.
public enum RequestFailure: Error, Hashable {
    /// The server says in its own form that it does not have the contact.
    case gone([String])
    /// The server refuses the request, in its words.
    case refused([String])
    case failed(ServerFailure)
}

/// The answer to a write.
public enum WriteAnswer<Reading: Sendable>: Sendable {
    /// Carried out: the whole contact if the answer shows it, and the server's name of a new contact or part.
    case done(Reading?, made: RemoteID?)
    /// Refused with a status of 400 to 499, in the server's words. The outbox reads before it believes this.
    case refused([String])
    case failed(ServerFailure)
}

/// Why there is no answer of the server itself.
public enum ServerFailure: Hashable, Sendable {
    /// Not a byte has left.
    case offline
    /// The request may have left, and no answer came.
    case lost
    /// The server does not take the token. Nothing was carried out.
    case unauthorized
    /// The limit of requests is reached, and nothing was carried out. `wait` is in seconds.
    case rateLimited(wait: TimeInterval)
    /// A page or an obstacle answered. The request may have been carried out, unless a certificate is missing.
    case page(Obstacle?)
    /// A gateway answered, or a server in maintenance. The request may have been carried out. `wait` is in seconds.
    case unavailable(wait: TimeInterval?)
    /// The server failed with a status of 500 or more. The request may have been carried out.
    case failed(status: Int)
}

/// Why no pending change is sent now.
public enum OutboxPause: Hashable, Sendable {
    case offline
    case unauthorized
    case rateLimited
    /// The answers do not come from the server. The obstacle is nil if it is unknown.
    case page(Obstacle?)
    /// The server is in maintenance, or has no connection to its gateway.
    case unavailable
}
