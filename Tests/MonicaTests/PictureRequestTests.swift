import Foundation
import Model
import Monica
import Network
import Testing

struct PictureRequestTests {
    private let server: ServerAddress

    init() throws {
        server = try ServerAddress("https://monica.example.org/sub")
    }

    private func request(_ picture: PictureReference) -> HTTPRequest? {
        MonicaKind().pictureRequest(for: picture, on: server)
    }

    @Test(arguments: ["https://10.0.0.1/store/photos/x.jpg", "/store/photos/x.jpg"])
    func aPhotoIsAskedForAtTheAccountsOwnAddressWithCredentials(key: String) throws {
        let request = try #require(self.request(.server(key: key, contactID: 1)))
        #expect(request.url.absoluteString == "https://monica.example.org/sub/store/photos/x.jpg")
        #expect(request.sendsCredentials && !request.followsRedirects && request.content == .image)
    }

    @Test func otherHostsAreAskedWithoutCredentials() throws {
        let pictures: [PictureReference] = [
            .server(key: "https://bucket.example/x.jpg", contactID: 1),
            .url("https://gravatar.com/avatar/0", source: .gravatar),
            .url("https://monica.example.org:444/x.jpg", source: .adorable),
            .url("https://monica.example.org.evil.net/store/x.jpg", source: .adorable),
        ]
        for picture in pictures {
            let request = try #require(self.request(picture))
            #expect(!request.sendsCredentials && request.followsRedirects)
        }
    }

    @Test func whatHasNoUsableAddressHasNoRequest() {
        #expect(request(.none) == nil)
        #expect(request(.inline(digest: "1", contactID: 1)) == nil)
        #expect(request(.url("ftp://monica.example.org/x.jpg", source: .gravatar)) == nil)
        #expect(request(.server(key: "word", contactID: 1)) == nil)
    }
}
