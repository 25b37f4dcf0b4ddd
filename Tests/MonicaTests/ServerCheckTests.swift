import Foundation
import Model
import Network
import Testing

@testable import Monica

/// Which kind of server an address leads to.
@MainActor
struct ServerCheckTests {
    /// A server with an answer for each path; all others are 404.
    private func server(
        _ answers: [String: (status: Int, body: String)], type: String = "application/json",
        redirectedTo host: String? = nil
    ) -> FakeTransport {
        FakeTransport { request in
            let url = host.flatMap { URL(string: $0 + request.url.path) } ?? request.url
            let answer = answers[request.url.path] ?? (404, #"{"message":"The route could not be found."}"#)
            return HTTPResponse(
                status: answer.status, url: url, headers: ["content-type": type], body: Data(answer.body.utf8))
        }
    }

    private let refused = (status: 401, body: #"{"message":"Unauthenticated."}"#)

    @Test func aMonicaIsFoundWithoutShowingTheToken() async throws {
        let transport = server(["/api": refused, "/api/contacts": refused])
        #expect(try await makeClient(transport).checkServer().url.absoluteString == "https://monica.example.org")
        #expect(!transport.requests.isEmpty)
        #expect(transport.requests.allSatisfy { !$0.sendsCredentials && $0.content == .json })
    }

    @Test func aRedirectLeadsToTheAddressToKeep() async throws {
        let answers = ["/sub/api": refused, "/sub/api/contacts": refused]
        let transport = server(answers, redirectedTo: "https://www.monica.example.org")
        let client = try makeClient(transport, at: "http://monica.example.org/sub")
        #expect(try await client.checkServer().url.absoluteString == "https://www.monica.example.org/sub")
        #expect(transport.requests.allSatisfy { $0.followsRedirects })
    }

    @Test func aMonica5IsToldFromAMonica4() async throws {
        let client = try makeClient(server(["/api/vaults": refused, "/api/user": refused]))
        await #expect(throws: ServerError.unsupportedVersion) { try await client.checkServer() }
    }

    @Test func anotherProgramOfTheSameFrameworkIsNoMonica() async throws {
        let client = try makeClient(server(["/api": refused]))
        await #expect(throws: ServerError.otherServer) { try await client.checkServer() }
    }

    @Test(arguments: [200, 404, 410])
    func aWebSiteIsNoMonica(status: Int) async throws {
        let page = (status: status, body: "<html>Welcome to Monica</html>")
        let answers = ["/api": page, "/api/contacts": page, "/api/vaults": page]
        let client = try makeClient(server(answers, type: "text/html"))
        await #expect(throws: ServerError.otherServer) { try await client.checkServer() }
    }

    @Test func whatStandsInFrontIsFoundAtEitherQuestion() async throws {
        let page = (status: 200, body: "<html><title>Sign in to continue</title></html>")
        for answers in [["/api": page], ["/api": refused, "/api/contacts": page]] {
            let client = try makeClient(server(answers))
            await #expect(throws: ServerError.inFront(.loginPage)) { try await client.checkServer() }
        }
    }

    @Test(arguments: [
        ("https://auth.example.net/authorize?rd=x", TransportError.unreachable("no such host"), true),
        ("https://auth.example.org/?rd=x", .refusedHost, true), ("/login", .refusedRedirect, true),
        ("https://new.example.org/api", .unreachable("no such host"), false),
    ])
    func theWayToALoginPageNeedNotBeGone(target: String, error: TransportError, isLogin: Bool) async throws {
        let transport = FakeTransport { request throws(TransportError) in
            guard !request.followsRedirects else { throw error }
            return HTTPResponse(status: 302, url: request.url, headers: ["location": target], body: Data())
        }
        let client = try makeClient(transport)
        let expected = isLogin ? ServerError.inFront(.loginPage) : .transport(error)
        await #expect(throws: expected) { try await client.checkServer() }
        #expect(transport.requests.allSatisfy { !$0.sendsCredentials })
    }

    @Test func aServerThatSwallowsRequestsIsAskedOnce() async throws {
        let error = TransportError.unreachable("no answer in time")
        let transport = FakeTransport { _ throws(TransportError) in throw error }
        let client = try makeClient(transport)
        client.retryWindow = .zero
        await #expect(throws: ServerError.transport(error)) { try await client.checkServer() }
        #expect(transport.requests.count == 1)
    }

    @Test func anotherHostsPageIsThatOfANetworkThatWantsASignIn() async throws {
        let portal = server(["/api": (200, "<html>Room number?</html>")], redirectedTo: "http://portal.example")
        let client = try makeClient(portal, at: "http://monica.example.org")
        await #expect(throws: ServerError.webPage) { try await client.checkServer() }
        let asked = try makeClient(server(["/api": (511, "<html>Room number?</html>")]))
        await #expect(throws: ServerError.webPage) { try await asked.checkServer() }
    }

    @Test(arguments: [
        (500, ServerError.server(status: 500)), (503, .unavailable(nil)), (429, .rateLimited(.seconds(60))),
    ])
    func aServerInTroubleSaysNothingAboutItsKind(status: Int, error: ServerError) async throws {
        let client = try makeClient(server(["/api": (status, "")]))
        await #expect(throws: error) { try await client.checkServer() }
    }

    @Test func theTokenIsGoodWhenMonicaWelcomesIt() async throws {
        let transport = try FakeTransport(RecordedAnswer(named: "api-root"))
        try await makeClient(transport).checkToken()
        #expect(transport.requests.first?.url.absoluteString == "https://monica.example.org/api")
        #expect(transport.requests.first?.sendsCredentials == true)
    }

    @Test func aWrongTokenIsUnauthorized() async throws {
        let client = try makeClient(server(["/api": refused]))
        await #expect(throws: ServerError.unauthorized) { try await client.checkToken() }
    }

    @Test func anotherWelcomeIsNoMonicas() async throws {
        let client = try makeClient(FakeTransport(#"{"success":{"message":"Welcome to Something"}}"#))
        await #expect(throws: ServerError.otherServer) { try await client.checkToken() }
    }
}
