import Foundation
import Testing

@testable import DemoServer

@Suite struct AddressBookTests {
    private let today = Timestamp(year: 2026, month: 11, day: 21)

    @Test func theSameSeedMakesTheSamePeople() {
        let one = Lab().get("/api/contacts?limit=60&with=contactfields").body
        #expect(Lab().get("/api/contacts?limit=60&with=contactfields").body == one)
        #expect(Lab { $0.seed = 5 }.get("/api/contacts?limit=60&with=contactfields").body != one)
    }

    @Test func namesAreOfManyScripts() {
        let book = AddressBook(count: 500, seed: 4, today: today)
        let text = (1...500).compactMap { book.person($0)?.completeName }.joined()
        for script in ["а"..."я", "α"..."ω", "ا"..."ي", "א"..."ת", "अ"..."ह", "ก"..."ฮ", "가"..."힣", "一"..."龥"]
            as [ClosedRange<Unicode.Scalar>]
        {
            #expect(text.unicodeScalars.contains { script.contains($0) }, "\(script)")
        }
    }

    @Test func avatarsComeFromEverySource() {
        let book = AddressBook(count: 2000, seed: 4, today: today)
        let people = (1...2000).compactMap { book.person($0) }
        let avatars = people.map(\.avatar)
        let photos = avatars.count { if case .photo = $0 { true } else { false } }
        #expect((800...1000).contains(photos))
        #expect((150...250).contains(avatars.count { $0 == .adorable }))
        let withoutPhoto = people.filter { if case .photo = $0.avatar { $0.portrait == nil } else { false } }
        #expect(!withoutPhoto.isEmpty && avatars.contains(.initialsWithoutURL))
        #expect(!avatars.contains(.gravatar))
    }

    @Test func updatesAreSpreadBetweenCreationAndToday() {
        let book = AddressBook(count: 500, seed: 4, today: today)
        let people = (1...500).compactMap { book.person($0) }
        #expect(people.allSatisfy { $0.created <= $0.updated && $0.updated <= today })
        #expect(Set(people.map(\.updated)).count > 300)
        #expect(zip(people, people.dropFirst()).allSatisfy { $0.created <= $1.created })
    }

    @Test func hostileNamesComeOnlyWhenAskedFor() {
        func names(_ isHostile: Bool) -> String {
            let book = AddressBook(count: 500, seed: 4, today: today, hasHostileNames: isHostile)
            return (1...500).compactMap { book.person($0)?.completeName }.joined(separator: "\n")
        }
        #expect(names(true).contains("<script>"))
        #expect(!names(false).contains("<script>"))
        #expect(!names(false).contains("\u{202E}"))
    }

    @Test(.timeLimit(.minutes(1))) func aHundredThousandContactsAreQuicklyThere() throws {
        let lab = Lab(contacts: 100_000)
        let ids = try lab.ids("/api/contacts?limit=100&page=1000")
        #expect(ids == Array(99_901...100_000))
        #expect(try lab.data("/api/contacts?limit=100&sort=-updated_at").count == 100)
    }

    @Test func anEmptyAddressBookWorks() throws {
        let lab = Lab(contacts: 0)
        #expect(try lab.data("/api/contacts").isEmpty)
        #expect(lab.get("/api/me").status == 200)
        #expect(lab.get("/api/photos").status == 200)
        #expect(try lab.json("/api/notes")["data"] as? [Int] == [])
    }

    @Test(arguments: [1, 2, 77, 100_000, 1 << 40]) func identifiersLeadBack(number: Int) {
        let uuid = Identifiers.uuid(of: number, kind: .contact, seed: 4)
        #expect(Identifiers.number(ofUUID: uuid, kind: .contact, seed: 4) == number)
        #expect(Identifiers.number(ofUUID: uuid, kind: .note, seed: 4) == nil)
        let name = Identifiers.photoName(of: number, version: 3, seed: 4)
        #expect(name.count == 40)
        #expect(Identifiers.number(ofPhotoName: name, seed: 4) == number)
    }

    @Test(arguments: ["", "x", String(repeating: "z", count: 40), String(repeating: "é", count: 20)])
    func whatIsNoPhotoNameLeadsNowhere(name: String) {
        let account = Lab().monica.account
        #expect(account.photo(named: name) == nil)
    }

    @Test(arguments: [
        (1970, 1, 1, "1970-01-01T00:00:00Z"), (1815, 12, 10, "1815-12-10T00:00:00Z"),
        (2024, 2, 29, "2024-02-29T00:00:00Z"),
        (2023, 2, 29, "2023-03-01T00:00:00Z"), (2000, 12, 31, "2000-12-31T00:00:00Z"),
    ])
    func datesAreThoseOfTheCalendar(year: Int, month: Int, day: Int, text: String) {
        #expect(Timestamp(year: year, month: month, day: day).text == text)
    }

    @Test func headersDatesAreHTTPs() {
        #expect(Timestamp(seconds: 1_795_237_498).http == "Sat, 21 Nov 2026 05:04:58 GMT")
    }

    @Test func initialsAreReckonedAsMonicaDoes() throws {
        for (name, initials) in try Self.recordedInitials() where !Self.unknown.contains(name) {
            var person = try #require(AddressBook(count: 1, seed: 4, today: today).person(1))
            person.firstName = name
            person.lastName = nil
            person.middleName = nil
            person.nickname = nil
            #expect(person.initials == initials, "\(name)")
        }
    }

    private static func recordedInitials() throws -> [(String, String)] {
        try Recordings.data("contacts-limit100").compactMap { contact in
            guard let name = contact["complete_name"] as? String, let initials = contact["initials"] as? String else {
                return nil
            }
            return (name.replacing(" ⚰", with: ""), initials)
        }
    }

    /// Alphabets that the demo server does not transliterate.
    private static let unknown: Set<String> = ["Նարեկ Հակոբյան"]
}
