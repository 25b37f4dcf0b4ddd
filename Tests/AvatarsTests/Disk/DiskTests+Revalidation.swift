import Foundation
import Model
import Network
import Testing

@testable import Avatars

/// Pictures that may have changed on the server since they were stored.
extension DiskTests {
    @Test func aStalePictureIsShownAndAskedAboutBehind() async throws {
        try await keep()
        let fixture = try start(now: 90_000)
        let state = await shown(fixture)
        #expect(state.face == "Ada")
        await eventually { fixture.transport.open.count == 1 }
        let request = try #require(fixture.transport.requests.first)
        #expect(request.entityTag == "\"1\"")
        #expect(request.urgency == .background)
        fixture.transport.answer("ada", .status(304, headers: ["cache-control": "max-age=1000"]))
        await eventually { fixture.store.revalidations.isEmpty }
        #expect(state.face == "Ada")
        #expect(fixture.store.statistics.staleHits == 1)
        // The next start finds it fresh, as long as the server said.
        await eventually { await fixture.store.disk?.entry(for: request.url)?.freshness.expiry == fixture.now + 1_000 }
        let later = try start(now: 90_900)
        #expect(await shown(later).face == "Ada")
        await settle()
        #expect(later.transport.requests.isEmpty)
    }

    @Test func aPictureWithADateIsAskedAboutByItsDate() async throws {
        let date = "Fri, 15 Jan 2027 08:10:00 GMT"
        try await keep(headers: ["last-modified": date])
        let fixture = try start(now: 90_000) { _ in .status(304) }
        let state = await shown(fixture)
        await eventually { fixture.transport.requests.count == 1 && fixture.store.revalidations.isEmpty }
        let request = try #require(fixture.transport.requests.first)
        #expect(request.lastModified == date && request.entityTag == nil)
        #expect(state.face == "Ada")
        // The answer says nothing of how long: as long as without a word, with the same date.
        let renewed = Freshness(expiry: fixture.now + 86_400, entityTag: nil, lastModified: date)
        await eventually { await fixture.store.disk?.entry(for: request.url)?.freshness == renewed }
    }

    @Test func aChangedPictureAppearsInEveryView() async throws {
        try await keep()
        let fixture = try start(now: 90_000)
        let state = await shown(fixture)
        let large = fixture.state(1, url, size: 120)
        large.want()
        await eventually { large.face == "Ada" && fixture.transport.open.count == 1 }
        fixture.transport.answer("ada", .face("Ada, older"))
        await eventually { state.face == "Ada, older" && large.face == "Ada, older" }
        #expect(fixture.transport.requests.count == 1)
        let url = try #require(fixture.transport.requests.first).url
        await eventually { await fixture.store.disk?.entry(for: url)?.picture == Data("Ada, older".utf8) }
        #expect(fixture.state(2, self.url).face == "Ada, older")
    }

    @Test func aStalePictureStaysWithoutNetworkAndIsNotAskedAboutAllTheTime() async throws {
        try await keep()
        let fixture = try start(now: 90_000_000) { _ in .failure(.timedOut) }
        let state = await shown(fixture)
        await eventually { fixture.transport.requests.count == 1 && fixture.store.revalidations.isEmpty }
        for _ in 0..<5 {
            state.release()
            state.want()
        }
        await settle()
        #expect(state.face == "Ada")
        #expect(fixture.transport.requests.count == 1)
        #expect(fixture.store.statistics.failures.isEmpty)
        fixture.now += 600
        state.want()
        await eventually { fixture.transport.requests.count == 2 }
    }

    @Test func aStalePictureThatIsGoneGoes() async throws {
        try await keep()
        let fixture = try start(now: 90_000) { _ in .status(404) }
        let state = await shown(fixture)
        await eventually { state.current == .failed(.notFound) }
        await stored(0)
    }

    @Test func aRevalidationEndsWithTheLastView() async throws {
        try await keep()
        let fixture = try start(now: 90_000)
        let state = await shown(fixture)
        await eventually { fixture.transport.open.count == 1 }
        state.release()
        await eventually { fixture.transport.cancelled.count == 1 }
        #expect(state.face == "Ada")
        await settle()
        state.want()
        await eventually { fixture.transport.open.count == 1 }
    }

    @Test func refreshPassesOverTheDiskAndReturnsToItWithoutNetwork() async throws {
        try await keep()
        let fixture = try start()
        let state = await shown(fixture)
        fixture.store.refresh()
        await eventually { fixture.transport.open.count == 1 }
        #expect(fixture.transport.requests[0].entityTag == nil)
        fixture.transport.answer("ada", .failure(.unreachable("offline")))
        await eventually { fixture.store.flights.isEmpty }
        #expect(state.face == "Ada")
        fixture.store.refresh()
        await eventually { fixture.transport.open.count == 1 }
        fixture.transport.answer("ada", .face("Ada, older"))
        await eventually { state.face == "Ada, older" }
    }

    @Test func whatIsReloadedOutOfSightIsAskedForWhenItIsSeen() async throws {
        try await keep()
        let fixture = try start { _ in .face("Ada, older") }
        let state = await shown(fixture)
        #expect(state.face == "Ada")
        state.release()
        fixture.store.reload(state.picture)
        await stored(0)
        #expect(fixture.transport.requests.isEmpty)
        state.want()
        await eventually { state.face == "Ada, older" }
    }

    @Test func aDecodeFromBeforeARefreshIsNotShown() async throws {
        let fixture = try start { _ in .face("Ada") }
        fixture.gate.close()
        let state = fixture.state(1, url)
        state.want()
        await eventually { fixture.decodes == [110] }
        fixture.transport.rule = { _ in .face("Ada, older") }
        fixture.store.refresh()
        await eventually { fixture.decodes == [110, 110] }
        fixture.gate.open()
        await eventually { state.current.image != nil }
        await settle()
        #expect(state.face == "Ada, older")
        #expect(fixture.state(2, url).face == "Ada, older")
    }
}
