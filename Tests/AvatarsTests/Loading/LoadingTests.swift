import Foundation
import Model
import Network
import Testing

@testable import Avatars

@MainActor
struct LoadingTests {
    typealias Expected = (answer: FakeTransport.Answer, failure: ImageLoadError)

    nonisolated static let failures: [Expected] = [
        (.status(401), .unauthorized), (.status(403), .unauthorized), (.status(404), .notFound),
        (.status(410), .notFound), (.status(200, "broken"), .invalidData), (.status(200), .invalidData),
        (.status(204), .invalidData), (.status(302, type: "text/html"), .unauthorized),
        (.status(200, "  <!DOCTYPE html><html>", type: "image/png"), .unauthorized),
        (.status(200, "\u{FEFF}\n<HTML lang=en>", type: ""), .unauthorized),
        (.status(200, "log in", type: "text/html; charset=UTF-8"), .unauthorized),
        (.status(206, "part"), .networkError("HTTP 206")), (.status(304), .networkError("HTTP 304")),
        (.status(400), .networkError("HTTP 400")), (.status(429), .networkError("HTTP 429")),
        (.status(500), .networkError("HTTP 500")), (.status(503), .networkError("HTTP 503")),
        (.status(100), .networkError("HTTP 100")), (.status(999), .networkError("HTTP 999")),
        (.failure(.timedOut), .networkError("timed out")), (.failure(.tooLarge), .networkError("answer too large")),
        (.failure(.truncated), .networkError("answer cut off")),
        (.failure(.unreachable("no route to host")), .networkError("no route to host")),
        (.failure(.malformed), .networkError("answer is not HTTP")),
        (.failure(.handshakeFailed), .networkError("no encrypted connection")),
        (.failure(.refusedRedirect), .networkError("redirect refused")),
        (.failure(.rateLimited(.seconds(1))), .networkError("too many requests")),
    ]

    @Test(arguments: failures)
    func eachAnswerWithoutPictureHasItsError(expected: Expected) async throws {
        let fixture = try Fixture()
        let state = fixture.state(1, "https://monica.example/pictures/ada.jpg", .gravatar)
        state.want()
        await eventually { fixture.transport.open.count == 1 }
        fixture.transport.answer("ada", expected.answer)
        await eventually { state.current == .failed(expected.failure) }
        #expect(fixture.store.statistics.failures.values.reduce(0, +) == 1)
    }

    @Test func errorsSayWhatTheSpecificationSays() {
        #expect(ImageLoadError.invalidURL.errorDescription == "Invalid avatar URL")
        #expect(ImageLoadError.invalidData.errorDescription == "Invalid image data")
        #expect(ImageLoadError.unauthorized.errorDescription == "Authentication failed")
        #expect(ImageLoadError.notFound.errorDescription == "Photo not found")
        #expect(ImageLoadError.networkError("HTTP 500").errorDescription == "Network error: HTTP 500")
    }

    @Test func aPictureWithAWrongTypeIsAPicture() async throws {
        let fixture = try Fixture()
        let state = fixture.state(1, "https://pictures.example/ada.jpg")
        state.want()
        await eventually { fixture.transport.open.count == 1 }
        fixture.transport.answer("ada", .status(200, "GIF89a\u{1}\u{0}", type: "text/html"))
        await eventually { state.face == "GIF89a\u{1}\u{0}" }
    }

    @Test(arguments: [404, 401, 200])
    func lastingFailuresAreAskedForAgainOnlyOnRefresh(status: Int) async throws {
        let fixture = try Fixture()
        fixture.transport.rule = { _ in .status(status, "broken") }
        let url = "https://pictures.example/ada.jpg"
        let state = fixture.state(1, url)
        state.want()
        await eventually { state.current.error != nil }
        state.release()
        state.want()
        fixture.state(1, url, size: 120).want()
        fixture.state(2, url).want()
        fixture.store.networkReturned()
        await settle()
        #expect(fixture.transport.requests.count == 1)
        #expect(fixture.state(2, url).current == state.current)
        fixture.transport.rule = { _ in .face("Ada") }
        fixture.store.refresh()
        await eventually { state.face == "Ada" }
        #expect(fixture.transport.requests.count == 2)
    }

    @Test func networkErrorsAreAskedForAgainWhenTheNetworkReturns() async throws {
        let fixture = try Fixture()
        fixture.transport.rule = { _ in .failure(.unreachable("offline")) }
        let (shown, gone) = (fixture.state(1, "https://a.example/a.jpg"), fixture.state(2, "https://a.example/b.jpg"))
        shown.want()
        gone.want()
        await eventually { shown.current.error != nil && gone.current.error != nil }
        gone.release()
        shown.release()
        shown.want()
        await settle()
        #expect(fixture.transport.requests.count == 2)
        fixture.transport.rule = { _ in .face("Ada") }
        fixture.store.networkReturned()
        await eventually { shown.face == "Ada" }
        #expect(gone.current == .idle)
        #expect(fixture.transport.requests.count == 3)
        gone.want()
        await eventually { gone.face == "Ada" }
    }

    @Test func networkErrorsAreAskedForAgainOnRefresh() async throws {
        let fixture = try Fixture()
        fixture.transport.rule = { _ in .failure(.timedOut) }
        let state = fixture.state(1, "https://pictures.example/ada.jpg")
        state.want()
        await eventually { state.current.error != nil }
        // Out of sight, it is not loaded by the refresh itself.
        state.release()
        fixture.transport.rule = { _ in .face("Ada") }
        fixture.store.refresh()
        state.want()
        await eventually { state.face == "Ada" }
    }

    @Test func reloadAsksAgainForOneContact() async throws {
        let fixture = try Fixture()
        let state = await fixture.loaded(1, "https://pictures.example/ada.jpg", "Ada")
        let other = await fixture.loaded(2, "https://pictures.example/bob.jpg", "Bob")
        fixture.store.reload(state.picture)
        #expect(state.face == "Ada")
        await eventually { fixture.transport.open.count == 1 }
        fixture.transport.answer("ada", .face("Ada, older"))
        await eventually { state.face == "Ada, older" }
        #expect(other.face == "Bob")
        #expect(fixture.transport.requests.count == 3)
    }

    @Test func aReloadWithoutNetworkKeepsThePicture() async throws {
        let fixture = try Fixture()
        let state = await fixture.loaded(1, "https://pictures.example/ada.jpg", "Ada")
        fixture.transport.rule = { _ in .failure(.timedOut) }
        fixture.store.reload(state.picture)
        await eventually { fixture.store.statistics.failures == [.network: 1] }
        #expect(state.face == "Ada")
    }

    @Test func refreshLoadsWhatIsVisibleInAllItsSizes() async throws {
        let fixture = try Fixture()
        let state = await fixture.loaded(1, "https://pictures.example/ada.jpg", "Ada")
        let large = await fixture.loaded(1, "https://pictures.example/ada.jpg", "Ada", size: 120)
        let hidden = await fixture.loaded(2, "https://pictures.example/bob.jpg", "Bob")
        hidden.release()
        fixture.store.refresh()
        await eventually { fixture.transport.open.count == 1 }
        fixture.transport.answer("ada", .face("Ada, older"))
        await eventually { state.face == "Ada, older" && large.face == "Ada, older" }
        #expect(fixture.transport.requests.count == 4)
        #expect(hidden.face == "Bob")
    }
}
