import Contacts
import Model
import Monica
import Testing

@testable import CameoApp

/// Links to contacts.
struct ContactLinksTests {
    @Test(
        arguments: [
            ("cameo://contact/12", 12), ("CAMEO://Contact/12", 12),
            ("cameo://contact/123456789012345678", 123456789012345678),
            ("cameo://contact/", nil), ("cameo://contact/0", nil), ("cameo://contact/012", nil),
            ("cameo://contact/-1", nil),
            ("cameo://contact/1/edit", nil), ("cameo://contact/1?x", nil), ("cameo://contact/１２", nil),
            ("cameo://contact/1234567890123456789", nil), ("cameo:contact/1", nil), ("https://contact/1", nil),
        ] as [(String, Int?)])
    func aLinkNamesItsNumberAlone(_ link: String, _ number: Int?) {
        #expect(ContactLinks.number(in: link) == number)
    }

    @Test func aLinkLeadsToAStoredContactOfTheAccountsServer() async throws {
        let store = try ContactStore.inMemory(decoder: MonicaKind())
        var ada = Contact(id: 12, hashID: "h:AdaL")
        ada.completeName = "Ada"
        try await store.upsert([ada])
        let kind = MonicaKind()
        let server = AccountServer(kind: kind, address: try kind.address("https://monica.example/sub"))
        let targets: [(String, ContactLinks.Target)] = [
            ("cameo://contact/12", .contact(12)), ("cameo://contact/13", .unknown), ("cameo://contact/x", .unknown),
            ("https://monica.example/sub/people/h:AdaL", .contact(12)),
            ("https://monica.example/sub/people/h%3AAdaL#notes", .contact(12)),
            ("https://monica.example/sub/people/h:AdaL/edit", .contact(12)),
            ("https://monica.example/sub/people/h:Other", .unknown),
            ("https://monica.example/people/h:AdaL", .elsewhere),
            ("http://monica.example/sub/people/h:AdaL", .elsewhere),
            ("https://monica.example@evil.example/sub/people/h:AdaL", .elsewhere),
            ("https://monica.example/sub/people/12", .elsewhere), ("mailto:ada@example.org", .elsewhere),
        ]
        for (link, target) in targets {
            #expect(await ContactLinks.target(of: link, server: server, in: store) == target, "\(link)")
        }
    }
}
