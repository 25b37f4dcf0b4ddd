import Contacts
import Foundation
import Model
import Testing

@testable import CameoApp

/// News from the server take no text away while a person types.
struct FormNewsTests {
    @Test func whatWasNotTouchedShowsTheNews() {
        var form = FormLab.form(FormLab.rich, people: FormLab.everybody)
        let news = FormLab.contact(
            [.firstName: .text("Augusta"), .birthday: .day(.year(1815))],
            parts: [FormLab.field("augusta@example.org")], tags: ["poetry"])
        form.take(news)
        #expect(form[text: .firstName] == "Augusta")
        #expect(form[text: .job] == "")
        #expect(form.birthday.kind == .age)
        #expect(form.fields.map(\.content) == ["augusta@example.org"])
        #expect(form.fields[0].labels == [])
        #expect(form.addresses.isEmpty && form.relationships.isEmpty)
        #expect(form.tags == ["poetry"])
        #expect(form.news.isEmpty)
        #expect(form.save.isEmpty)
    }

    @Test func whatWasTouchedStaysAndSaysSo() {
        var form = FormLab.form(FormLab.contact([.job: .text("Analyst")], parts: [FormLab.field("a@b")]))
        form[text: .job] = "Poet"
        form.fields[0].content = "c@d"
        form.take(FormLab.contact([.job: .text("Author")], parts: [FormLab.field("e@f")]))
        let row = form.fields[0].row
        #expect(form[text: .job] == "Poet")
        #expect(form.news == [.value(.job), .field(row)])
        #expect(form.save.wanted == [.text(.job, "Poet"), .field(1, FormLab.field("c@d"))])
        // They saw the values that it replaces.
        #expect(form.save.edits.map(\.base) == [.value(.text("Author")), .part(FormLab.field("e@f"))])
        form.useNews(of: .value(.job))
        form.useNews(of: .field(row))
        #expect(form[text: .job] == "Author")
        #expect(form.fields[0].content == "e@f")
        #expect(form.news.isEmpty && form.save.isEmpty)
    }

    @Test func whatWasTakenAwayAndChangedMeanwhileIsSeenAgain() {
        var form = FormLab.form(FormLab.contact(parts: [FormLab.field("a@b"), FormLab.field("c@d")]))
        form.fields.removeAll()
        form.take(FormLab.contact(parts: [FormLab.field("e@f"), FormLab.field("c@d")]))
        #expect(form.fields.map(\.content) == ["e@f"])
        #expect(form.save.wanted == [.field(2, nil)])
    }

    @Test func whatIsTypedInNowStays() {
        var form = FormLab.form(FormLab.contact([.job: .text("Analyst")]))
        form.take(FormLab.contact([.job: .text("Author")]), focused: .value(.job))
        #expect(form[text: .job] == "Analyst")
        #expect(form.news == [.value(.job)])
    }

    @Test func aFieldThatOnlyHadTheFocusTakesTheNewsLater() {
        func contact(_ job: String, _ mail: String, _ city: String, _ other: FormPerson) -> EditableContact {
            let relationship = RelationshipValue(type: RemoteID("5"), other: other.id)
            return FormLab.contact(
                [.job: .text(job)],
                parts: [
                    FormLab.field(mail), .address(AddressValue(city: city)), .relationship(relationship),
                ])
        }
        let form = FormLab.form(contact("Analyst", "a@b", "Bonn", FormLab.bob), people: FormLab.everybody)
        let focused: [FormField] = [
            .value(.job), .field(form.fields[0].row), .address(form.addresses[0].row, .city),
            .relationship(form.relationships[0].row),
        ]
        let news = contact("Author", "e@f", "Rome", FormLab.eve)
        for field in focused {
            var form = form
            form.take(news, focused: field)
            #expect(form.news == [field.ofNews])
            #expect(!form.isTouched && form.save.isEmpty)
            form.readNews(besides: field)
            #expect(form.news == [field.ofNews])
            form.readNews()
            #expect(form.news.isEmpty && !form.isTouched)
            #expect(form[text: .job] == "Author" && form.fields.map(\.content) == ["e@f"])
            #expect(form.addresses.map { $0[.city] } == ["Rome"])
            #expect(form.relationships.map(\.typed) == [FormLab.eve.name])
            form.take(contact("Analyst", "a@b", "Bonn", FormLab.bob))
            #expect(form[text: .job] == "Analyst")
        }
        var gone = form
        gone.take(FormLab.contact([.job: .text("Analyst")]), focused: focused[1])
        #expect(gone.fields.count == 1 && !gone.isTouched)
        gone.readNews()
        #expect(gone.fields.isEmpty && gone.save.isEmpty)
    }

