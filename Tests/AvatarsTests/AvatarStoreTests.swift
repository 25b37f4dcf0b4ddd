import Foundation
import Model
import Network
import Testing

@testable import Avatars

@MainActor
struct AvatarStoreTests {
    @Test func aPictureComesAndIsToldToItsObservers() async throws {
        let fixture = try Fixture()
        let state = fixture.state(1, "https://pictures.example/ada.jpg")
        var seen: [ImageLoadState<Face>] = []
        let observation = state.observe { seen.append($0) }
        #expect(state.current == .idle)
        state.want()
        #expect(state.current == .loading)
        await eventually { fixture.transport.open.count == 1 }
        fixture.transport.answer("ada", .face("Ada"))
        await eventually { state.current.image != nil }
        #expect(seen == [.loading, .loaded(Face("Ada", pixels: 50, decoded: 110))])
        withExtendedLifetime(observation) {}
    }

    @Test func aKeptFileIsRead() async throws {
        let folder = try TemporaryFolder()
        let fixture = try Fixture(folder: folder.url)
        let url = "https://pictures.example/ada.jpg"
        let picture = PictureReference.url(url, source: .gravatar)
        #expect(await fixture.store.kept(picture) == nil)
        _ = await fixture.loaded(1, url, "Ada")
        let bytes = try #require(await fixture.store.kept(picture))
        #expect(String(decoding: bytes, as: UTF8.self).contains("Ada"))
        #expect(await fixture.store.kept(.none) == nil)
        #expect(await fixture.store.kept(.pending("a.jpg")) == nil)
    }

    @Test func theFileAtAnAddressIsFetchedWhereViewsShowIt() async throws {
        let fixture = try Fixture()
        let picture = PictureReference.url("https://pictures.example/ada.jpg", source: .gravatar)
        fixture.transport.rule = { _ in .face("Ada") }
        #expect(try await fixture.store.fetched(picture) == Data("Ada".utf8))
        #expect(fixture.transport.requests.map(\.sendsCredentials) == [false])
        fixture.transport.rule = { _ in .status(500) }
        await #expect(throws: ServerError.server(status: 500)) { try await fixture.store.fetched(picture) }
        fixture.transport.rule = { _ in .status(404) }
        #expect(try await fixture.store.fetched(picture) == nil)
        fixture.transport.rule = { _ in .face("Ada") }
        fixture.store.showsExternalPictures = false
        #expect(try await fixture.store.fetched(picture) == nil)
        #expect(try await fixture.store.fetched(.none) == nil)
    }

    @Test func anObservationEndsWhenItIsReleased() async throws {
        let fixture = try Fixture()
        let state = fixture.state(1, "https://pictures.example/ada.jpg")
        var calls = 0
        var observation: AvatarObservation? = state.observe { _ in calls += 1 }
        withExtendedLifetime(observation) {}
        observation = nil
        state.want()
        #expect(calls == 0)
    }

    @Test func viewsOfOnePictureAndSizeShareAState() throws {
        let fixture = try Fixture()
        let state = fixture.state(1, "https://pictures.example/ada.jpg")
        #expect(fixture.state(1, "https://pictures.example/ada.jpg") === state)
        #expect(fixture.state(1, "https://pictures.example/ada.jpg", size: 120) !== state)
        #expect(fixture.state(1, "https://pictures.example/ada.jpg", scale: 2) !== state)
        #expect(fixture.state(2, "https://pictures.example/ada.jpg") === state)
        #expect(fixture.state(1, "https://pictures.example/bob.jpg") !== state)
    }

    @Test func statesThatNobodyHoldsAreForgotten() throws {
        let fixture = try Fixture()
        for id in 0..<100 { _ = fixture.state(id, "https://pictures.example/\(id).jpg") }
        #expect(fixture.store.states.isEmpty)
    }

    @Test func aPictureInMemoryIsThereWithoutAwait() async throws {
        let fixture = try Fixture()
        var state: AvatarState<Face>? = await fixture.loaded(1, "https://pictures.example/ada.jpg", "Ada")
        state?.release()
        state = nil
        #expect(fixture.store.states.isEmpty)
        #expect(fixture.state(1, "https://pictures.example/ada.jpg").face == "Ada")
        #expect(fixture.transport.requests.count == 1)
    }

    @Test func anyNumberOfViewsShareOneRequest() async throws {
        let fixture = try Fixture()
        let url = "https://pictures.example/ada.jpg"
        let states = [1, 1, 2].flatMap { id in
            [(15, 1), (30, 2), (50, 1), (120, 1), (120, 2)].map { fixture.state(id, url, size: $0.0, scale: $0.1) }
        }
        for state in states { state.want() }
        await eventually { fixture.transport.open.count == 1 }
        await settle()
        fixture.transport.answer("ada", .face("Ada"))
        await eventually { states.allSatisfy { $0.face == "Ada" } }
        #expect(fixture.transport.requests.count == 1)
    }

    @Test func whoComesWhileBytesAreDecodedJoinsToo() async throws {
        let fixture = try Fixture()
        let url = "https://pictures.example/ada.jpg"
        let small = fixture.state(1, url)
        let large = fixture.state(1, url, size: 120)
        small.want()
        await eventually { fixture.transport.open.count == 1 }
        let observation = small.observe { _ in large.want() }
        fixture.transport.answer("ada", .face("Ada"))
        await eventually { large.face == "Ada" }
        #expect(fixture.transport.requests.count == 1)
        withExtendedLifetime(observation) {}
    }

    @Test func theLastViewToGoCancelsTheRequest() async throws {
        let fixture = try Fixture()
        let url = "https://pictures.example/ada.jpg"
        let (first, second) = (fixture.state(1, url), fixture.state(2, url, size: 30))
        first.want()
        first.want()
        second.want()
        await eventually { fixture.transport.open.count == 1 }
        first.release()
        first.release()
        #expect(first.current == .idle)
        await settle()
        #expect(fixture.transport.cancelled.isEmpty)
        second.release()
        #expect(second.current == .idle)
        await eventually { fixture.transport.cancelled.count == 1 }
        first.want()
        await eventually { fixture.transport.open.count == 1 }
        fixture.transport.answer("ada", .face("Ada"))
        await eventually { first.face == "Ada" }
        #expect(second.current == .idle)
    }

    @Test func aContactWithoutPictureIsNeverAskedFor() async throws {
        let fixture = try Fixture()
        let states = [
            fixture.state(1, "https://monica.example/store/avatars/1.jpg", .default), fixture.state(2, nil, .photo),
            fixture.state(3, "", .gravatar), fixture.state(4, "https://monica.example/store/avatars/4.jpg?5", .photo),
            fixture.state(5, "  ", .adorable),
        ]
        for state in states { state.want() }
        await settle()
        #expect(states.allSatisfy { $0.current == .idle })
        #expect(fixture.transport.requests.isEmpty)
    }

    @Test(arguments: [
        "http://", "ftp://pictures.example/a.jpg", "not a url", "javascript:alert(1)", "file:///etc/passwd",
    ])
    func anInvalidURLFailsAtOnce(url: String) throws {
        let fixture = try Fixture()
        let state = fixture.state(1, url)
        state.want()
        #expect(state.current == .failed(.invalidURL))
        #expect(fixture.state(1, url, size: 120).current == .failed(.invalidURL))
        #expect(fixture.store.statistics.failures == [.invalidURL: 1])
    }
}
