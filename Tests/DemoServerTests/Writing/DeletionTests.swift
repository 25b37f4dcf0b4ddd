import Foundation
import Testing

@testable import DemoServer

/// Data that a deleted contact takes along, and data that the contact leaves behind.
@Suite struct DeletionTests {
    private let lab = Lab()

    @Test func whatHungOnItStaysWithoutIt() throws {
        let id = try lab.make("/api/contacts", Lab.names("Gone"))
        let note = try lab.make("/api/notes", ["contact_id": id, "body": "b"])
        let photo = try lab.make("/api/photos", ["contact_id": id, "data": PhotoWriteTests.png])
        #expect(try lab.send("DELETE", "/api/contacts/\(id)").status == 200)
        #expect(lab.get("/api/contacts/\(id)").status == 404)
        for target in ["/api/notes/\(note)", "/api/photos/\(photo)"] {
            #expect(try lab.data(target).first?["contact"] is NSNull)
        }
        #expect(try lab.ids("/api/notes?sort=-created_at&limit=1") == [note])
        #expect(try lab.data("/api/contacts/\(id)/relationships").isEmpty)
        #expect(try lab.send("DELETE", "/api/photos/\(photo)").status == 200)
        #expect(try !lab.ids("/api/contacts?limit=100").contains(id))
    }

    @Test func relationsPartialContactsAndMeGo() throws {
        let lab = lab
        let partial = try #require(lab.monica.account.book.ids?.upperBound)
        let owner = try #require(lab.monica.account.relations(of: partial).first?.to)
        try lab.send("POST", "/api/me/contact", ["contact_id": owner])
        #expect(try lab.contact(owner)["is_me"] as? Bool == true)
        let relatives = lab.monica.account.relations(of: owner).map(\.to)
        #expect(try lab.send("DELETE", "/api/contacts/\(owner)").status == 200)
        #expect(lab.get("/api/contacts/\(partial)").status == 404)
        #expect(try lab.data("/api/me").first?["me_contact"] is NSNull)
        for relative in relatives {
            #expect(!lab.monica.account.relations(of: relative).contains { $0.to == owner })
        }
    }

    @Test func aPartialContactWithAnotherRelationStays() throws {
        let (first, second) = (
            try lab.make("/api/contacts", Lab.names("A")), try lab.make("/api/contacts", Lab.names("B"))
        )
        let partial = try lab.make("/api/contacts", Lab.names("P", ["is_partial": true]))
        for id in [first, second] {
            try lab.send(
                "POST", "/api/relationships", ["contact_is": id, "of_contact": partial, "relationship_type_id": 8])
        }
        try lab.send("DELETE", "/api/contacts/\(first)")
        #expect(lab.get("/api/contacts/\(partial)").status == 200)
        try lab.send("DELETE", "/api/contacts/\(second)")
        #expect(lab.get("/api/contacts/\(partial)").status == 404)
    }

    @Test func archivedContactsTakeNotesAlone() throws {
        let archived = lab.monica.account.book.count + 1
        #expect(try lab.send("POST", "/api/notes", ["contact_id": archived, "body": "b"]).status == 201)
        let others: [(String, String, Lab.Object)] = [
            ("PUT", "/api/contacts/\(archived)", Lab.names("x")),
            ("PUT", "/api/contacts/\(archived)/food", [:]),
            ("PUT", "/api/contacts/\(archived)/introduction", ["is_date_known": false]),
            ("PUT", "/api/contacts/\(archived)/avatar", ["source": "default"]),
            ("POST", "/api/contacts/\(archived)/setTags", ["tags": ["x"]]),
            ("POST", "/api/calls", ["contact_id": archived, "called_at": "2026-01-01"]),
            ("POST", "/api/addresses", ["contact_id": archived]), ("DELETE", "/api/contacts/\(archived)", [:]),
        ]
        for (method, target, body) in others {
            let answer = try lab.send(method, target, body)
            #expect(answer.status == 422)
            #expect(answer.text.contains("please unarchive it first"), "\(target): \(answer.text)")
        }
    }

    @Test func whatTheBookInventedCanBeDeletedAndChanged() throws {
        let lab = lab
        let id = try #require((2...60).first { lab.monica.account.rows(NoteResource.self, of: $0).count >= 3 })
        let notes = try lab.ids("/api/contacts/\(id)/notes")
        let total = { try lab.json("/api/notes")["meta"] as? Lab.Object }
        let before = try #require(try total()?["total"] as? Int)
        #expect(try lab.send("DELETE", "/api/notes/\(notes[0])").status == 200)
        #expect(lab.get("/api/notes/\(notes[0])").status == 404)
        #expect(try lab.ids("/api/contacts/\(id)/notes") == Array(notes.dropFirst()))
        #expect(try total()?["total"] as? Int == before - 1)
        #expect(try lab.send("PUT", "/api/notes/\(notes[1])", ["contact_id": 1, "body": "moved"]).status == 200)
        #expect(try lab.ids("/api/contacts/\(id)/notes") == Array(notes.dropFirst(2)))
        #expect(try lab.ids("/api/contacts/1/notes").last == notes[1])
        #expect(try total()?["total"] as? Int == before - 1)
        var all: [Int] = []
        for page in 1...20 { all += try lab.ids("/api/notes?limit=20&page=\(page)") }
        #expect(all.count == before - 1 && Set(all).count == all.count)
    }
}
