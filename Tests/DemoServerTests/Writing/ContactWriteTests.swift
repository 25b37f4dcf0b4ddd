import Foundation
import Testing

@testable import DemoServer

/// Effects of a contact's change on the rest of the contact.
@Suite struct ContactWriteTests {
    private let lab = Lab()

    private static var born: Lab.Object {
        [
            "is_birthdate_known": true, "birthdate_day": 7, "birthdate_month": 3, "birthdate_year": 1990,
            "birthdate_add_reminder": true,
        ]
    }

    private func make(_ first: String, _ more: Lab.Object = [:]) throws -> Int {
        try lab.make("/api/contacts", Lab.names(first, more))
    }

    private func birthdate(_ id: Int) throws -> String? {
        let dates = (try lab.contact(id)["information"] as? Lab.Object)?["dates"] as? Lab.Object
        return (dates?["birthdate"] as? Lab.Object)?["date"] as? String
    }

    private func reminders(_ id: Int) throws -> [Lab.Object] {
        try lab.data("/api/contacts/\(id)/reminders")
    }

    @Test func namesAreKeptAndAllElseOfTheFormIsErased() throws {
        let id = try make(
            "Ann",
            Self.born.merging([
                "last_name": "Bee", "middle_name": "M", "nickname": "Annie", "gender_id": 2, "description": "tall",
            ]) { $1 })
        #expect(try reminders(id).count == 1)
        try lab.send("PUT", "/api/contacts/\(id)", Lab.names("Anna"))
        let contact = try lab.contact(id)
        #expect(contact["complete_name"] as? String == "Anna M Bee (Annie)")
        #expect(contact["gender"] as? String == "Woman")
        #expect(contact["description"] is NSNull)
        #expect(try birthdate(id) == nil)
        #expect(try reminders(id).isEmpty)
    }

