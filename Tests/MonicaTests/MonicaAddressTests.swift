import Foundation
import Model
import Monica
import Network
import Testing

struct MonicaAddressTests {
    @Test(arguments: [
        ("https://h/api", "https://h"), ("https://h/api/", "https://h"), ("https://h//a//b//api//", "https://h/a/b"),
        ("https://h/settings/api", "https://h"), ("https://h/dashboard?x=1#y", "https://h"),
        ("https://h/monica/people/h:QrP0", "https://h/monica"), ("h:8443/people/h:QrP0/edit?a=b", "https://h:8443"),
        ("https://h/a/monica/settings/users/create", "https://h/a/monica"), ("h/journal/add", "https://h"),
        ("https://h/monica/index.php/people/", "https://h/monica"),
        ("https://h/monica/api/contacts/1", "https://h/monica"),
        ("https://h/My%20Crm/people/h:x", "https://h/My%20Crm"), ("https://h/peoples/x", "https://h/peoples/x"),
    ])
    func takesTheAddressOfAPage(typed: String, address: String) throws {
        #expect(try ServerAddress(monica: typed).url.absoluteString == address)
    }

    @Test func namesThePlacesAboveAPage() {
        func places(_ typed: String) -> [String] {
            MonicaKind().addresses(above: typed).map(\.url.absoluteString)
        }
        #expect(
            places("https://h/people/people/h:x") == [
                "https://h/people/people/h:x", "https://h/people/people", "https://h/people",
            ])
        #expect(places("h/crm/unknown") == ["https://h/crm", "https://h"])
        #expect(places("h") == [])
        #expect(places("h/" + String(repeating: "a/", count: 900)).count <= 8)
        #expect(places("ftp://h/a/b") == [])
    }

    @Test func buildsItsOwnAddresses() throws {
        let server = try ServerAddress(monica: "https://h:8443/sub/")
        let kind = MonicaKind()
        #expect(kind.tokenPage(on: server).absoluteString == "https://h:8443/sub/settings/api")
        #expect(kind.journalPage(on: server)?.absoluteString == "https://h:8443/sub/journal")
        #expect(server.api("").absoluteString == "https://h:8443/sub/api")
        #expect(
            server.api("contacts", [("page", "2"), ("sort", "-updated_at"), ("query", "a b&c=d")]).absoluteString
                == "https://h:8443/sub/api/contacts?page=2&sort=-updated_at&query=a%20b%26c%3Dd")
        for (hashID, name) in [("h:PkOA", "h:PkOA"), ("../x?y", "..%2Fx%3Fy")] {
            let page = kind.page(of: Contact(id: 1, hashID: hashID), on: server)
            #expect(page?.absoluteString == "https://h:8443/sub/people/\(name)")
        }
    }
}
