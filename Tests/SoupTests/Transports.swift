import Network
import XCTest

@testable import Soup

/// A transport for the account on a server. All servers of tests are on this machine, so any other host may be, too.
@MainActor
func transport(
    to server: RawServer, token: @escaping () -> String? = { "secret" },
    foreignHosts: ForeignHosts = ForeignHosts(allowsOrigin: { _ in true }, allowsAddress: { _ in true })
) -> SoupTransport {
    guard let origin = Origin(server.url("/")) else { preconditionFailure("a server without an origin") }
    return SoupTransport(origin: origin, token: token, userAgent: "Cameo", foreignHosts: foreignHosts)
}

/// The error that a request ends with.
@MainActor
func failure(
    of transport: SoupTransport, _ request: HTTPRequest, file: StaticString = #filePath, line: UInt = #line
) async -> TransportError? {
    do throws(TransportError) {
        _ = try await transport.send(request)
        XCTFail("an answer instead of an error", file: file, line: line)
        return nil
    } catch {
        return error
    }
}
