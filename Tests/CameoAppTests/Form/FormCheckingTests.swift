import Contacts
import Foundation
import Model
import Testing

@testable import CameoApp

/// The form reports an error at its place.
struct FormCheckingTests {
    @Test func aContactNeedsAFirstName() {
        var form = FormLab.empty()
        #expect(form.issues() == [.value(.firstName): .noName])
        #expect(form.firstNameOffer == nil)
        form[text: .company] = " Babbage & Co. "
        #expect(form.firstNameOffer == "Babbage & Co.")
        form[text: .nickname] = "Charles"
        #expect(form.firstNameOffer == "Charles")
        form[text: .firstName] = "Charles"
        #expect(form.issues().isEmpty)
    }

    /// A Monica wants it with each value about the person, and with no other one.
    @Test func aContactWithoutAFirstNameNeedsItForValuesThatGoAlongWithIt() {
        let birthday = ContactValue.day(.date(year: 1815, month: 12, day: 10))
        let nameless = FormLab.form(FormLab.contact([.firstName: .text(""), .birthday: birthday], reminders: []))
        var form = nameless
        form[text: .job] = "Analyst"
        #expect(form.isTouched && form.issues().isEmpty)
        form[text: .nickname] = "Countess"
        #expect(form.issues() == [.value(.firstName): .noName])
        form = nameless
        form.reminders[.birthday] = true
        #expect(form.issues() == [.value(.firstName): .noName])
        form.valueGroups = []
        #expect(form.issues().isEmpty)
    }

    @Test func theDayOfABirthdayIsADateOrAnAge() throws {
        var form = FormLab.form(FormLab.contact())
        form.birthday.type(" ٢٩ Feb ١٩٨٨ ", by: FormLab.dates)
        #expect(try form.value(of: .birthday) == .day(.date(year: 1988, month: 2, day: 29)))
        form.birthday.type("1984", by: FormLab.dates)
        #expect(try form.value(of: .birthday) == .day(.year(1984)))
        form.birthday.type("May", by: FormLab.dates)
        #expect(form.issues() == [.value(.birthday): .incompleteDate(orAge: true)])
        form.birthday.kind = .age
        #expect(try form.value(of: .birthday) == nil)
        form.birthday.type(age: "40", thisYear: 2026)
        #expect(try form.value(of: .birthday) == .day(.year(1986)))
        form.birthday.type(age: "151", thisYear: 2026)
        #expect(form.issues() == [.value(.birthday): .wrongAge(atMost: 150)])
        form.birthday = DateEntry(thisYear: 2026)
        #expect(!form.isTouched)
    }

    @Test func aYearAloneSaysWhenYouMetButNotWhenSomebodyDied() throws {
        var form = FormLab.form(FormLab.contact())
        form.metOn.type("2001", by: FormLab.dates)
        #expect(try form.value(of: .metOn) == .day(.year(2001)))
        form.hasDied = true
        form.death.type("2001", by: FormLab.dates)
        #expect(form.issues() == [.value(.death): .incompleteDate(orAge: false)])
        form.death.type("", by: FormLab.dates)
        #expect(try form.value(of: .death) == .death(nil))
    }

    @Test func theSameDateInOtherWordsIsNoChange() throws {
        var form = FormLab.form(FormLab.contact([.birthday: .day(.date(year: 1984, month: 5, day: 4))]))
        for text in ["4.5.84", "1984-05-04", "4 may 1984"] {
            form.birthday.type(text, by: FormLab.dates)
            #expect(!form.isTouched, "\(text)")
        }
        form.birthday.type("4.5.", by: FormLab.dates)
        #expect(form.isTouched)
    }

    @Test func anAgeIsOfTheYearInWhichItWasTyped() throws {
        let form = FormLab.form(FormLab.contact([.birthday: .day(.year(1980))]))
        #expect(form.birthday.age == "46")
        let data = try form.stored()
        var later = try ContactForm(
            stored: data, mailTypes: [FormLab.mail], countries: FormLab.english, thisYear: 2027)
        #expect(!later.isTouched)
        later.birthday.type(age: "50", thisYear: 2027)
        #expect(try later.value(of: .birthday) == .day(.year(1977)))
    }

