import Foundation
import MonicaAPI
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
        fixture.transport.answer("ada", .status(200, "GIF89a", type: "text/html"))
        await eventually { state.face == "GIF89a" }
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
        fixture.store.reload(contactID: 1)
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
        fixture.store.reload(contactID: 1)
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

@MainActor
struct OrderTests {
    private func url(_ number: Int) -> String { "https://pictures.example/\(number)." }

    @Test func sixRequestsRunAtOnceTheNewestVisibleFirst() async throws {
        let fixture = try Fixture()
        let states = (0..<20).map { fixture.state($0, url($0)) }
        for state in states[0..<6] { state.want() }
        await eventually { fixture.transport.open.count == 6 }
        for state in states[6..<10] { state.want(.background) }
        for state in states[10..<14] { state.want(.visible) }
        for state in states[14..<20] { state.want(.background) }
        await settle()
        #expect(fixture.transport.requests.count == 6)
        states[7].want(.visible)

        var order: [URL] = []
        for _ in 0..<14 {
            let open = try #require(fixture.transport.open.first)
            fixture.transport.answer(open.absoluteString, .face("x"))
            let count = fixture.transport.requests.count
            await eventually { fixture.transport.requests.count == count + 1 }
            order.append(try #require(fixture.transport.requests.last).url)
        }
        let expected = [7, 13, 12, 11, 10, 19, 18, 17, 16, 15, 14, 9, 8, 6]
        #expect(order.map(\.absoluteString) == expected.map { url($0) + "?d=404" })
        #expect(fixture.transport.mostAtOnce == 6)
    }

    @Test func whatHasLeftTheScreenIsNeverAskedFor() async throws {
        let fixture = try Fixture()
        let states = (0..<40).map { fixture.state($0, url($0)) }
        for state in states { state.want() }
        await eventually { fixture.transport.open.count == 6 }
        for state in states[6...] { state.release() }
        fixture.transport.answer(url(0), .face("x"))
        await settle()
        #expect(fixture.transport.requests.count == 6)
        for state in states[..<6] { state.release() }
        await eventually { fixture.transport.cancelled.count == 5 }
        #expect(fixture.transport.open.isEmpty)
    }

    @Test func theUrgencyOfARequestIsThatOfItsMostUrgentView() async throws {
        let fixture = try Fixture()
        fixture.state(1, url(1)).want(.background)
        let state = fixture.state(2, url(2))
        state.want(.background)
        state.want(.visible)
        await eventually { fixture.transport.open.count == 2 }
        #expect(fixture.transport.requests.map(\.urgency) == [.background, .visible])
    }

    @Test func aPrefetchOutlivesTheRowThatCameAndWent() async throws {
        let fixture = try Fixture()
        let state = fixture.state(1, url(1))
        state.want(.background)
        state.want(.visible)
        state.release(.visible)
        await eventually { fixture.transport.open.count == 1 }
        #expect(state.urgency == .background)
        state.release(.background)
        await eventually { fixture.transport.cancelled.count == 1 }
        state.release()
        #expect(!state.isWanted)
    }
}

@MainActor
struct SizeTests {
    private let url = "https://pictures.example/ada.jpg"

    @Test func viewsUpTo55PixelsShareOneDecode() async throws {
        let fixture = try Fixture()
        fixture.transport.rule = { _ in .face("Ada") }
        for (size, scale) in [(50, 1), (15, 1), (16, 2), (30, 1), (40, 2), (55, 1), (55, 2)] {
            let state = fixture.state(1, url, size: size, scale: scale)
            state.want()
            await eventually { state.current == .loaded(Face("Ada", pixels: size * scale, decoded: 110)) }
        }
        #expect(fixture.decodes == [110])
        #expect(fixture.transport.requests.count == 1)
    }

    @Test(arguments: [
        (56, 1, 112), (120, 1, 240), (120, 2, 240), (240, 2, 480), (50, 3, 150), (30, 3, 110), (120, 3, 360),
    ])
    func largerViewsDecodeAtTwiceTheirSize(size: Int, scale: Int, decoded: Int) async throws {
        let fixture = try Fixture()
        fixture.transport.rule = { _ in .face("Ada") }
        let state = fixture.state(1, url, size: size, scale: scale)
        state.want()
        await eventually { state.current == .loaded(Face("Ada", pixels: size * scale, decoded: decoded)) }
        #expect(fixture.decodes == [decoded])
    }

    @Test(arguments: [(55, 2), (120, 2)])
    func aViewOfTheDecodesOwnSizeAlsoGetsWhatIsMadeForViews(size: Int, scale: Int) async throws {
        let fixture = try Fixture()
        _ = await fixture.loaded(1, url, "Ada", size: size, scale: scale)
        #expect(fixture.resamples == ["\(size) × \(scale)"])
    }

    @Test func asManyPixelsAtAnotherScaleAreAnotherPicture() async throws {
        let fixture = try Fixture()
        _ = await fixture.loaded(1, url, "Ada", size: 50)
        let state = fixture.state(1, url, size: 25, scale: 2)
        #expect(state.current == .idle)
        state.want()
        await eventually { state.face == "Ada" }
        #expect(fixture.resamples == ["50 × 1", "25 × 2"])
        #expect(fixture.decodes == [110])
    }

    @Test func redrawingMakesPicturesAnewFromTheirDecodes() async throws {
        let fixture = try Fixture()
        let shown = await fixture.loaded(1, url, "Ada")
        let hidden = await fixture.loaded(2, "https://pictures.example/2.jpg", "Bob")
        hidden.release()
        fixture.store.redraw()
        #expect(shown.face == "Ada", "the former picture stays until the new one is there")
        await eventually { fixture.resamples.count == 3 }
        #expect(hidden.current == .idle)
        hidden.want()
        await eventually { hidden.face == "Bob" }
        #expect(fixture.decodes == [110, 110])
        #expect(fixture.transport.requests.count == 2)
    }

    @Test func largeDecodesAreHeldWhileShownAndNotAfter() async throws {
        let fixture = try Fixture()
        fixture.transport.rule = { _ in .face("Ada") }
        let state = fixture.state(1, url, size: 120)
        state.want()
        await eventually { state.face == "Ada" }
        #expect(fixture.store.memory.bytes == 0)
        #expect(fixture.state(1, url, size: 120).face == "Ada")
        state.release()
        #expect(state.current == .idle)
        #expect(fixture.state(1, url, size: 120).face == nil)
    }

    @Test func onePictureUnderTwoURLsIsDecodedOnce() async throws {
        let fixture = try Fixture()
        _ = await fixture.loaded(1, "https://pictures.example/1.jpg", "Same")
        _ = await fixture.loaded(2, "https://pictures.example/2.jpg", "Same")
        #expect(fixture.decodes == [110])
        #expect(fixture.store.memory.count == 1)
    }

    @Test func lowMemoryLetsGoOfWhatIsNotShown() async throws {
        let fixture = try Fixture()
        let shown = await fixture.loaded(1, "https://pictures.example/1.jpg", "Ada")
        let hidden = await fixture.loaded(2, "https://pictures.example/2.jpg", "Bob")
        hidden.release()
        fixture.store.lowMemory()
        #expect(shown.face == "Ada")
        #expect(hidden.current == .idle)
        #expect(fixture.store.memory.bytes == 0)
    }
}
