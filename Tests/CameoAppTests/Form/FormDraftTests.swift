import Contacts
import Foundation
import Gtk
import Model
import Testing

@testable import CameoApp

/// A form that was kept means the same when it is gone on with.
struct FormDraftTests {
    private static let german = Countries(Locale(identifier: "de_DE"))

    @Test func aCountryIsUnderstoodInAnotherLanguage() throws {
        for language in ["de", "es", "fr", "pt_BR", "ja"] {
            let form = try Self.reopened(
                Self.form(Self.german, country: " österreich "), in: Countries(Locale(identifier: language)))
            #expect(form.issues().isEmpty)
            #expect(Self.code(in: form) == "AT")
        }
        // The name alone differs, and where only by an accent.
        for (language, name) in [("es", "México"), ("de", "Mexiko")] {
            let form = try Self.reopened(
                Self.form(FormLab.english, country: "Mexico"), in: Countries(Locale(identifier: language)))
            #expect(form.addresses.first?[.country] == name)
        }
    }

    @Test func anAddressThatNobodyTouchedIsStillThatInAnotherLanguage() throws {
        let address = PartValue.address(AddressValue(city: "Oaxaca", country: "MX"))
        let form = ContactForm(
            FormLab.contact(parts: [address]), people: [:], mailTypes: [FormLab.mail], countries: FormLab.english,
            thisYear: FormLab.thisYear)
        let reopened = try Self.reopened(form, in: Countries(Locale(identifier: "es")))
        #expect(!reopened.isTouched)
    }

    @Test func whatIsTypedStaysInTheSameLanguage() throws {
        for typed in ["in", "AT", "Narnia", "Österr", ""] {
            let form = try Self.reopened(Self.form(Self.german, country: typed), in: Self.german)
            #expect(form.addresses.first?[.country] == typed)
        }
    }

