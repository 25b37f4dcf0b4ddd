@testable import DemoServer

extension Scenario {
    private static let plain = #""is_birthdate_known": false, "is_deceased": false, "is_deceased_date_known": false"#

    static let contacts: [Scenario] = [
        Scenario(
            name: "Creating and changing contacts", state: { $0.addLaboratory(next: 69) },
            steps: [
                "contact-create-minimal", "contact-create-422-empty", "contact-create-422-types", "contact-create-full",
                "contact-create-undocumented-keys", "contact-create-422-birthdate-without-day",
                "contact-create-422-leaves-contact", "contact-create-500-deceased-date-without-day",
                "contact-create-birthdate-day-month", "contact-create-birthdate-age", "contact-create-birthdate-31-feb",
                "contact-create-birthdate-29-feb-no-year", "contact-create-birthdate-month-13",
                "contact-create-birthdate-year-0", "contact-create-birthdate-year-1", "contact-create-birthdate-future",
                "contact-create-birthdate-negative", "contact-create-deceased-date", "contact-create-gender-unknown",
                "contact-create-gender-of-another-account", "contact-create-own-uuid", "contact-create-own-uuid-again",
                "contact-create-bad-uuid", "contact-create-form-encoded", "contact-create-json-without-content-type",
                "contact-create-422-broken-json", "contact-create-strings", "contact-create-422-blank-name",
                "contact-create-partial", "contact-put-full",
                .unrecorded("PUT", "/api/contacts/70/work", #"{"job": "Chef", "company": "ACME"}"#),
                "contact-put-required-only", "contact-put-nulls",
                "contact-put-without-is_deceased",
                .recorded("contact-put-422-echo-of-get", .echo("/api/contacts/70")), "contact-put-422-empty",
                .recorded(
                    "contact-put-undocumented-keys",
                    .json(
                        """
                        {"first_name": "Full6", \(plain), "job": "Pilot", "company": "Air", "food_preferences": "air",
                        "is_starred": true, "is_active": false, "is_dead": true, "avatar_source": "adorable",
                        "created_at": "2001-02-03 04:05:06", "first_met_additional_info": "in the air", "id": 1,
                        "tags": ["x"], "is_me": true, "stay_in_touch_frequency": 5}
                        """)),
                "contact-put-avatar_source-nonsense", "contact-put-avatar_source-photo", "contact-put-404-unknown",
                "contact-put-404-other-account", "contact-put-422-id-abc",
            ]),
        Scenario(
            name: "Days and reminders", state: { $0.addLaboratory(next: 91) },
            steps: [
                "contact-put-422-archived",
                .unrecorded("POST", "/api/contacts", #"{"first_name": "Patch", \#(plain)}"#),
                "contact-patch",
                .unrecorded(
                    "POST", "/api/contacts",
                    """
                    {"first_name": "Dates", "is_birthdate_known": true, "birthdate_day": 1, "birthdate_month": 2,
                    "birthdate_year": 1980, "birthdate_add_reminder": true, "is_deceased": false,
                    "is_deceased_date_known": false}
                    """),
                "contact-put-birthdate-changed", "contact-put-birthdate-no-reminder-key",
                "contact-put-422-birthdate-without-day", "contact-put-partial", "contact-put-deceased-dated",
                "contact-put-deceased-undated", "contact-put-alive-again",
                "contact-put-500-deceased-date-without-day",
            ]),
        Scenario(
            name: "Parts of a contact", state: { $0.addLaboratory(next: 93) },
            steps: [
                .unrecorded("POST", "/api/contacts", #"{"first_name": "Same", \#(plain)}"#),
                "contact-put-nothing-changed", "contact-put-if-match-ignored", "contact-put-work", "contact-put-food",
                "contact-put-introduction", "contact-put-work-422-archived", "contact-put-work-422-partial",
                "contact-put-work-one-key", "contact-put-food-empty", "contact-put-introduction-422",
                "contact-put-introduction-day-month", "contact-put-introduction-day-month-year-null",
                "contact-put-introduction-required-only", "contact-put-introduction-through-itself",
                "contact-put-introduction-through-other-account", "contact-put-work-other-account",
                "contact-put-work-unknown", "me-contact-set", "me-contact-other-account", "me-contact-422",
                "me-contact-delete",
            ]),
        Scenario(
            name: "The day of an introduction, and 29 February",
            state: {
                $0.add(2, "Intro") { $0.lastName = "Duced" }
                $0.add(3, "Leap")
            },
            steps: [
                "contact-put-introduction-add_reminder", "reminders-after-introduction-1",
                .unrecorded(
                    "PUT", "/api/contacts/2/introduction",
                    #"{"is_date_known": true, "day": 1, "month": 2, "year": 2003, "add_reminder": true}"#),
                "reminders-after-introduction-2-again", "contact-put-introduction-no-reminder-key",
                "reminders-after-introduction-3-without", "contact-put-birthdate-29-feb-2024-resent",
                "contact-put-birthdate-29-feb-year-dropped",
            ]),
        Scenario(
            name: "A leap year's day in the year before", state: { $0.nextContact = 175 },
            steps: ["contact-create-birthdate-29-feb-no-year-in-leap-year"]),
        Scenario(
            name: "A leap year's day in the year after",
            state: {
                $0.add(175, "Leap") {
                    $0.nickname = "N"
                    $0.birthdate = Person.PersonDate(
                        date: Timestamp(year: 2028, month: 2, day: 29), isYearUnknown: true)
                }
            }, steps: ["contact-put-birthdate-29-feb-stored-in-leap-year"]),
        Scenario(
            name: "Ages",
            state: {
                $0.add(15, "Old")
                $0.nextContact = 167
            },
            steps: [
                "contact-put-birthdate-age-missing", "contact-create-birthdate-age-reminder",
                "contact-put-birthdate-age-reminder", "reminders-after-birthdate-age-reminder",
            ]),
        Scenario(
            name: "Work with the fields in the answer",
            state: {
                $0.add(169, "Full0") {
                    $0.birthdate = Person.PersonDate(
                        date: Timestamp(year: 2026, month: 2, day: 1), isYearUnknown: true)
                }
                $0.store(
                    ContactFieldResource(
                        id: 9, uuid: "89af3431-42a9-4a3c-a5da-5d5a1c9390da", contact: 169, type: 1, content: "a@b.c",
                        created: Timestamp(seconds: 0), updated: Timestamp(seconds: 0)))
            }, steps: ["contact-put-work-with-contactfields"]),
    ]

    static let deletions: [Scenario] = [
        Scenario(
            name: "Deleting contacts",
            state: {
                $0.addLaboratory(next: 97)
                $0.add(94, "Gone")
                $0.add(96, "Me")
                $0.addPhoto(34, of: 94, ending: "png")
                for id in 1...23 { $0.add(note: id, of: id == 23 ? 94 : 1) }
                $0.me = 96
            },
            steps: [
                "contact-delete", "photo-of-deleted-contact", "notes-list-after-contact-delete", "contact-put-deleted",
                "contact-delete-again", "contact-delete-unknown", "contact-delete-other-account",
                "contact-delete-id-abc", "contact-delete-archived", "contact-delete-me",
            ]),
        Scenario(
            name: "What deleted contacts leave behind",
            state: {
                $0.add(1, "Ada") {
                    $0.middleName = "King"
                    $0.lastName = "Lovelace"
                    $0.nickname = "Countess"
                    $0.genderID = 1
                    $0.isStarred = true
                    $0.avatar = .photo(1)
                    $0.birthdate = Person.PersonDate(date: Timestamp(year: 1815, month: 12, day: 10))
                }
                $0.me = 1
                $0.addPhoto(1, of: 1)
                $0.add(reminder: 1, "Wish happy birthday to Ada", Timestamp(year: 1815, month: 12, day: 10), of: 1)
                $0.add(reminder: 3, "Later", Timestamp(year: 2026, month: 12, day: 3), of: 1)
                $0.add(14, "Ghost")
                $0.add(reminder: 6, "ghost", Timestamp(year: 2026, month: 12, day: 20), of: 14)
                $0.add(note: 10, of: 14)
            },
            steps: [
                .unrecorded("DELETE", "/api/contacts/14", ""), "reminders-upcoming-after-contact-delete",
                "reminder-of-deleted-contact", "note-of-deleted-contact",
            ]),
        Scenario(
            name: "Writing to deleted contacts",
            state: {
                for id in [120, 146, 163] { $0.add(id, "Gone \(id)") { $0.isDeleted = true } }
            },
            steps: [
                "contact-delete-second", "note-create-deleted-contact", "contactfield-create-deleted-contact",
                "contact-put-work-deleted", "contact-delete-twice-at-once",
            ]),
    ]
}

extension ServerAccount {
    mutating func add(note id: Int, of contact: Int, _ body: String = "b") {
        let time = Timestamp(seconds: Int(Lab.now) - 86_400)
        store(
            NoteResource(
                id: id, uuid: Identifiers.uuid(of: id, kind: .note, seed: 4), contact: contact, body: body,
                isFavourite: false, created: time, updated: time))
    }

    mutating func add(reminder id: Int, _ title: String, _ date: Timestamp, of contact: Int) {
        let time = Timestamp(seconds: Int(Lab.now) - 86_400)
        let isBirthday = title.hasPrefix("Wish")
        let isYearly = isBirthday || title == "ghost"
        store(
            ReminderResource(
                id: id, uuid: Identifiers.uuid(of: id, kind: .reminder, seed: 4), contact: contact, title: title,
                frequency: isYearly ? "year" : "one_time", date: date, isDeletable: !isBirthday, created: time,
                updated: time))
    }
}
