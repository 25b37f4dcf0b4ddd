import Foundation
import Testing

@testable import DemoServer

/// Every answer has the keys and the kinds of values that a real server's has at the same place.
@Suite struct ShapeTests {
    @Test func contactsAreAsRecorded() throws {
        let names = [
            "contacts-limit100", "contact-ada", "contact-archived", "contact-gravatar_null_url",
            "contact-default_empty_url",
            "contact-me", "contact-photo_deleted", "contact-adorable", "contact-gravatar",
        ]
        let shape = try Shape(of: names.flatMap { try Recordings.data($0) })
        let lab = Lab(contacts: 200) { $0.gravatars = true }
        for page in 1...2 {
            for contact in try lab.data("/api/contacts?limit=100&page=\(page)") {
                #expect(shape.complaints(about: contact).isEmpty, "contact \(contact["id"] ?? "?")")
            }
        }
    }

    @Test func contactsWithContactFieldsAreAsRecorded() throws {
        let names = ["contacts-with-contactfields", "contact-ada-with-contactfields", "contact-cjk-with-contactfields"]
        let known = try names.flatMap { try Recordings.data($0) }
        let plain = try Recordings.data("contacts-limit100").map { contact in
            contact.merging(["contactFields": [[String: Any]](), "notes": [[String: Any]]()]) { old, _ in old }
        }
        let shape = Shape(of: known + plain)
        let seen = try Lab().data("/api/contacts?limit=60&with=contactfields")
        #expect(seen.count == 60)
        for contact in seen { #expect(shape.complaints(about: contact).isEmpty) }
    }

    @Test func partialContactsAreAsRecorded() throws {
        let shape = try Shape(of: Recordings.data("contact-partial"))
        let lab = Lab(contacts: 60)
        let last = try #require(lab.monica.account.book.ids?.upperBound)
        let partial = try #require(try lab.data("/api/contacts/\(last)").first)
        #expect(
            shape.complaints(about: partial).subtracting([".information.dates.birthdate"]).allSatisfy {
                $0.contains("birthdate")
            })
        #expect(partial["is_partial"] as? Bool == true)
    }

    @Test(arguments: [
        ("/api/me", ["me"]), ("/api/contacts/1/relationships", ["contact-1-relationships"]),
        ("/api/relationships/1", ["relationship-1"]), ("/api/tags", ["list-tags"]), ("/api/tags/1", ["tags-1"]),
        ("/api/genders", ["list-genders"]), ("/api/contactfieldtypes", ["list-contactfieldtypes"]),
        ("/api/activitytypes?limit=100", ["list-activitytypes"]),
        ("/api/activitytypecategories", ["list-activitytypecategories"]),
        ("/api/relationshiptypes", ["list-relationshiptypes"]),
        ("/api/relationshiptypegroups", ["list-relationshiptypegroups"]), ("/api/currencies", ["list-currencies"]),
        ("/api/notes?limit=100", ["list-notes", "list-notes-sort-favorited"]),
        ("/api/activities?limit=100", ["list-activities", "contact-1-activities"]),
        ("/api/calls?limit=100", ["list-calls"]),
        ("/api/reminders?limit=100", ["list-reminders", "contact-1-reminders"]),
        ("/api/tasks?limit=100", ["list-tasks", "task-1"]), ("/api/gifts?limit=100", ["list-gifts"]),
        ("/api/debts?limit=100", ["list-debts"]), ("/api/addresses?limit=100", ["list-addresses"]),
        ("/api/pets?limit=100", ["list-pets"]), ("/api/photos?limit=4", ["list-photos", "contact-1-photos"]),
    ])
    func resourcesAreAsRecorded(path: String, recordings: [String]) throws {
        let shape = try Shape(of: recordings.flatMap { try Recordings.data($0) })
        let seen = try Lab().data(path)
        #expect(!seen.isEmpty)
        for object in seen { #expect(shape.complaints(about: object).subtracting(Self.documented).isEmpty) }
    }

    /// No recording has them, but the interface allows them.
    private static let documented = Set(
        [".content", ".comment", ".url", ".amount", ".value", ".amount_with_currency"].map {
            "\($0): null, not [\"string\"]"
        })

    @Test func upcomingRemindersHaveTheObservedKeys() throws {
        let reminder = try #require(try Lab().data("/api/reminders/upcoming/1").first)
        #expect(
            Set(reminder.keys) == [
                "id", "reminder_id", "object", "planned_date", "title", "description", "frequency_type",
                "frequency_number", "initial_date", "delible", "account", "contact", "created_at", "updated_at",
            ])
        #expect((reminder["planned_date"] as? String)?.hasSuffix("T00:00:00.000000Z") == true)
    }

    @Test(arguments: ["contacts-limit20-page2", "contacts-limit20-page5", "contacts-limit20-page1"])
    func envelopesAreAsRecorded(name: String) throws {
        var recorded = try #require(try Recordings.json(name) as? [String: Any])
        let page = name.last.map(String.init) ?? "1"
        var seen = try Lab(contacts: 61).json("/api/contacts?limit=20&page=\(page)")
        recorded["data"] = nil
        seen["data"] = nil
        #expect(NSDictionary(dictionary: seen) == NSDictionary(dictionary: recorded))
    }

    @Test func theWindowOfPagesIsLaravels() throws {
        let recorded = try #require(try Recordings.json("contacts-big-account-limit100") as? [String: Any])
        let seen = try Lab(contacts: 2000).json("/api/contacts?limit=100")
        let meta = try #require(seen["meta"] as? [String: Any])
        #expect(
            NSDictionary(dictionary: meta) == (recorded["meta"] as? [String: Any]).map { NSDictionary(dictionary: $0) })
    }

    @Test func theWelcomeIsAsRecorded() throws {
        #expect(Lab().get("/api").text == (try Recordings.text("api-root.json")))
    }

    @Test func countriesAreAnObject() throws {
        let shape = try Shape(of: [
            (Recordings.json("list-countries") as? [String: [String: Any]])?["data"]?["fr"] as? [String: Any] ?? [:]
        ])
        let countries = try #require(try Lab().json("/api/countries")["data"] as? [String: [String: Any]])
        #expect(countries["gb"]?["iso"] as? String == "GB")
        for country in countries.values { #expect(shape.complaints(about: country).isEmpty) }
    }
}
