import Foundation
import Testing

@testable import DemoServer

@Suite struct ContactListTests {
    @Test(arguments: [("", 15), ("limit=0", 15), ("limit=", 15), ("limit=1.5", 1), ("limit=100", 60), ("limit=7", 7)])
    func limitsAreReadAsPHPDoes(query: String, count: Int) throws {
        #expect(try Lab().data("/api/contacts?\(query)").count == count)
    }

    @Test(arguments: ["0", "-1", "abc", "1.5", "", "99999999999999999999"])
    func whatIsNoPageIsTheFirst(page: String) throws {
        #expect(try Lab().ids("/api/contacts?limit=2&page=\(page)") == [1, 2])
    }

    @Test func pagesBeyondTheEndAreEmpty() throws {
        #expect(try Lab().data("/api/contacts?limit=20&page=9").isEmpty)
        #expect(try Lab().data("/api/contacts?limit=20&page=\(Int.max)").isEmpty)
    }

    @Test func everyContactIsOnExactlyOnePage() throws {
        let lab = Lab(contacts: 130)
        let ids = try (1...3).flatMap { try lab.ids("/api/contacts?limit=50&page=\($0)&sort=-updated_at") }
        #expect(ids.count == 130)
        #expect(Set(ids) == Set(1...130))
    }

    @Test func sortsAscendAndDescend() throws {
        let lab = Lab()
        for key in ["created_at", "updated_at"] {
            let up = try lab.data("/api/contacts?limit=60&sort=\(key)").compactMap { $0[key] as? String }
            let down = try lab.data("/api/contacts?limit=60&sort=-\(key)").compactMap { $0[key] as? String }
            #expect(up == up.sorted())
            #expect(down == up.reversed())
        }
    }

    @Test func linksDropEverythingButThePage() throws {
        let links = try #require(try Lab().json("/api/contacts?limit=20&sort=updated_at")["links"] as? [String: Any])
        #expect(links["next"] as? String == "http://127.0.0.1:8421/api/contacts?page=2")
    }

    @Test func archivedAndPartialContactsAreLeftOutButThereById() throws {
        let lab = Lab()
        let book = lab.monica.account.book
        #expect(book.archivedCount > 0 && book.partialCount > 0)
        for id in (book.count + 1)...(book.count + book.archivedCount) {
            #expect(try lab.data("/api/contacts/\(id)").first?["is_active"] as? Bool == false)
        }
    }

    @Test func searchResultsAreHollow() throws {
        let lab = Lab()
        let person = try #require(
            (1...60).lazy.compactMap { lab.monica.account.person($0) }.first { $0.job != nil && $0.birthdate != nil })
        let name = try #require(person.firstName.addingPercentEncoding(withAllowedCharacters: .alphanumerics))
        let found = try lab.data("/api/contacts?query=\(name)&limit=100")
        let contact = try #require(found.first { $0["id"] as? Int == person.id })
        #expect(contact["is_active"] as? Bool == false)
        let information = try #require(contact["information"] as? [String: Any])
        #expect((information["career"] as? [String: Any])?["job"] is NSNull)
        #expect(contact["last_called"] is NSNull)
        #expect(try lab.json("/api/contacts?query=\(name)").keys.sorted() == ["data", "links", "meta"])
    }

    @Test func searchFindsArchivedContactsAndFields() throws {
        let lab = Lab()
        let book = lab.monica.account.book
        let archived = try #require(lab.monica.account.person(book.count + 1))
        let name = try #require(archived.firstName.addingPercentEncoding(withAllowedCharacters: .alphanumerics))
        #expect(try lab.ids("/api/contacts?query=\(name)&limit=100").contains(archived.id))
        #expect(try !lab.ids("/api/contacts?query=phone:%2B&limit=100").isEmpty)
        #expect(try lab.data("/api/contacts?query=zzzznotfound").isEmpty)
    }

    @Test func slashesAndOtherScriptsAreEscaped() {
        let text = Lab().get("/api/contacts?limit=60").text
        #expect(text.utf8.allSatisfy { $0 < 0x80 })
        #expect(text.contains(#"http:\/\/127.0.0.1:8421\/api\/contacts\/1"#))
        #expect(!text.contains("://"))
    }

    @Test func relationsAreMutual() throws {
        let lab = Lab()
        let account = lab.monica.account
        for id in 1...60 {
            for relation in account.relations(of: id) {
                let back = account.relations(of: relation.to).filter { $0.to == id }
                #expect(back.contains { $0.type == relation.type.reversed })
                #expect(account.book.relation(relation.id)?.to == relation.to)
            }
        }
    }

    @Test func statisticsAgreeWithTheLists() throws {
        let lab = Lab()
        for contact in try lab.data("/api/contacts?limit=20") {
            let id = try #require(contact["id"] as? Int)
            let statistics = try #require(contact["statistics"] as? [String: Int])
            for kind in ["calls", "notes", "activities", "reminders", "tasks", "gifts", "debts"] {
                #expect(try lab.data("/api/contacts/\(id)/\(kind)").count == statistics["number_of_\(kind)"])
            }
        }
    }

    @Test func theAddressesFollowTheRequestAndTheConfiguration() throws {
        let behindProxy = Lab { $0.advertisedOrigin = "https://monica.example.org" }
        let answer = try behindProxy.json("/api/contacts?limit=1")
        let contact = try #require((answer["data"] as? [[String: Any]])?.first)
        #expect(contact["url"] as? String == "https://monica.example.org/api/contacts/1")
        #expect((answer["links"] as? [String: Any])?["first"] as? String == "http://127.0.0.1:8421/api/contacts?page=1")
        let below = Lab { $0.basePath = "/monica" }
        #expect(below.get("/api/me").status == 404)
        #expect(
            try below.data("/monica/api/contacts?limit=1").first?["url"] as? String
                == "http://127.0.0.1:8421/monica/api/contacts/1")
    }
}