    @Test @MainActor func typingInAFieldWithNewsMakesItThePersonsOwn() {
        let model = FormModel(FormLab.form(FormLab.contact([.job: .text("Analyst")])))
        model.update { $0.take(FormLab.contact([.job: .text("Author")]), focused: .value(.job)) }
        #expect(model.typing?.save.wanted == nil)
        model.edit(.value(.job)) { $0[text: .job] = "Analyst!" }
        model.edit(.value(.job)) { $0[text: .job] = "Analyst" }
        model.update { $0.readNews() }
        #expect(model.typing?.save.wanted == [.text(.job, "Analyst")])
    }

    @Test @MainActor func aLabelIsNoTypingOfTheTextBesideIt() {
        let model = FormModel(FormLab.form(FormLab.contact(parts: [FormLab.field("a@b")])))
        let row = model.form.fields[0].row
        model.update { $0.take(FormLab.contact(parts: [FormLab.field("e@f")]), focused: .field(row)) }
        var shown: [String] = []
        model.edit(.field(row), showNews: { shown += $0.fields.map(\.content) }) {
            $0.fields.change(row) { $0.labels = ["work"] }
        }
        #expect(shown == ["e@f"] && model.form.fields.map(\.content) == ["e@f"])
        #expect(model.form.fields.map(\.labels) == [["work"]] && model.form.news.isEmpty)
    }

    @Test func aRemovedRowTakesItsNewsWhenItIsBack() {
        var form = FormLab.form(FormLab.contact(parts: [FormLab.field("a@b")]))
        let row = form.fields[0]
        form.take(FormLab.contact(parts: [FormLab.field("e@f")]), focused: .field(row.row))
        form.fields = []
        form.readNews()
        #expect(form.news == [.field(row.row)])
        form.fields = [row]
        form.readNews()
        #expect(form.fields.map(\.content) == ["e@f"] && !form.isTouched)
    }

    @Test func theSameChangeOnBothSidesIsNone() {
        var form = FormLab.form(FormLab.contact([.job: .text("Analyst")]))
        form[text: .job] = "Author"
        form.take(FormLab.contact([.job: .text("Author")]))
        #expect(form.news.isEmpty)
        #expect(form.save.isEmpty)
    }

    @Test func aTouchedPartThatIsGoneThereIsMadeAnew() {
        var form = FormLab.form(FormLab.contact(parts: [FormLab.field("a@b"), FormLab.field("c@d")]))
        form.fields[0].content = "new@b"
        form.take(FormLab.contact())
        #expect(form.fields.map(\.content) == ["new@b"])
        #expect(form.save.wanted == [.field(-1, FormLab.field("new@b"))])
    }

    @Test func aConflictIsToldBesideItsField() {
        let conflict = Problem.conflict(values: [.text(.job, "Theirs")])
        let contact = FormLab.contact(
            [.job: .text("Mine")], server: [.text(.job, "Before")], problems: [.value(.job): conflict])
        var form = FormLab.form(contact)
        #expect(form.tellsNews(of: .value(.job)) && form.newsText(of: .value(.job)) == "Theirs")
        #expect(!form.isTouched)
        form[text: .job] = "Both"
        #expect(form.save.edits.first?.saw == [.value(.text("Mine")), .value(.text("Theirs"))])
        form.useNews(of: .value(.job))
        #expect(form[text: .job] == "Theirs" && !form.tellsNews(of: .value(.job)))
        #expect(form.save.wanted == [.text(.job, "Theirs")])
    }

    @Test func aConflictOfAPartIsToldOnceBesideIt() {
        let street = AddressValue(street: "Mine")
        let slot = Slot.part(.address, PartID(1))
        let contact = FormLab.contact(
            parts: [.address(street)], problems: [slot: .conflict(values: [SlotState(slot, nil)])])
        var form = FormLab.form(contact)
        let row = form.addresses[0].row
        #expect(AddressPart.allCases.filter { form.tellsNews(of: .address(row, $0)) } == [.street])
        #expect(form.newsText(of: .address(row, .street)) == "empty")
        form.useNews(of: .address(row, .street))
        #expect(form.save.wanted == [SlotState(slot, nil)])
    }

