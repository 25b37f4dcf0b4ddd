import Contacts
import Foundation
import Model
import Network
import Testing

@testable import Avatars
@testable import Monica

/// Whether photos come from the server's own folder of them or from its API.
@MainActor
struct PhotoRouteTests {
    @Test func aServerThatServesPhotosIsAskedForThemDirectly() async throws {
        let fixture = try Fixture()
        let monica = FakeMonica(contacts: 9, serving: fixture.transport)
        monica.direct = { .face("direct \($0)") }
        let states = fixture.want(1...9)
        await eventually { states.areSettled }
        #expect(states.map(\.face) == (1...9).map { "direct \($0).jpg" })
        #expect(monica.calls.isEmpty)
        #expect(fixture.pictures.statistics.photoRoute == .direct)
        #expect(fixture.transport.requests.allSatisfy { $0.sendsCredentials && !$0.followsRedirects })
        #expect(fixture.transport.requests.allSatisfy { $0.content == .image && $0.bodyLimit == 20 << 20 })
    }

    nonisolated static let logins: [FakeTransport.Answer] = [
        .status(302, type: "text/html"), .status(401), .status(403), .status(301),
        .status(200, "<!DOCTYPE html><html>", type: "text/html; charset=UTF-8"), .status(200, "<html>"),
    ]

    @Test(arguments: logins)
    func afterTheLoginPageAllPhotosComeFromTheAPI(login: FakeTransport.Answer) async throws {
        let fixture = try Fixture()
        let monica = FakeMonica(contacts: 3, serving: fixture.transport)
        monica.direct = { _ in login }
        let states = fixture.want(1...3)
        await eventually { states.areSettled }
        #expect(states.map(\.face) == ["face 1.jpg", "face 2.jpg", "face 3.jpg"])
        #expect(fixture.pictures.statistics.photoRoute == .api)
        #expect(fixture.pictures.statistics.ownRequests == 1)
        #expect(
            Set(monica.calls.map { $0.prefix { $0 != "?" } }) == [
                "/api/contacts/1/photos", "/api/contacts/2/photos", "/api/contacts/3/photos",
            ])
    }

    @Test func aPhotoThatTheServerKeepsInTheLocalNetworkComesFromTheAPI() async throws {
        let fixture = try Fixture()
        let monica = FakeMonica(contacts: 2, serving: fixture.transport)
        monica.direct = { _ in .failure(.refusedHost) }
        let photo = fixture.state(1, "http://nas.example:9000/monica/1.jpg", .photo)
        let gravatar = fixture.state(2, "http://nas.example:9000/avatar/2.jpg", .gravatar)
        for state in [photo, gravatar] { state.want() }
        await eventually { [photo, gravatar].areSettled }
        #expect(photo.face == "face 1.jpg")
        #expect(gravatar.current == .failed(.invalidURL))
        #expect(monica.calls.count == 1)
    }

    @Test func theRouteIsFoundOutByOneRequestOnly() async throws {
        let fixture = try Fixture()
        let states = fixture.want(1...12)
        await eventually { fixture.transport.open.count == 1 }
        await settle()
        #expect(fixture.transport.requests.count == 1)
        fixture.transport.answer("/store/", .status(302))
        await eventually { fixture.transport.requests.count == 2 }
        #expect(fixture.transport.requests[1].url.path == "/api/photos")
        #expect(states.allSatisfy { $0.current == .loading })
    }

    @Test func aCancelledFirstTryIsTakenOverByTheNext() async throws {
        let fixture = try Fixture()
        let states = fixture.want(1...3)
        await eventually { fixture.transport.open.count == 1 }
        let probed = try #require(fixture.transport.open.first).lastPathComponent
        let first = try #require(states.first { $0.request?.url.lastPathComponent == probed })
        first.release()
        await eventually { fixture.transport.requests.count == 2 }
        await settle()
        #expect(fixture.transport.requests.count == 2)
        #expect(fixture.transport.open.count == 1)
    }

    @Test func refreshNoticesThatTheServerNowServesPhotos() async throws {
        let fixture = try Fixture()
        let monica = FakeMonica(contacts: 2, serving: fixture.transport)
        let states = fixture.want(1...2)
        await eventually { states.areSettled }
        monica.direct = { .face("direct \($0)") }
        _ = fixture.want([2])
        fixture.store.refresh()
        await eventually { states.map(\.face) == ["direct 1.jpg", "direct 2.jpg"] }
        #expect(fixture.pictures.statistics.photoRoute == .direct)
    }

    @Test func aServerThatStopsServingPhotosIsAskedThroughTheAPI() async throws {
        let fixture = try Fixture()
        let monica = FakeMonica(contacts: 2, serving: fixture.transport)
        monica.direct = { $0 == "1.jpg" ? .face("direct") : .status(302) }
        let states = fixture.want([1])
        await eventually { states.areSettled }
        let later = fixture.want([2])
        await eventually { later[0].face == "face 2.jpg" }
        #expect(fixture.pictures.statistics.photoRoute == .api)
    }
}
