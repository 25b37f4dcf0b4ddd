import Contacts
import Foundation
import Model
import Testing

@testable import CameoApp

/// What is wrong is said where it stands.
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

    @Test(
        arguments: [
            ("31", 2, "2000", FormIssue.noSuchDay(day: 31, month: 2, year: 2000)), ("29", 2, "", .leapDayWithoutYear),
            ("29", 2, "1900", .noSuchDay(day: 29, month: 2, year: 1900)), ("", 2, "2000", .incompleteDate),
            ("3", nil, "", .incompleteDate), ("x", 3, "", .noNumber), ("3", 3, "87", .noNumber),
            ("31", 4, "", .noSuchDay(day: 31, month: 4, year: nil)), ("99999999999999999999", 4, "", .noNumber),
        ] as [(String, Int?, String, FormIssue)])
    func thereIsNoSuchDay(day: String, month: Int?, year: String, issue: FormIssue) {
        var form = FormLab.form(FormLab.contact())
        form.birthday.kind = .exact
        form.birthday.type(day: day)
        form.birthday.month = month
        form.birthday.type(year: year)
        #expect(form.issues() == [.value(.birthday): issue])
    }

    @Test func daysAreTypedInManyWays() throws {
        var form = FormLab.form(FormLab.contact())
        form.birthday.kind = .exact
        form.birthday.type(day: " ٢٩ ")
        form.birthday.month = 2
        form.birthday.type(year: "1988")
        #expect(try form.value(of: .birthday) == .day(.date(year: 1988, month: 2, day: 29)))
        form.birthday.type(year: "1990-05-03")
        #expect(try form.value(of: .birthday) == .day(.date(year: 1990, month: 5, day: 3)))
        form.birthday.kind = .age
        form.birthday.type(age: "40", thisYear: 2026)
        #expect(try form.value(of: .birthday) == .day(.year(1986)))
        form.birthday.kind = .unknown
        #expect(try form.value(of: .birthday) == nil)
        form.metOn.kind = .exact
        form.metOn.type(year: "2001")
        #expect(try form.value(of: .metOn) == .day(.year(2001)))
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

    @Test(arguments: [
        ("en_GB", [DatePart.day, .month, .year]), ("en_US", [.month, .day, .year]), ("de_DE", [.day, .month, .year]),
        ("ja_JP", [.year, .month, .day]), ("es_ES", [.day, .month, .year]), ("hu_HU", [.year, .month, .day]),
    ])
    func datesStandInTheOrderOfTheLanguage(locale: String, order: [DatePart]) {
        #expect(DatePart.order(in: Locale(identifier: locale)) == order)
    }
}