    @Test func aRefusalStandsAtItsFieldUntilThatIsTouched() {
        let refused = Problem.refused(sentences: ["Too long."])
        let contact = FormLab.contact(
            [.job: .text("Long")],
            problems: [
                .value(.job): refused, .tag("a"): refused, .part(.field, PartID(9)): .refused(sentences: ["Gone."]),
                .value(.food): .gone,
            ])
        var form = FormLab.form(contact)
        #expect(form.problem(at: .value(.job)) == "The server refused: Too long.")
        #expect(form.problem(at: .tags) == "The server refused: Too long.")
        #expect(form.generalProblems == ["The server refused: Gone."])
        form[text: .job] = "Short"
        #expect(form.problem(at: .value(.job)) == nil)
    }

    @Test func tagsMergeOneByOne() {
        var form = FormLab.form(FormLab.contact(tags: ["a", "b", "c"]))
        form.tags = ["b", "c", "mine"]
        form.take(FormLab.contact(tags: ["a", "b", "theirs"]))
        #expect(form.tags == ["b", "mine", "theirs"])
        #expect(form.save.wanted == [SlotState(.tag("a"), nil), SlotState(.tag("mine"), .on)])
    }

    @Test func aDraftIsTheWholeForm() throws {
        var form = FormLab.form(FormLab.rich, people: FormLab.everybody)
        form[text: .firstName] = "Augusta"
        form.death.type("28", by: FormLab.dates)
        form.fields[0].content = "unfinished"
        form.addresses[0][.country] = "Atl"
        form.relationships[1].typed = "Ev"
        form.relationships[1].person = nil
        form.typedTag = "poe"
        form.reminders[.birthday] = false
        let again = try ContactForm(
            stored: form.stored(), mailTypes: [FormLab.mail], countries: FormLab.english, thisYear: 2026)
        #expect(again.save == form.save)
        #expect(Set(again.issues().values) == Set(form.issues().values))
        #expect(try again.stored() == form.stored())
        #expect(again.seen == form.seen)
    }

    @Test func draftsOfThisReleaseAreReadForEver() throws {
        let data = Data(Self.kept.utf8)
        let form = try ContactForm(
            stored: data, mailTypes: [FormLab.mail], countries: FormLab.english, thisYear: 2026)
        #expect(form[text: .firstName] == "Augusta")
        #expect(form.fields.map(\.content) == ["ada@example.org"])
        #expect(form.save.edits.count == 1)
        for (broken, error) in [
            (#"{"version":2}"#, StoredChangeError.unknown), ("x", .damaged),
            (Self.kept.replacing(#""version":1"#, with: #""version":2"#), .unknown),
        ] {
            #expect(throws: error) {
                try ContactForm(
                    stored: Data(broken.utf8), mailTypes: [], countries: FormLab.english, thisYear: 2026)
            }
        }
    }

    private static let kept = """
        {"addresses":[],"birthday":{"age":"","day":"10","kind":"exact","month":12,"reckoned_in":2026,"year":"1815"},\
        "death":{"age":"","day":"","kind":"unknown","reckoned_in":2026,"year":""},"fields":[{"content":\
        "ada@example.org","labels":["Work"],"part":1,"type":"1"}],"has_died":false,"met_on":{"age":"","day":"",\
        "kind":"unknown","reckoned_in":2026,"year":""},"people":[],"relationships":[],"reminders":{},"seen":{"id":7,\
        "is_active":true,"is_me":false,"parts":[{"part":1,"value":{"field":{"content":"ada@example.org","labels":\
        ["Work"],"type":"1"}}}],"remote":"70","tags":[],"values":{"birthday":{"day":{"day":10,"month":12,"year":\
        1815}},"first_name":{"text":"Ada"}}},"tags":[],"texts":{"first_name":"Augusta"},"typed_tag":"","version":1}
        """

    @Test func aDraftKeepsTheServersValues() throws {
        var form = FormLab.form(FormLab.contact([.job: .text("Mine")], server: [.text(.job, "Theirs")]))
        form[text: .job] = "Later"
        let again = try ContactForm(
            stored: form.stored(), mailTypes: [], countries: FormLab.english, thisYear: FormLab.thisYear)
        #expect(again.save == form.save)
    }
}
