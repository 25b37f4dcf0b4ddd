import Foundation
import Model
import Network
import Platform
import Testing

@testable import Avatars

@MainActor
struct DiskTests {
    let temporary: TemporaryFolder
    let url = "https://pictures.example/ada.jpg"

    init() throws {
        temporary = try TemporaryFolder()
    }

    /// A store as after a start of the program.
    func start(now: TimeInterval = 0, rule: ((HTTPRequest) -> FakeTransport.Answer?)? = nil) throws -> Fixture {
        let fixture = try Fixture(folder: temporary.url.appending(component: "cache"))
        fixture.transport.rule = rule
        fixture.now += now
        return fixture
    }

    func stored(_ count: Int) async {
        await eventually { temporary.files().count { !$0.lastPathComponent.hasPrefix(".") } == count }
    }

    /// Loads a picture in a former life of the program.
    func keep(_ name: String = "Ada", headers: [String: String] = ["etag": "\"1\""]) async throws {
        let fixture = try start { _ in .face(name, headers: headers) }
        let state = fixture.state(1, url)
        state.want()
        await stored(1)
    }

    func shown(_ fixture: Fixture) async -> AvatarState<Face> {
        let state = fixture.state(1, url)
        state.want()
        await eventually { state.current.image != nil || state.current.error != nil }
        return state
    }

    @Test func aPictureShowsAgainAfterARestartWithoutNetwork() async throws {
        try await keep()
        let fixture = try start { _ in .failure(.unreachable("offline")) }
        let state = await shown(fixture)
        #expect(state.current == .loaded(Face("Ada", pixels: 50, decoded: 110)))
        #expect(fixture.transport.requests.isEmpty)
        #expect(fixture.store.statistics.diskHits == 1)
        let large = fixture.state(1, url, size: 120)
        large.want()
        await eventually { large.face == "Ada" }
    }

    @Test func thePictureOfAContactThatIsGoneIsRemoved() async throws {
        try await keep()
        let fixture = try start { _ in .failure(.unreachable("offline")) }
        fixture.store.forget(fixture.state(1, url, size: 50).picture)
        #expect(await fixture.store.disk?.use().pictures == 0)
        #expect(temporary.files().isEmpty)
    }

    @Test func oneFileHoldsThePictureForAllSizes() async throws {
        try await keep()
        #expect(temporary.files().count == 1)
        let name = try #require(temporary.files().first?.lastPathComponent)
        #expect(name == SHA256Digest(of: Data("account\n\(url)?d=404".utf8)).hex)
    }

    @Test func whatIsStoredIsDecodedAtTheLargestSize() async throws {
        let fixture = try start { _ in .face("Ada") }
        fixture.state(1, url).want()
        await stored(1)
        #expect(fixture.decodes == [110, 240])
    }

    @Test func theDiskKeepsNoMoreThanItsShare() async throws {
        let configuration = AvatarCacheConfiguration(diskCapacityBytes: 3_000)
        let fixture = try Fixture(folder: temporary.url.appending(component: "cache"), configuration: configuration)
        fixture.transport.rule = { .face($0.url.lastPathComponent + String(repeating: "x", count: 500)) }
        for id in 0..<20 { fixture.state(id, "https://pictures.example/\(id)").want() }
        await eventually { fixture.decodes.count == 40 }
        await eventually { await (1...3_000).contains(fixture.store.diskUse().bytes) }
        #expect(await fixture.store.diskUse().pictures < 6)
    }

    private func arriveAsTheViewGoes(_ fixture: Fixture) async -> AvatarState<Face> {
        let state = fixture.state(1, url)
        state.want()
        await eventually { fixture.transport.open.count == 1 }
        fixture.transport.answer("ada", .face("Ada"))
        state.release()
        return state
    }

    @Test func whatHasJustComeWhenTheLastViewGoesIsKept() async throws {
        let fixture = try start()
        let state = await arriveAsTheViewGoes(fixture)
        #expect(state.current == .idle)
        await stored(1)
        let again = await shown(fixture)
        #expect(again.face == "Ada")
        #expect(fixture.transport.requests.count == 1)
    }

    @Test func whatIsStillBeingStoredIsNotAskedForAgain() async throws {
        let fixture = try start()
        // The disk waits for its decode.
        fixture.gate.close()
        _ = await arriveAsTheViewGoes(fixture)
        await eventually { fixture.decodes == [240] }
        let again = fixture.state(1, url)
        again.want()
        await eventually { fixture.decodes == [240, 110] }
        fixture.gate.open()
        await eventually { again.face == "Ada" }
        #expect(fixture.transport.requests.count == 1)
        await stored(1)
    }

    @Test func whatHasJustComeBeforeALogOutIsNotKept() async throws {
        let fixture = try start()
        _ = await arriveAsTheViewGoes(fixture)
        #expect(await fixture.store.clear() == [])
        await settle()
        await stored(0)
    }

