import Foundation
import Testing

@testable import Avatars

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

    @Test func aDecodeForAViewServesViewsOfOtherSizes() async throws {
        let fixture = try Fixture(decodesForViews: true)
        fixture.transport.rule = { _ in .face("Ada") }
        for (size, scale) in [(50, 1), (30, 1), (55, 2)] {
            let state = fixture.state(1, url, size: size, scale: scale)
            state.want()
            await eventually { state.current == .loaded(Face("Ada", pixels: size * scale, decoded: 110)) }
        }
        #expect(fixture.decodes == [110])
        #expect(fixture.resamples == ["50 × 1 at once", "30 × 1", "55 × 2"])
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

    @Test func equalBytesAreNotDecodedAgainForASizeInMemory() async throws {
        // So little memory keeps no decode beside the picture that was made of it.
        let fixture = try Fixture(configuration: AvatarCacheConfiguration(memoryCapacityBytes: 200_000))
        let first = await fixture.loaded(1, "https://pictures.example/1.jpg", "Same")
        #expect(fixture.store.memory.decodeBytes == 0)
        let second = await fixture.loaded(2, "https://pictures.example/2.jpg", "Same")
        #expect(first.current == second.current)
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
