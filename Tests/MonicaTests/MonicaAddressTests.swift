import Foundation
import Monica
import Network
import Testing

struct MonicaAddressTests {
    @Test(arguments: [
        ("https://h/api", "https://h"), ("https://h/api/", "https://h"), ("https://h//a//b//api//", "https://h/a/b"),
        ("https://h/settings/api", "https://h"), ("https://h/dashboard?x=1#y", "https://h"),
    ])
    func takesTheAddressOfAPage(typed: String, address: String) throws {
        #expect(try ServerAddress(monica: typed).url.absoluteString == address)
    }

    @Test func buildsItsOwnAddresses() throws {
        let server = try ServerAddress(monica: "https://h:8443/sub/")
        #expect(server.tokenPage.absoluteString == "https://h:8443/sub/settings/api")
        #expect(server.api("").absoluteString == "https://h:8443/sub/api")
        #expect(
            server.api("contacts", [("page", "2"), ("sort", "-updated_at"), ("query", "a b&c=d")]).absoluteString
                == "https://h:8443/sub/api/contacts?page=2&sort=-updated_at&query=a%20b%26c%3Dd")
        #expect(server.page(ofContact: "h:PkOA").absoluteString == "https://h:8443/sub/people/h:PkOA")
        #expect(server.page(ofContact: "../x?y").absoluteString == "https://h:8443/sub/people/..%2Fx%3Fy")
    }
}
