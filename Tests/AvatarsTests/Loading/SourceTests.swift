import Contacts
import Foundation
import Model
import Monica
import Network
import Testing

@testable import Avatars

@MainActor
struct SourceTests {
    private let png = "data:image/png;base64," + Data("Drawn".utf8).base64EncodedString()

    @Test func aPictureInsideItsURLNeedsNoRequest() async throws {
        let fixture = try Fixture()
        let state = fixture.state(1, png, .adorable)
        state.want()
        await eventually { state.face == "Drawn" }
        #expect(fixture.transport.requests.isEmpty)
    }

    @Test func aDigestIsLookedUpByItsContact() async throws {
        let fixture = try Fixture()
        fixture.inlineURLs[7] = png
        let short = AvatarInfo(url: png, source: .adorable).withoutInlineData
        let state = fixture.state(7, short.url, .adorable)
        state.want()
        await eventually { state.face == "Drawn" }
        #expect(fixture.state(7, png, .adorable, size: 30).needsLoading == true)
        #expect(fixture.state(7, png, .adorable) === state)
        #expect(state.face == "Drawn")
        let unknown = fixture.state(8, short.url, .adorable)
        unknown.want()
        await eventually { unknown.current == .failed(.notFound) }
    }

    nonisolated static let invalid = [
        "data:image/png,plain", "data:image/png;base64,%%%", "data:image/png;base64,", "data:image/png;base64,&&&&",
        "data:text/html;base64,PGI+", "data:;base64,QUJD", "data:image/png;base64", "data:",
        "DATA:image/svg+xml,<svg/>",
    ]

    @Test(arguments: invalid)
    func whatIsNoBase64OfAnImageIsInvalid(url: String) async throws {
        let fixture = try Fixture()
        let state = fixture.state(1, url, .adorable)
        state.want()
        await eventually { state.current == .failed(.invalidData) }
        #expect(fixture.transport.requests.isEmpty)
    }

    @Test func aPictureInsideItsURLIsBounded() async throws {
        let limit = 20 << 20
        func url(bytes: Int) -> String {
            "data:image/png;base64," + String(repeating: "QUJD", count: bytes / 3)
        }
        #expect(try #require(await DataURL.picture(in: url(bytes: limit - 3))).count > limit - 6)
        #expect(await DataURL.picture(in: url(bytes: 2 * limit)) == nil)
        #expect(await DataURL.picture(in: String(repeating: "x", count: 50_000_000)) == nil)
    }

    @Test func aHugePictureInsideItsURLIsInvalidAndTheNextLoads() async throws {
        let fixture = try Fixture()
        fixture.inlineURLs[1] = "data:image/png;base64," + String(repeating: "QUJD", count: 50_000_000 / 4)
        fixture.inlineURLs[2] = png
        let short = AvatarInfo(url: png, source: .adorable).withoutInlineData.url
        let (huge, next) = (fixture.state(1, short, .adorable), fixture.state(2, short, .adorable))
        huge.want()
        await eventually { huge.current == .failed(.invalidData) }
        next.want()
        await eventually { next.face == "Drawn" }
        #expect(fixture.decodes == [110])
    }

    @Test func escapedBase64IsRead() async throws {
        #expect(await DataURL.picture(in: "Data:Image/PNG;BASE64,QQ%3D%3D") == Data("A".utf8))
    }

    @Test func otherHostsAreAskedWithoutCredentials() async throws {
        let fixture = try Fixture()
        let urls = [
            "https://secure.gravatar.com/avatar/1.jpg?s=200&d=mp", "https://monica.example.evil.net/1.jpg",
            "http://monica.example:8080/1.jpg", "https://monica.example:444/1.jpg", "//bucket.example/photo.jpg",
        ]
        for (index, url) in urls.enumerated() { fixture.state(index, url, .gravatar).want() }
        fixture.state(9, "https://s3.example/photos/9.jpg", .photo).want(.person)
        await eventually { fixture.transport.open.count == 6 }
        #expect(fixture.transport.requests.allSatisfy { !$0.sendsCredentials && $0.followsRedirects })
        let gravatar = fixture.transport.requests.first { $0.url.host() == "secure.gravatar.com" }
        #expect(gravatar?.url.query()?.contains("d=404") == true)
        #expect(fixture.pictures.statistics.externalRequests == 6)
        #expect(fixture.transport.requests.allSatisfy { $0.bodyLimit == 20 << 20 && $0.answerTimeout == .seconds(30) })
    }

    @Test func ownPicturesAreAskedWithCredentials() async throws {
        let fixture = try Fixture("https://monica.example/sub")
        fixture.state(1, "http://monica.example/sub/pictures/1.jpg", .gravatar).want()
        fixture.state(2, "http://inside.lan/store/photos/2.jpg", .photo).want()
        fixture.state(3, "/relative/3.jpg", .init(rawValue: "plugin")).want()
        await eventually { fixture.transport.open.count == 3 }
        #expect(fixture.transport.requests.allSatisfy { $0.sendsCredentials && !$0.followsRedirects })
        #expect(fixture.transport.open.allSatisfy { Origin($0) == fixture.server.origin })
        #expect(fixture.transport.open.contains { $0.path == "/sub/store/photos/2.jpg" })
    }

    @Test func withoutExternalPicturesOnlyTheOwnServerIsAsked() async throws {
        let fixture = try Fixture(showsExternalPictures: false)
        fixture.transport.rule = { .face($0.url.lastPathComponent) }
        let external = fixture.state(1, "https://secure.gravatar.com/avatar/1.jpg", .gravatar)
        let bucket = fixture.state(2, "https://s3.example/photos/2.jpg", .photo)
        let own = fixture.photo(3)
        for state in [external, bucket, own] { state.want() }
        await eventually { own.face == "3.jpg" }
        #expect(external.current == .idle && bucket.current == .idle)
        fixture.store.showsExternalPictures = true
        await eventually { external.face == "1.jpg" && bucket.face == "2.jpg" }
        fixture.store.showsExternalPictures = false
        #expect(external.current == .idle && bucket.current == .idle)
        #expect(own.face == "3.jpg")
        #expect(fixture.state(1, "https://secure.gravatar.com/avatar/1.jpg", .gravatar).current == .idle)
        external.want()
        await settle()
        #expect(fixture.transport.requests.count == 3)
    }

    @Test func loggingOutEndsEverything() async throws {
        let fixture = try Fixture()
        let shown = await fixture.loaded(1, "https://pictures.example/1.jpg", "Ada")
        let loading = fixture.state(2, "https://pictures.example/2.jpg")
        loading.want()
        await eventually { fixture.transport.open.count == 1 }
        #expect(await fixture.store.clear() == [])
        #expect(shown.current == .idle && loading.current == .idle)
        #expect(fixture.store.memory.bytes == 0)
        await eventually { fixture.transport.cancelled.count == 1 }
        #expect(loading.current == .idle)
    }

    @Test func statisticsCountWhatHappened() async throws {
        let fixture = try Fixture()
        let url = "https://pictures.example/ada.jpg"
        _ = await fixture.loaded(1, url, "Ada")
        for id in 1...2 { fixture.state(id, url).want() }
        _ = fixture.state(3, url)
        let statistics = fixture.store.statistics
        #expect(statistics.memoryHits == 2)
        #expect(statistics.memoryMisses == 1)
        #expect(fixture.pictures.statistics.externalRequests == 1)
        #expect(statistics.decodes == 1)
        #expect(fixture.pictures.statistics.photoRoute == .unknown)
    }
}
