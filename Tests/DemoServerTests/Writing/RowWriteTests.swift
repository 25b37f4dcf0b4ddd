import Foundation
import Testing

@testable import DemoServer

/// Effects of a contact's things on each other and on the contact.
@Suite struct RowWriteTests {
    private let lab = Lab()

    private func make() throws -> Int {
        try lab.make("/api/contacts", Lab.names("Ann"))
    }

    /// Whether a request moves the contact's time.
    private func moves(_ id: Int, _ method: String, _ target: String, _ body: Lab.Object) throws -> Bool {
        let before = try lab.contact(id)["updated_at"] as? String
        let answer = try lab.send(method, target, body, at: Lab.now + 600)
        #expect((200..<300).contains(answer.status), "\(target): \(answer.text)")
        return try lab.contact(id)["updated_at"] as? String != before
    }

    @Test(arguments: [
        ("/api/contactfields", ["contact_field_type_id": 1, "data": "a@b"] as [String: any Sendable], true),
        ("/api/addresses", ["city": "Rome"], true), ("/api/calls", ["called_at": "2026-01-01"], true),
        ("/api/notes", ["body": "b"], false), ("/api/tasks", ["title": "t"], false),
        ("/api/debts", ["in_debt": "yes", "status": "inprogress", "amount": 5], false),
        ("/api/gifts", ["name": "g", "status": "idea"], false), ("/api/pets", ["pet_category_id": 3], false),
        ("/api/photos", ["data": PhotoWriteTests.png], false),
        (
            "/api/reminders",
            ["title": "t", "initial_date": "2027-01-01", "frequency_type": "week", "frequency_number": 1], false
        ),
    ])
    func onlySomeMoveTheContactsTime(target: String, body: [String: any Sendable], expected: Bool) throws {
        let id = try make()
        #expect(try moves(id, "POST", target, body.merging(["contact_id": id]) { $1 }) == expected)
    }

    @Test func tagsAndActivitiesDoNotMoveTheTimeAndRelationsDo() throws {
        let (id, other) = (try make(), try make())
        #expect(try !moves(id, "POST", "/api/contacts/\(id)/setTags", ["tags": ["new", "family"]]))
        let tags = try #require(try lab.contact(id)["tags"] as? [Lab.Object])
        #expect(tags.map { $0["name"] as? String } == ["family", "new"])
        #expect(try !moves(id, "POST", "/api/contacts/\(id)/unsetTags", [:]))
        let activity: Lab.Object = ["summary": "s", "happened_at": "2026-01-02", "contacts": [id]]
        #expect(try !moves(id, "POST", "/api/activities", activity))
        #expect(try lab.contact(id)["last_activity_together"] as? String == "2026-01-02T00:00:00.000000Z")
        let relation: Lab.Object = ["contact_is": other, "of_contact": id, "relationship_type_id": 8]
        #expect(try moves(id, "POST", "/api/relationships", relation))
    }

    @Test func tagsAreAddedByNameWithoutRegardToCase() throws {
        let id = try make()
        try lab.send("POST", "/api/contacts/\(id)/setTags", ["tags": ["Brand New"]])
        try lab.send("POST", "/api/contacts/\(id)/setTags", ["tags": ["brand new ", "FAMILY", 5]])
        let tags = try #require(try lab.contact(id)["tags"] as? [Lab.Object])
        // Those before the number that is no name.
        #expect(tags.map { $0["name"] as? String } == ["family", "Brand New"])
        let tag = try #require(tags.last?["id"] as? Int)
        #expect(try lab.ids("/api/tags/\(tag)/contacts") == [id])
        try lab.send("DELETE", "/api/tags/\(tag)")
        #expect(try (lab.contact(id)["tags"] as? [Lab.Object])?.count == 1)
    }