    @Test func aFileWhoseDecodeWasGivenUpStays() async throws {
        try await keep()
        let fixture = try start()
        fixture.gate.close()
        let state = fixture.state(1, url)
        state.want()
        await eventually { fixture.decodes.count == 1 }
        state.release()
        fixture.gate.open()
        // The disk answers this after all removals.
        _ = await fixture.store.disk?.use()
        await settle()
        #expect(await fixture.store.disk?.use().pictures == 1)
        #expect(await shown(fixture).face == "Ada")
        #expect(fixture.transport.requests.isEmpty)
    }

    @Test func whatMustNotBeStoredIsNot() async throws {
        let fixture = try start { request in
            request.url.path.contains("secret") ? .face("Secret", headers: ["cache-control": "no-store"]) : .face("Ada")
        }
        fixture.state(2, "https://pictures.example/secret.jpg").want()
        fixture.state(1, url).want()
        await stored(1)
        #expect(try Data(contentsOf: #require(temporary.files().first)).range(of: Data("Secret".utf8)) == nil)
    }

    @Test func aDamagedFileIsLoadedAnew() async throws {
        try await keep()
        let file = try #require(temporary.files().first)
        try Data("rubbish".utf8).write(to: file)
        let fixture = try start { _ in .face("Ada again") }
        #expect(await shown(fixture).face == "Ada again")
        await stored(1)
    }

    @Test func aFileThatDecodesToNothingIsLoadedAnew() async throws {
        let fixture = try start { _ in .face("Ada again") }
        let address = try #require(URL(string: url + "?d=404"))
        let broken = Data("broken".utf8)
        await fixture.store.disk?.store(
            DiskEntry(picture: broken, digest: SHA256Digest(of: broken), freshness: Freshness()), for: address)
        await stored(1)
        #expect(await shown(fixture).face == "Ada again")
    }

    @Test func uploadsNeverExpireHoweverTheyCame() async throws {
        let first = try start()
        let monica = FakeMonica(contacts: 3, serving: first.transport)
        for id in 1...3 { first.photo(id).want() }
        await stored(3)
        #expect(monica.calls.count == 3)
        let fixture = try start(now: 900_000_000)
        let states = (1...3).map { fixture.photo($0) }
        for state in states { state.want() }
        await eventually { states.map(\.face) == ["face 1.jpg", "face 2.jpg", "face 3.jpg"] }
        await settle()
        #expect(fixture.transport.requests.isEmpty)
    }

    @Test func photosThatCameAlongAreNotAskedForAgain() async throws {
        let fixture = try start()
        let monica = FakeMonica(contacts: 8, serving: fixture.transport)
        for id in 1...6 { fixture.photo(id).want() }
        await stored(8)
        let calls = monica.calls.count
        let late = fixture.photo(7)
        late.want()
        await eventually { late.face == "face 7.jpg" }
        #expect(monica.calls.count == calls)
    }

    @Test func bytesAreWorthKeepingAlthoughTheViewHasGone() async throws {
        let fixture = try start()
        let state = fixture.state(1, url)
        state.want()
        await eventually { fixture.transport.open.count == 1 }
        fixture.transport.answer("ada", .face("Ada"))
        await eventually { fixture.store.flights.values.allSatisfy(\.hasData) }
        state.release()
        await stored(1)
        await eventually { fixture.store.flights.isEmpty }
    }

    @Test func loggingOutLeavesNoFile() async throws {
        let fixture = try start { _ in .face("Ada") }
        for id in 0..<20 { fixture.state(id, "https://pictures.example/\(id).jpg").want() }
        await eventually { !temporary.files().isEmpty }
        #expect(await fixture.store.clear() == [])
        await settle()
        #expect(!FileManager.default.fileExists(atPath: temporary.url.appending(component: "cache").path))
    }

    @Test func whatIsDecodedWhileLoggingOutIsKeptNowhere() async throws {
        let fixture = try start { _ in .face("Ada") }
        fixture.gate.close()
        let state = fixture.state(1, url)
        state.want()
        await eventually { fixture.decodes == [110] }
        #expect(await fixture.store.clear() == [])
        fixture.gate.open()
        await settle()
        #expect(fixture.store.memory.count == 0)
        #expect(state.current == .idle)
        #expect(temporary.files().isEmpty)
    }

    @Test func whatIsStoredWhileLoggingOutIsNot() async throws {
        let fixture = try start { _ in .face("Ada") }
        let state = fixture.state(1, url)
        let observation = state.observe { if $0.image != nil { fixture.gate.close() } }
        state.want()
        await eventually { fixture.decodes == [110, 240] }
        #expect(await fixture.store.clear() == [])
        fixture.gate.open()
        await settle()
        #expect(temporary.files().isEmpty)
        withExtendedLifetime(observation) {}
    }
}