    @Test func whatTheFormDoesNotHaveIsLeftAlone() throws {
        let lab = lab
        let id = try #require(
            (2...60).first { id in
                guard let person = lab.monica.account.person(id) else { return false }
                return person.job != nil && person.howMet != nil && !lab.monica.account.tags(of: person).isEmpty
                    && !lab.monica.account.rows(NoteResource.self, of: id).isEmpty
            })
        var before = try lab.contact(id)
        try lab.send("PUT", "/api/contacts/\(id)", Lab.names("Other"))
        var after = try lab.contact(id)
        for key in ["contactFields", "addresses", "notes"] {
            let ids = { (contact: Lab.Object) in (contact[key] as? [Lab.Object] ?? []).map { $0["id"] as? Int } }
            #expect(ids(before) == ids(after))
            (before[key], after[key]) = (nil, nil)
        }
        for key in ["tags", "is_starred", "is_me", "stay_in_touch_frequency", "last_called", "created_at", "uuid"] {
            #expect(
                NSDictionary(dictionary: [key: before[key] ?? "?"])
                    == NSDictionary(dictionary: [key: after[key] ?? "?"]))
        }
        for key in ["career", "food_preferences"] {
            let value = { (contact: Lab.Object) in
                NSDictionary(dictionary: [key: (contact["information"] as? Lab.Object)?[key] ?? "?"])
            }
            #expect(value(before) == value(after))
        }
        let met = { (contact: Lab.Object) in
            ((contact["information"] as? Lab.Object)?["how_you_met"] as? Lab.Object)?["general_information"] as? String
        }
        #expect(met(before) == met(after))
    }

    @Test func aRefusedRequestMayHaveBeenCarriedOutInPart() throws {
        let before = lab.monica.account.everyone().count
        let halfDate: Lab.Object = ["is_birthdate_known": true, "birthdate_year": 1990]
        #expect(try lab.send("POST", "/api/contacts", Lab.names("Half", halfDate)).status == 422)
        #expect(lab.monica.account.everyone().count == before + 1)
        let id = try make("Whole", Self.born)
        #expect(try lab.send("PUT", "/api/contacts/\(id)", Lab.names("Renamed", halfDate)).status == 422)
        #expect(try lab.contact(id)["first_name"] as? String == "Renamed")
        #expect(try birthdate(id) == "1990-03-07T00:00:00Z")
        var without = Lab.names("Again")
        without["is_deceased"] = nil
        #expect(try lab.send("PUT", "/api/contacts/\(id)", without).status == 500)
        #expect(try lab.contact(id)["first_name"] as? String == "Again")
        #expect(try birthdate(id) == nil)
    }

    @Test func remindersAreMadeAnewAndTheServerKnowsItsOwn() throws {
        let id = try make("Ann", Self.born)
        let first = try #require(try reminders(id).first)
        #expect(first["title"] as? String == "Wish happy birthday to Ann")
        #expect(first["delible"] as? Bool == false)
        try lab.send("PUT", "/api/contacts/\(id)", Lab.names("Ann", Self.born))
        let second = try #require(try reminders(id).first?["id"] as? Int)
        #expect(second != first["id"] as? Int)
        let body: Lab.Object = [
            "contact_id": id, "title": "Mine", "initial_date": "1990-03-07", "frequency_type": "year",
            "frequency_number": 1,
        ]
        try lab.send("PUT", "/api/reminders/\(second)", body)
        #expect(try reminders(id).first?["delible"] as? Bool == true)
        let likeIt = try lab.make(
            "/api/reminders", body.merging(["title": "Wish happy birthday to Ann", "delible": false]) { $1 })
        try lab.send("PUT", "/api/contacts/\(id)", Lab.names("Ann"))
        #expect(try reminders(id).map { $0["id"] as? Int } == [likeIt])
        #expect(try lab.send("DELETE", "/api/reminders/\(likeIt)").status == 200)
    }

    @Test func deathHasAReminderOfItsOwn() throws {
        let dead: Lab.Object = [
            "is_deceased": true, "is_deceased_date_known": true, "deceased_date_day": 1, "deceased_date_month": 2,
            "deceased_date_year": 2020, "deceased_date_add_reminder": true,
        ]
        let id = try make("Ann", dead)
        #expect(try reminders(id).map { $0["delible"] as? Bool } == [true])
        #expect(try lab.contact(id)["complete_name"] as? String == "Ann ⚰")
        try lab.send("PUT", "/api/contacts/\(id)", Lab.names("Ann"))
        #expect(try reminders(id).isEmpty)
    }

    @Test func anIntroductionErasesWhatItLeavesOutAndItsReminderStaysWithIt() throws {
        let id = try make("Ann")
        let target = "/api/contacts/\(id)/introduction"
        try lab.send(
            "PUT", target,
            [
                "is_date_known": true, "day": 1, "month": 2, "year": NSNull(), "add_reminder": true, "where": "Rome",
                "general_information": "fair", "met_through_contact_id": 2,
            ])
        #expect(lab.monica.account.person(id)?.howMet?.place == "Rome")
        #expect(try reminders(id).first?["initial_date"] as? String == "2026-02-01T00:00:00Z")
        try lab.send("PUT", "/api/contacts/\(id)", Lab.names("Ann"))
        #expect(try reminders(id).count == 1)
        try lab.send("PUT", target, ["is_date_known": false])
        #expect(try reminders(id).isEmpty)
        #expect(lab.monica.account.person(id)?.howMet == Person.HowMet())
    }

    @Test func agesHaveNoReminder() throws {
        let aged: Lab.Object = [
            "is_birthdate_known": true, "birthdate_is_age_based": true, "birthdate_age": 40,
            "birthdate_add_reminder": true,
        ]
        let id = try make("Ann", aged)
        #expect(try birthdate(id) == "1986-01-01T00:00:00Z")
        #expect(try reminders(id).isEmpty)
        let other = try make("Ben", Self.born)
        try lab.send("PUT", "/api/contacts/\(other)", Lab.names("Ben", aged))
        #expect(try reminders(other).isEmpty)
    }

    @Test func farAwayNumbersAreErrorsAndNoCrash() throws {
        for (key, value) in [("birthdate_day", Int.max), ("birthdate_month", Int.max), ("birthdate_year", Int.min)] {
            let body = Lab.names("Far", Self.born.merging([key: value]) { $1 })
            #expect(try lab.send("POST", "/api/contacts", body).status == 500)
        }
        let aged: Lab.Object = ["is_birthdate_known": true, "birthdate_is_age_based": true, "birthdate_age": Int.min]
        #expect(try lab.send("POST", "/api/contacts", Lab.names("Far", aged)).status == 201)
    }

    @Test func aNameMovesTheTimeAndThePictureAndNothingMovesNothing() throws {
        let id = try make("Ann")
        let url = { (contact: Lab.Object) in
            ((contact["information"] as? Lab.Object)?["avatar"] as? Lab.Object)?["url"] as? String
        }
        let before = try lab.contact(id)
        try lab.send("PUT", "/api/contacts/\(id)", Lab.names("Ann"), at: Lab.now + 120)
        #expect(try lab.contact(id)["updated_at"] as? String == before["updated_at"] as? String)
        try lab.send("PUT", "/api/contacts/\(id)", Lab.names("Anna"), at: Lab.now + 180)
        let after = try lab.contact(id)
        #expect(after["updated_at"] as? String != before["updated_at"] as? String)
        #expect(url(before) != url(after))
        #expect(try lab.ids("/api/contacts?limit=1&sort=-updated_at") == [id])
    }

    @Test func aPartialContactBecomesARealOne() throws {
        let id = try make("Ann", ["is_partial": true])
        #expect(try lab.contact(id)["hash_id"] as? String == "")
        #expect(try lab.contact(id)["tags"] == nil)
        try lab.send("PUT", "/api/contacts/\(id)", Lab.names("Ann"))
        #expect(try lab.contact(id)["is_partial"] as? Bool == true)
        #expect(try !lab.ids("/api/contacts?limit=100").contains(id))
        try lab.send("PUT", "/api/contacts/\(id)", Lab.names("Ann", ["is_partial": false]))
        #expect(try lab.ids("/api/contacts?limit=100").contains(id))
        #expect(try lab.contact(id)["tags"] != nil)
    }

    @Test func answersAreWhatAGetAfterThemIs() throws {
        let id = try make("Ann", ["email": "ann@example.org"])
        let requests: [(String, String, Lab.Object)] = [
            ("PUT", "", Lab.names("Anna", Self.born)), ("PUT", "/work", ["job": "Chef"]),
            ("PUT", "/food", ["food_preferences": "fish"]), ("PUT", "/introduction", ["is_date_known": false]),
            ("POST", "/setTags", ["tags": ["family"]]), ("PUT", "/avatar", ["source": "adorable"]),
        ]
        for (method, part, body) in requests {
            let answer = try lab.send(method, "/api/contacts/\(id)\(part)?with=contactfields", body)
            #expect(answer.body == lab.get("/api/contacts/\(id)?with=contactfields").body, Comment(rawValue: part))
            #expect(answer.text.contains("ann@example.org"))
        }
    }

    @Test func wrongPartsOfAContactAreOfNoConsequenceForOthers() throws {
        let before = lab.get("/api/contacts?limit=100&with=contactfields").body
        let id = try make("Ann")
        try lab.send("PUT", "/api/contacts/\(id)", Lab.names("Anna", Self.born))
        #expect(try lab.send("DELETE", "/api/contacts/\(id)").status == 200)
        #expect(lab.get("/api/contacts?limit=100&with=contactfields").body == before)
    }

    @Test func ownUUIDsAreKeptAndNotUnique() throws {
        let uuid = "d7436fc5-264f-446b-8946-b987788a1252"
        let first = try make("Ann", ["uuid": uuid])
        let second = try make("Ben", ["uuid": uuid])
        for id in [first, second] { #expect(try lab.contact(id)["uuid"] as? String == uuid) }
        let third = try make("Cat")
        let own = try lab.contact(third)["uuid"] as? String
        try lab.send("PUT", "/api/contacts/\(third)", Lab.names("Cat", ["uuid": "no-uuid"]))
        #expect(try lab.contact(third)["uuid"] as? String == own)
        try lab.send("PUT", "/api/contacts/\(third)", Lab.names("Cat", ["uuid": uuid]))
        #expect(try lab.contact(third)["uuid"] as? String == uuid)
    }

    @Test func theNewestComeFirstAndTheOldestOfASecondFirst() throws {
        let ids = try (1...3).map { try make("New \($0)") }
        let later = try lab.make("/api/contacts", Lab.names("Later"), at: Lab.now + 61)
        #expect(try lab.ids("/api/contacts?sort=-created_at&limit=4") == [later] + ids)
    }
}