    @Test func anAddressLosesWhatIsLeftOutButItsLabels() throws {
        let id = try make()
        let address = try lab.make(
            "/api/addresses", ["contact_id": id, "street": "1 Main St", "latitude": 45.7, "labels": ["home"]])
        try lab.send("PUT", "/api/addresses/\(address)", ["contact_id": id, "city": "Lyon"])
        let row = try #require(lab.monica.account.row(AddressResource.self, address))
        #expect(row.parts.street == nil && row.parts.latitude == nil && row.parts.city == "Lyon")
        #expect(row.labels == ["home"])
    }

    @Test func aKindOfFieldTakesItsFieldsAlong() throws {
        let account = lab.monica.account
        let before = (1...60).reduce(0) { $0 + account.rows(ContactFieldResource.self, of: $1).count { $0.type != 1 } }
        #expect(try lab.send("DELETE", "/api/contactfieldtypes/1").status == 200)
        let after = (1...60).reduce(0) { $0 + lab.monica.account.rows(ContactFieldResource.self, of: $1).count }
        #expect(before == after)
        let field = try #require(account.rows(ContactFieldResource.self, of: 1).first { $0.type == 1 })
        #expect(try lab.send("DELETE", "/api/contactfields/\(field.id)").status == 422)
    }

    @Test func onlySomeKeepAUUIDOfOurs() throws {
        let id = try make()
        let uuid = "d7436fc5-264f-446b-8946-b987788a1252"
        let bodies: [(String, Lab.Object, Bool)] = [
            ("/api/calls", ["called_at": "2026-01-01"], true),
            ("/api/debts", ["in_debt": "yes", "status": "inprogress", "amount": 5], true),
            ("/api/notes", ["body": "b"], false), ("/api/gifts", ["name": "g", "status": "idea"], false),
            ("/api/addresses", [:], false), ("/api/contactfields", ["contact_field_type_id": 1, "data": "x"], false),
        ]
        for (target, body, isKept) in bodies {
            let new = try lab.make(target, body.merging(["contact_id": id, "uuid": uuid]) { $1 })
            let stored = try lab.data("/api\(target.dropFirst(4))/\(new)").first?["uuid"] as? String
            #expect((stored == uuid) == isKept, Comment(rawValue: target))
        }
    }

    @Test func callsKeepTheDayAndTheLastOneShows() throws {
        let id = try make()
        for day in ["2026-03-01T13:45:00Z", "2026-01-01"] {
            _ = try lab.make("/api/calls", ["contact_id": id, "called_at": day])
        }
        #expect(try lab.contact(id)["last_called"] as? String == "2026-03-01T00:00:00.000000Z")
        let calls = try lab.data("/api/contacts/\(id)/calls")
        #expect(calls.map { $0["called_at"] as? String } == ["2026-03-01T00:00:00Z", "2026-01-01T00:00:00Z"])
        try lab.send("DELETE", "/api/calls/\(calls[0]["id"] as? Int ?? 0)")
        #expect(try lab.contact(id)["last_called"] as? String == "2026-01-01T00:00:00.000000Z")
    }

    @Test func journalsAreWritten() throws {
        let entry = try lab.make("/api/journal", ["title": "Day", "post": "Dear diary"])
        #expect(try lab.ids("/api/journal") == [entry])
        try lab.send("PUT", "/api/journal/\(entry)", ["title": "Night", "post": "…"])
        #expect(try lab.data("/api/journal/\(entry)").first?["title"] as? String == "Night")
        #expect(try lab.send("PUT", "/api/journal/\(entry)", ["title": "x"]).status == 422)
        #expect(try lab.send("DELETE", "/api/journal/\(entry)").status == 200)
        #expect(lab.get("/api/journal/\(entry)").status == 404)
    }

    @Test func tooManyRequestsAreNotCarriedOut() throws {
        let lab = Lab { $0.rateLimit = 2 }
        for _ in 1...2 { #expect(lab.get("/api").status == 200) }
        let before = lab.monica.account.everyone()
        #expect(try lab.send("POST", "/api/contacts", Lab.names("Late"), at: Lab.now).status == 429)
        #expect(lab.monica.account.everyone() == before)
    }
}
