import Foundation
import Model
import Network
import Platform
import Testing

@testable import Avatars

/// Squares that are kept beside the pictures that they were made of.
extension DiskTests {
    /// A store that keeps the squares of the list, as after a start of the program.
    private func startList(rule: ((HTTPRequest) -> FakeTransport.Answer?)? = nil) throws -> Fixture {
        let fixture = try Fixture(folder: temporary.url.appending(component: "cache"), decodesForViews: true)
        fixture.transport.rule = rule
        return fixture
    }

    private func keepSquare() async throws {
        let fixture = try startList { _ in .face("Ada") }
        _ = await shown(fixture)
        await stored(1)
    }

    /// Of a picture inside a contact's copy.
    private func keepSquare(of inlineURL: String) async throws {
        let fixture = try startList()
        let drawn = fixture.state(7, inlineURL, .adorable)
        drawn.want()
        await eventually { drawn.face == "Drawn" }
        await stored(1)
    }

    /// The text of the square on disk.
    private func square(_ fixture: Fixture) async throws -> String? {
        let address = try #require(URL(string: url + "?d=404"))
        let square = await fixture.store.disk?.entry(for: address)?.square
        return square.map { String(decoding: $0.pixels, as: UTF8.self) + " × \($0.size.scale)" }
    }

    private func add(_ square: String, of picture: String, to fixture: Fixture) async throws {
        fixture.store.disk?.add(
            DiskSquare(size: PictureSize(size: 50, scale: 1), pixels: Data(square.utf8)),
            of: SHA256Digest(of: picture), for: try #require(URL(string: url + "?d=404")))
        // The disk counts after all earlier writes.
        _ = await fixture.store.diskUse()
    }

    @Test func aKeptSquareSavesADecodeInEachStyle() async throws {
        try await keepSquare()
        let fixture = try startList()
        let state = await shown(fixture)
        #expect(state.current == .loaded(Face("Ada", pixels: 50, decoded: 0)))
        fixture.store.redraw()
        #expect(!fixture.store.flights.isEmpty)
        await eventually { fixture.store.flights.isEmpty }
        #expect(state.face == "Ada")
        #expect(fixture.decodes.isEmpty && fixture.transport.requests.isEmpty)
        let large = fixture.state(1, url, size: 120)
        large.want()
        await eventually { large.face == "Ada" }
        #expect(fixture.decodes == [240])
    }

    @Test func theSquareOfAnotherScaleIsNotShownButReplaced() async throws {
        try await keepSquare()
        for decodes in [[110], []] {
            let fixture = try startList()
            let state = fixture.state(1, url, scale: 2)
            state.want()
            await eventually { state.current.image?.pixels == 100 }
            #expect(fixture.decodes == decodes)
            await eventually { (try? await square(fixture)) == "Ada × 2" }
        }
    }

    @Test func aReplacedPhotoIsNeverShownByItsFormerSquare() async throws {
        try await keepSquare()
        let fixture = try startList { _ in .face("Ada, older") }
        let state = await shown(fixture)
        #expect(state.face == "Ada")
        fixture.store.reload(state.picture)
        await eventually { (try? await square(fixture)) == "Ada, older × 1" }
        // A square that comes late is of other bytes.
        try await add("Ada", of: "Ada", to: fixture)
        #expect(try await square(fixture) == "Ada, older × 1")
        let next = try startList()
        #expect(await shown(next).face == "Ada, older")
    }

    @Test func aSquareThatIsNoneIsMadeAnew() async throws {
        try await keepSquare()
        let fixture = try startList()
        try await add("broken", of: "Ada", to: fixture)
        #expect(await shown(fixture).face == "Ada")
        #expect(fixture.decodes == [110])
        await eventually { (try? await square(fixture)) == "Ada × 1" }
    }

    @Test func theSquareOfAPictureInACopyGoesWithItsContactAndTheLogOut() async throws {
        let long = "data:image/png;base64," + Data("Drawn".utf8).base64EncodedString()
        let short = AvatarInfo(url: long, source: .adorable).withoutInlineData.url
        for ends in ["deletion", "log-out"] {
            try await keepSquare(of: long)
            // Without the copy.
            let fixture = try startList()
            let state = fixture.state(7, short, .adorable)
            state.want()
            await eventually { state.current == .loaded(Face("Drawn", pixels: 50, decoded: 0)) }
            #expect(fixture.decodes.isEmpty)
            if ends == "deletion" { fixture.store.forget(state.picture) } else { await fixture.store.clear() }
            #expect(await fixture.store.diskUse() == CacheUse())
            #expect(temporary.files().isEmpty)
        }
    }

    @Test func theSquareOfAPictureInACopyStaysWhenALargerSizeIsShown() async throws {
        let long = "data:image/png;base64," + Data("Drawn".utf8).base64EncodedString()
        try await keepSquare(of: long)
        let fixture = try startList()
        let (row, page) = (fixture.state(7, long, .adorable), fixture.state(7, long, .adorable, size: 120))
        row.want()
        page.want()
        await eventually { row.face == "Drawn" && page.face == "Drawn" }
        #expect(row.current == .loaded(Face("Drawn", pixels: 50, decoded: 0)))
        #expect(await fixture.store.diskUse().pictures == 1)
    }
}
