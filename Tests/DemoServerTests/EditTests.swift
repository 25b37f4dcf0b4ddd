import Foundation
import Testing

@testable import DemoServer

@Suite struct EditTests {
    private let server: DemoServer

    init() throws {
        server = try DemoServer(DemoServerConfiguration(contacts: 20, rateLimit: nil))
    }

    private func answer(_ path: String) throws -> [String: Any] {
        let response = server.monica.respond(
            to: Request(
                path: String(path.prefix { $0 != "?" }),
                query: path.split(separator: "?").dropFirst().first.map(String.init),
                headers: [("Authorization", "Bearer \(server.token)"), ("Accept", "application/json")]), at: Lab.now)
        return try JSONSerialization.jsonObject(with: response.body) as? [String: Any] ?? [:]
    }

    private func contact(_ id: Int) throws -> [String: Any] {
        try answer("/api/contacts/\(id)")["data"] as? [String: Any] ?? [:]
    }

    private func avatar(_ id: Int) throws -> [String: Any] {
        (try contact(id)["information"] as? [String: Any])?["avatar"] as? [String: Any] ?? [:]
    }

    private func ids(_ query: String = "limit=100") throws -> [Int] {
        (try answer("/api/contacts?\(query)")["data"] as? [[String: Any]] ?? []).compactMap { $0["id"] as? Int }
    }

    @Test func renamedContactsAreTheNewestChange() throws {
        server.renameContact(7, first: "Otto", last: nil)
        #expect(try contact(7)["first_name"] as? String == "Otto")
        #expect(try contact(7)["last_name"] is NSNull)
        #expect(try ids("limit=1&sort=-updated_at") == [7])
    }

    @Test func deletedContactsAreGone() throws {
        let before = server.contactCount
        server.deleteContact(5)
        #expect(server.contactCount == before - 1)
        #expect(try !ids().contains(5))
        #expect(try answer("/api/contacts/5")["error"] != nil)
        for id in try ids() {
            let relations = try answer("/api/contacts/\(id)/relationships")["data"] as? [[String: Any]] ?? []
            #expect(!relations.contains { ($0["of_contact"] as? [String: Any])?["id"] as? Int == 5 })
        }
    }

    @Test func archivedContactsAreThereByIdAlone() throws {
        server.archiveContact(5)
        #expect(try !ids().contains(5))
        #expect(try contact(5)["is_active"] as? Bool == false)
        server.archiveContact(5, false)
        #expect(try ids().contains(5))
    }

    @Test func aChangedPhotoHasAnotherAddress() throws {
        server.setAvatar(ofContact: 3, source: "photo")
        let first = try #require(try avatar(3)["url"] as? String)
        server.changePhoto(ofContact: 3)
        let second = try #require(try avatar(3)["url"] as? String)
        #expect(first != second)
        #expect(first.contains("/store/photos/") && second.contains("/store/photos/"))
    }

    @Test func aDeletedPhotoLeavesItsSourceBehind() throws {
        server.setAvatar(ofContact: 3, source: "photo")
        server.deletePhoto(ofContact: 3)
        #expect(try avatar(3)["source"] as? String == "photo")
        #expect((try avatar(3)["url"] as? String)?.contains("/store/avatars/") == true)
    }

    @Test func timesOfChangeCanBeSet() throws {
        server.setUpdated(Date(timeIntervalSince1970: 1_000_000_000), ofContact: 4)
        #expect(try contact(4)["updated_at"] as? String == "2001-09-09T01:46:40Z")
        #expect(try ids("limit=1&sort=updated_at") == [4])
    }

    @Test func theServerCanBecomeAnother() throws {
        server.setMode(.monica5)
        #expect(try answer("/api/contacts")["message"] != nil)
        server.setMode(.monica4)
        server.revokeToken()
        #expect(try answer("/api/contacts")["message"] as? String == "Unauthenticated.")
    }
}