    @Test func mailsTextsTagsAndCountriesAreChecked() {
        var form = FormLab.form(FormLab.rich, people: FormLab.everybody)
        form.fields[0].content = "ada.example.org"
        form.fields[1].content = "not a number, but the server takes it"
        form.addresses[0][.country] = "Atlantis"
        form.addresses[0][.street] = String(repeating: "é", count: 256)
        form[text: .lastName] = String(repeating: "e\u{301}", count: 128)
        form.relationships[0].person = nil
        form.relationships[0].typed = "Bo"
        form.typedTag = " 2024 "
        #expect(
            form.issues() == [
                .field(form.fields[0].row): .noAt, .address(form.addresses[0].row, .street): .tooLong(limit: 255),
                .address(form.addresses[0].row, .country): .unknownCountry("Atlantis"),
                .value(.lastName): .tooLong(limit: 255), .relationship(form.relationships[0].row): .unknownPerson,
                .tags: .tagWithoutLetter,
            ])
    }

    @Test func aStoredMailWithoutItsAtGetsAnotherLabel() {
        var form = FormLab.form(FormLab.contact(parts: [FormLab.field("ada.example.org", labels: ["Work"])]))
        form.fields[0].labels = ["Home"]
        #expect(form.issues().isEmpty)
        #expect(form.save.wanted == [.field(1, FormLab.field("ada.example.org", labels: ["Home"]))])
        form.fields[0].content = "ada.example"
        #expect(form.issues() == [.field(form.fields[0].row): .noAt])
    }

    @Test(arguments: [AnyContactID.local(ContactID(7)), .remote(RemoteID("70"))])
    func nobodyIsRelatedToThemselves(own: AnyContactID) {
        var form = FormLab.form(FormLab.contact())
        let ada = FormPerson(id: own, name: "Ada Lovelace")
        form.introducer = ada
        let row = form.newRow()
        form.relationships = [
            RelationshipEntry(row: row, type: RemoteID("1"), person: ada, typed: ada.name),
            RelationshipEntry(
                row: form.newRow(), type: RemoteID("1"), person: FormPerson(id: FormLab.bob.id, name: ada.name),
                typed: ada.name),
        ]
        #expect(form.issues() == [.value(.metThrough): .unknownPerson, .relationship(row): .unknownPerson])
    }

    @Test func whoIsNamedAsARelationIsOneOfAKindThatSomebodyChose() throws {
        var form = FormLab.form(FormLab.contact(), people: FormLab.everybody)
        let row = form.newRow()
        form.relationships = [RelationshipEntry(row: row)]
        #expect(form.issues().isEmpty)
        #expect(!form.isTouched)
        form.relationships[0].person = FormLab.bob
        form.relationships[0].typed = FormLab.bob.name
        #expect(form.issues() == [.relationship(row): .noKind])
        let draft = try ContactForm(
            stored: form.stored(), mailTypes: [], countries: FormLab.english, thisYear: FormLab.thisYear)
        #expect(draft.relationships.map(\.type) == [nil])
        form.relationships[0].type = RemoteID("5")
        #expect(form.issues().isEmpty)
        #expect(form.isTouched)
    }

    @Test func aTagMayReadLikeANumberInAnotherLanguage() throws {
        for tag in ["Nan", "infinity", "0x1F", "Inf", "e", "2nd"] { try FormText.check(tag: tag) }
        for tag in ["12", " 1e5 ", "-.5", "٣"] {
            #expect(throws: FormIssue.tagWithoutLetter) { try FormText.check(tag: tag) }
        }
        #expect(FormText.issue(ofTag: "5 ★") == nil)
        #expect(FormText.issue(ofTag: " ") == .tagWithoutLetter)
        #expect(FormText.issue(ofTag: String(repeating: "a", count: 256)) == .tooLong(limit: 255))
    }

    @Test func countriesAreFoundByNameAndCode() {
        let german = Countries(Locale(identifier: "de_DE"))
        #expect(german.code(of: " frankreich ") == "FR")
        #expect(german.code(of: "FR ") == "FR")
        #expect(german.code(of: "fr") == nil, "the beginning of a name")
        #expect(german.code(of: "Osterreich") == "AT")
        #expect(german.code(of: "Narnia") == nil)
        #expect(german.name(of: "AT") == "Österreich")
        #expect(german.name(of: "ZZZ") == "ZZZ")
        #expect(FormLab.english.matches("united k", atMost: 6) == ["United Kingdom"])
        #expect(FormLab.english.matches("zea", atMost: 6) == ["New Zealand"])
        #expect(FormLab.english.matches("", atMost: 6).isEmpty)
    }
}
