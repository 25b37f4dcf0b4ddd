import Model
import Testing

struct PictureReferenceTests {
    private func reference(_ url: String?, _ source: AvatarSource) -> PictureReference {
        PictureReference(AvatarInfo(url: url, source: source), contactID: 7)
    }

    @Test func theSourceDecidesWhichPictureItIs() {
        let photo = "https://monica.example/store/photos/x.jpg"
        #expect(reference(photo, .photo) == .server(key: photo, contactID: 7))
        let elsewhere = "https://bucket.example/x.jpg"
        #expect(reference(elsewhere, .photo) == .server(key: elsewhere, contactID: 7))
        let gravatar = "https://gravatar.com/avatar/0"
        #expect(reference(gravatar, .gravatar) == .url(gravatar, source: .gravatar))
    }

    static let unwanted: [(String?, AvatarSource)] = [
        (nil, .photo), (" ", .gravatar), ("https://monica.example/img/x.jpg", .default),
        ("https://monica.example/sub/store/avatars/x.jpg?1", .photo), ("/storage/avatars/x.jpg", .photo),
    ]

    @Test(arguments: unwanted)
    func whatIsNotWorthARequestIsNone(url: String?, source: AvatarSource) {
        #expect(reference(url, source) == .none)
    }

    @Test func aPictureInsideIsTheSameOnceItWasReplacedByItsDigest() {
        let whole = AvatarInfo(url: "DATA:image/png;base64,AAAA", source: .adorable)
        let picture = PictureReference(whole, contactID: 7)
        #expect(picture == PictureReference(whole.withoutInlineData, contactID: 7))
        #expect(picture != PictureReference(whole, contactID: 8), "the digest is too short for all contacts")
        guard case .inline = picture else {
            Issue.record("\(picture)")
            return
        }
    }
}