    @Test func draftsOfEarlierVersionsOpenWithoutACode() throws {
        let form = Self.form(Self.german, country: "Österreich")
        let text = String(decoding: try form.stored(), as: UTF8.self)
        let older = text.replacing(#""country":"AT","#, with: "")
        #expect(older != text)
        let reopened = try ContactForm(
            stored: Data(older.utf8), mailTypes: [FormLab.mail], countries: Self.german, thisYear: FormLab.thisYear)
        #expect(Self.code(in: reopened) == "AT")
    }

    @Test(arguments: [FormLab.empty(), FormLab.form(FormLab.contact())])
    func aPhotoIsKept(form: ContactForm) throws {
        for format in [PhotoFile.Format.jpeg, .png] {
            let photo = try #require(PhotoFile(bytes: Data((0...255).map { UInt8($0) }), format: format))
            var form = form
            form.avatar = .file(photo)
            let reopened = try Self.reopened(form, in: Self.german)
            #expect(reopened.isTouched && reopened.save.avatar == form.avatar)
            #expect(reopened.anew.save.avatar == form.avatar)
            form.avatar = nil
            #expect(try Self.reopened(form, in: Self.german).isTouched == false)
        }
    }

    @Test func anAvatarIsKept() throws {
        let photos = [PhotoID.remote(RemoteID("7")), .pending(PartID(3))].map {
            AvatarChoice.photo(ContactPhoto(id: $0, fileName: "ada.jpg", address: "https://example.org/ada.jpg"))
        }
        for choice in [AvatarChoice.gravatar, .initials, .removal(of: nil), .removal(of: PartID(3))] + photos {
            var form = FormLab.form(FormLab.contact())
            form.avatar = choice
            let reopened = try Self.reopened(form, in: Self.german)
            #expect(reopened.isTouched && reopened.save.avatar == choice)
            #expect(reopened.anew.save.avatar == choice.anew)
        }
    }

    @Test func aDateIsStillThatInAnotherLanguage() throws {
        var form = FormLab.form(FormLab.contact())
        let american = DateReader(locale: Locale(identifier: "en_US"), lastYear: FormLab.thisYear)
        form.birthday.type("5/4/84", by: american)
        form.metOn.type("nonsense", by: american)
        let reopened = try Self.reopened(form, in: Self.german)
        #expect(try reopened.value(of: .birthday) == .day(.date(year: 1984, month: 5, day: 4)))
        #expect(reopened.birthday.text(by: FormLab.dates) == "4 May 1984")
        #expect(reopened.metOn.text(by: FormLab.dates) == "nonsense")
        #expect(reopened.issues() == [.value(.metOn): .noDate])
    }

    @Test func aDateOfAnEarlierVersionIsReadFromItsThreeLines() throws {
        let dates = [
            (#""day":"10","kind":"exact","month":12,"reckoned_in":2026,"year":"1815""#, "10 December 1815"),
            (#""day":"31","kind":"exact","month":2,"reckoned_in":2026,"year":"1990""#, "31 2 1990"),
            (#""day":"10","kind":"exact","month":12,"reckoned_in":2026,"year":"""#, "10 December"),
            (#""day":"","kind":"exact","month":12,"reckoned_in":2026,"year":"""#, "12"),
            (#""day":"","kind":"exact","reckoned_in":2026,"year":"2001""#, "2001"),
            (#""day":"7","kind":"unknown","reckoned_in":2026,"year":"""#, ""),
        ]
        let stored = String(decoding: try FormLab.form(FormLab.contact()).stored(), as: UTF8.self)
        let empty = #""met_on":{"age":"","day":"","kind":"unknown","reckoned_in":2026,"year":""}"#
        #expect(stored.contains(empty))
        for (date, text) in dates {
            let older = stored.replacing(empty, with: #""met_on":{"age":"",\#(date)}"#)
            let form = try ContactForm(
                stored: Data(older.utf8), mailTypes: [], countries: Self.german, thisYear: FormLab.thisYear)
            #expect(form.metOn.text(by: FormLab.dates) == text)
        }
    }

    /// Earlier versions took longer texts than an entry holds.
    @Test func aDraftOfTooLongTextsIsOpenedAndSaved() throws {
        let long = String(repeating: "some words ", count: 500)
        let phone = FormLab.field("5550100", type: FormLab.phone)
        let address = PartValue.address(AddressValue(street: "1 Street", city: "Town"))
        var form = FormLab.form(FormLab.contact([.nickname: .text(long)], parts: [phone, address]))
        form[text: .job] = long
        form.fields[0].content = long
        form.addresses[0][.street] = long
        form.typedTag = long
        var opened = try Self.reopened(form, in: FormLab.english)
        let beginning = TextBound.typedLine.beginning(of: long)
        #expect(beginning.unicodeScalars.count == 1_000)
        #expect(opened[text: .job] == beginning && opened.fields[0].content == beginning)
        #expect(opened.addresses[0][.street] == beginning && opened.typedTag == beginning)
        #expect(opened[text: .nickname] == long, "its row is untouched")
        let issue = FormIssue.tooLong(limit: 255)
        #expect(
            opened.issues() == [
                .value(.job): issue, .field(opened.fields[0].row): issue,
                .address(opened.addresses[0].row, .street): issue, .tags: issue,
            ])
        opened[text: .job] = "Cook"
        opened.fields[0].content = "5550101"
        opened.addresses[0][.street] = "2 Street"
        opened.typedTag = "friend"
        #expect(opened.issues().isEmpty)
        let slots: Set<Slot> = [
            .value(.job), .part(.field, PartID(1)), .part(.address, PartID(2)), .tag("friend"),
        ]
        #expect(Set(opened.save.wanted.map(\.slot)) == slots)
    }

    private static func form(_ countries: Countries, country: String) -> ContactForm {
        var form = ContactForm(mailTypes: [FormLab.mail], countries: countries, thisYear: FormLab.thisYear)
        form[text: .firstName] = "Ada"
        form.addresses = [AddressEntry(row: form.newRow(), texts: [.city: "Wien", .country: country])]
        return form
    }

    private static func reopened(_ form: ContactForm, in countries: Countries) throws -> ContactForm {
        try ContactForm(
            stored: form.stored(), mailTypes: [FormLab.mail], countries: countries, thisYear: FormLab.thisYear)
    }

    private static func code(in form: ContactForm) -> String? {
        try? form.addresses.first?.value(countries: form.countries)?.country
    }
}
