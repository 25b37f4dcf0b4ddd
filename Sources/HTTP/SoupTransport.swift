import CSoup
import Foundation
import GLib
public import MonicaAPI

/// The way to servers over libsoup, for one account: the only place that sends anything over the network.
///
/// Keeps no cookies and no cache, sends no referrer, sniffs no content and logs nothing. Proxies and certificates are judged
/// by the desktop's settings.
@MainActor
public final class SoupTransport: HTTPTransport {
    private let origin: Origin
    private let token: () -> String?
    private let trustedFingerprint: String?
    private let session: Object
    private var flights: [ObjectIdentifier: Flight] = [:]

    /// Counts of what was sent and what came back.
    public private(set) var statistics = TransportStatistics()

    /// Connections to one server: six pictures, and room for what a person waits for.
    private static let connectionsPerHost = 12

    /// The token is asked for at each request, and goes to no other origin than the account's.
    ///
    /// `trustedFingerprint`, the SHA-256 of a certificate in hex, makes that very certificate good for the account's host.
    public init(
        origin: Origin, token: @escaping () -> String?, userAgent: String, trustedFingerprint: String? = nil
    ) {
        self.origin = origin
        self.token = token
        self.trustedFingerprint = trustedFingerprint
        session = Object(
            type: soup_session_get_type(),
            ["max-conns": 4 * Self.connectionsPerHost, "max-conns-per-host": Self.connectionsPerHost, "timeout": 0])
        soup_session_set_user_agent(session.cast(), userAgent)
    }

    public func send(_ request: HTTPRequest) async throws(TransportError) -> HTTPResponse {
        do throws(TransportError) {
            return try await follow(request)
        } catch {
            statistics.failures[TransportStatistics.Failure(error), default: 0] += 1
            throw error
        }
    }
}

extension SoupTransport {
    /// Sends a request and follows its redirects by hand.
    private func follow(_ request: HTTPRequest) async throws(TransportError) -> HTTPResponse {
        let flight = Flight(deadline: .now + request.answerTimeout)
        flights[ObjectIdentifier(flight)] = flight
        defer {
            flight.land()
            flights[ObjectIdentifier(flight)] = nil
        }
        var url = request.url
        var redirects = 0
        while true {
            let response = try await hop(to: url, for: request, flight: flight)
            guard request.followsRedirects, let target = try Redirect.target(of: response) else { return response }
            guard redirects < Redirect.limit else { throw .refusedRedirect }
            redirects += 1
            url = target
        }
    }

    private func hop(
        to url: URL, for request: HTTPRequest, flight: Flight
    ) async throws(TransportError) -> HTTPResponse {
        if Task.isCancelled { throw .cancelled }
        let exchange = try Exchange(url, flight: flight)
        exchange.setHeader("Accept", to: request.content.rawValue)
        exchange.setHeader("If-None-Match", to: request.entityTag)
        exchange.setHeader("If-Modified-Since", to: request.lastModified)
        if request.sendsCredentials, Origin(url) == origin, let token = token() {
            exchange.setHeader("Authorization", to: "Bearer \(token)")
        }
        exchange.trust(fingerprint: Origin(url)?.host == origin.host ? trustedFingerprint : nil)
        statistics.requests += 1
        let response = try await exchange.run(in: session, bodyLimit: request.bodyLimit)
        statistics.statuses[response.status, default: 0] += 1
        return response
    }
}
