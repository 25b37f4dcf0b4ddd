import Foundation
import Model
import Monica
import Network
import Testing

struct AvatarInfoTests {
    private let server: ServerAddress

    init() throws {
        server = try ServerAddress("https://monica.example.org/sub")
    }

    private func url(_ text: String?, _ source: AvatarSource = .photo) -> String? {
        AvatarInfo(url: text, source: source).avatarURL(server: server)?.absoluteString
    }

    @Test(arguments: [
        "{}", "null", "[]", "3", #""text""#, #"{"url":null,"source":null,"default_avatar_color":null}"#,
        #"{"url":"","source":"","default_avatar_color":""}"#, #"{"url":3,"source":[],"default_avatar_color":{}}"#,
    ])
    func decodesWhateverTheServerSends(json: String) throws {
        let decoded = try JSONDecoder().decode([AvatarInfo].self, from: Data("[\(json)]".utf8))
        #expect(decoded == [AvatarInfo()])
    }

    @Test func keepsUnknownSources() throws {
        let json = ##"{"url":"https://x.example/y","source":"plugin","default_avatar_color":"#bd5067"}"##
        let info = try JSONDecoder().decode(AvatarInfo.self, from: Data(json.utf8))
        #expect(info.source.rawValue == "plugin")
        #expect(info.shouldLoadAvatar)
        #expect(try JSONDecoder().decode(AvatarInfo.self, from: JSONEncoder().encode(info)) == info)
    }

    @Test(arguments: ["/store/avatars/x.jpg?17", "https://h/sub/storage/avatars/x.jpg"])
    func aPhotoWithTheServersInitialsIsNone(url: String) {
        let info = AvatarInfo(url: url, source: .photo)
        #expect(info.effectiveSource == .default)
        #expect(!info.shouldLoadAvatar)
    }

    @Test func onlyAURLOfAnotherSourceThanDefaultIsWorthARequest() {
        #expect(!AvatarInfo(url: "https://h/store/avatars/x.jpg", source: .default).shouldLoadAvatar)
        #expect(!AvatarInfo(url: nil, source: .photo).shouldLoadAvatar)
        #expect(!AvatarInfo(url: " ", source: .gravatar).shouldLoadAvatar)
        #expect(AvatarInfo(url: "https://h/store/photos/x.jpg", source: .photo).shouldLoadAvatar)
        #expect(AvatarInfo(url: "data:image/png;base64,AA==", source: .adorable).shouldLoadAvatar)
    }

    @Test(arguments: [
        nil, "", "  ", "not a url", "word", "ftp://h/x.jpg", "file:///etc/passwd", "javascript:alert(1)/", "http://",
        "https:///x", "http://[::1", "data:text/html,<b>", "data:", "//", "https://h/\u{0}x y",
    ])
    func whatIsNoPictureHasNoURL(text: String?) {
        #expect(url(text, .photo) == nil)
    }

    @Test func relativeURLsStartFromTheServer() {
        #expect(url("img/x.jpg", .adorable) == "https://monica.example.org/sub/img/x.jpg")
        #expect(url("/img/x.jpg", .adorable) == "https://monica.example.org/img/x.jpg")
        #expect(url("//cdn.example/x.jpg", .adorable) == "https://cdn.example/x.jpg")
    }

    @Test func pictureDataStaysAsItIs() {
        let data = "data:image/png;base64,iVBORw0KGgo+/w=="
        #expect(url(data, .adorable) == data)
    }

    @Test func theOwnHostIsAskedAsSafelyAsTheAccount() throws {
        #expect(url("http://monica.example.org/x/y.jpg", .adorable) == "https://monica.example.org/x/y.jpg")
        #expect(url("http://MONICA.example.org:80/x.jpg", .adorable) == "https://MONICA.example.org/x.jpg")
        #expect(url("http://other.example/x.jpg", .adorable) == "http://other.example/x.jpg")
        let plain = try ServerAddress("http://h")
        #expect(
            AvatarInfo(url: "http://h/x.jpg", source: .adorable).avatarURL(server: plain)?.absoluteString
                == "http://h/x.jpg")
        let international = try ServerAddress("https://bücher.example")
        #expect(
            AvatarInfo(url: "http://bücher.example/x.jpg", source: .adorable).avatarURL(server: international)?
                .absoluteString == "https://xn--bcher-kva.example/x.jpg")
        let otherPort = try ServerAddress("https://h:8443")
        #expect(
            AvatarInfo(url: "http://h/x.jpg", source: .adorable).avatarURL(server: otherPort)?.absoluteString
                == "https://h:8443/x.jpg")
    }

    @Test(arguments: [
        "http://127.0.0.1:8421/store/photos/a%20b.jpg", "https://monica.example.org/sub/store/photos/a%20b.jpg",
        "/store/photos/a%20b.jpg", "http://internal/monica/store/photos/a%20b.jpg",
    ])
    func uploadedPhotosAreOnTheAccountsOwnAddress(text: String) {
        #expect(url(text) == "https://monica.example.org/sub/store/photos/a%20b.jpg")
    }

    @Test func publicPhotosAreOnTheAccountsOwnAddressToo() {
        #expect(
            url("http://127.0.0.1/storage/photos/x.png") == "https://monica.example.org/sub/storage/photos/x.png")
        #expect(url("https://bucket.example/photos/x.png?sig=1") == "https://bucket.example/photos/x.png?sig=1")
    }

    @Test func gravatarIsAskedForNoStandIn() {
        #expect(
            url("https://secure.gravatar.com/avatar/00.jpg?s=200&d=mp&r=g", .gravatar)
                == "https://secure.gravatar.com/avatar/00.jpg?s=200&r=g&d=404")
        #expect(url("https://gravatar.com/avatar/00?default=x", .photo) == "https://gravatar.com/avatar/00?d=404")
        #expect(
            url("https://gravatar.com.example.net/a?d=mp", .photo) == "https://gravatar.com.example.net/a?d=mp")
    }

    @Test func credentialsInAURLAreDropped() {
        #expect(url("https://me:secret@other.example/x.jpg", .adorable) == "https://other.example/x.jpg")
    }

    @Test func listsHoldADigestInsteadOfThePicture() {
        let long = AvatarInfo(
            url: "data:image/png;base64," + String(repeating: "A", count: 17_000), source: .adorable,
            defaultAvatarColor: "#bd5067")
        let short = long.withoutInlineData
        #expect(short.url?.hasPrefix("data:;digest=") == true)
        #expect(short.inlineDigest == long.inlineDigest)
        #expect(short.withoutInlineData == short)
        #expect(short.shouldLoadAvatar)
        #expect(short.avatarURL(server: server) == nil)
        #expect(short.defaultAvatarColor == "#bd5067")
        let changed = AvatarInfo(url: long.url.map { $0 + "B" }, source: .adorable).withoutInlineData
        #expect(changed.url != short.url)
        let plain = AvatarInfo(url: "https://h/x", source: .photo)
        #expect(plain.withoutInlineData == plain)
        #expect(plain.inlineDigest == nil)
    }

    @Test func theDigestIsFNV() {
        // FNV-1a of "data:a", computed independently.
        #expect(AvatarInfo(url: "data:a").inlineDigest == "f17c07ee297b6284")
    }
}
