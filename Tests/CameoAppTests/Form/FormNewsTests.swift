import Contacts
import Foundation
import Model
import Testing

@testable import CameoApp

/// What comes from the server while somebody types takes no typing away.
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
        #expect(form.changes.isEmpty)
    }

    @Test func whatWasTouchedStaysAndSaysSo() {
        var form = FormLab.form(FormLab.contact([.job: .text("Analyst")], parts: [FormLab.field("a@b")]))
        form[text: .job] = "Poet"
        form.fields[0].content = "c@d"
        form.take(FormLab.contact([.job: .text("Author")], parts: [FormLab.field("e@f")]))
        let row = form.fields[0].row
        #expect(form[text: .job] == "Poet")
        #expect(form.news == [.value(.job), .field(row)])
        // They saw what it replaces.
        #expect(
            form.changes.map(\.change) == [
                .values(
                    ValueChange(group: .work, deltas: [.job: Delta(before: .text("Author"), after: .text("Poet"))])),
                .part(
                    PartChange(kind: .field, part: PartID(1), before: FormLab.field("e@f"), after: FormLab.field("c@d"))
                ),
            ])
        form.useNews(of: .value(.job))
        form.useNews(of: .field(row))
        #expect(form[text: .job] == "Author")
        #expect(form.fields[0].content == "e@f")
        #expect(form.news.isEmpty && form.changes.isEmpty)
    }

    @Test func whatWasTakenAwayAndChangedMeanwhileIsSeenAgain() {
        var form = FormLab.form(FormLab.contact(parts: [FormLab.field("a@b"), FormLab.field("c@d")]))
        form.fields.removeAll()
        form.take(FormLab.contact(parts: [FormLab.field("e@f"), FormLab.field("c@d")]))
        #expect(form.fields.map(\.content) == ["e@f"])
        #expect(
            form.changes.map(\.change) == [
                .part(PartChange(kind: .field, part: PartID(2), before: FormLab.field("c@d"), after: nil))
            ])
    }

    @Test func whatIsTypedInNowStays() {
        var form = FormLab.form(FormLab.contact([.job: .text("Analyst")]))
        form.take(FormLab.contact([.job: .text("Author")]), focused: .value(.job))
        #expect(form[text: .job] == "Analyst")
        #expect(form.news == [.value(.job)])
    }

    @Test func theSameChangeOnBothSidesIsNone() {
        var form = FormLab.form(FormLab.contact([.job: .text("Analyst")]))
        form[text: .job] = "Author"
        form.take(FormLab.contact([.job: .text("Author")]))
        #expect(form.news.isEmpty)
        #expect(form.changes.isEmpty)
    }

    @Test func aTouchedPartThatIsGoneThereIsMadeAnew() {
        var form = FormLab.form(FormLab.contact(parts: [FormLab.field("a@b"), FormLab.field("c@d")]))
        form.fields[0].content = "new@b"
        form.take(FormLab.contact())
        #expect(form.fields.map(\.content) == ["new@b"])
        #expect(
            form.changes.map(\.change) == [
                .part(PartChange(kind: .field, part: PartID(-1), before: nil, after: FormLab.field("new@b")))
            ])
    }

    @Test func tagsMergeOneByOne() {
        var form = FormLab.form(FormLab.contact(tags: ["a", "b", "c"]))
        form.tags = ["b", "c", "mine"]
        form.take(FormLab.contact(tags: ["a", "b", "theirs"]))
        #expect(form.tags == ["b", "mine", "theirs"])
        #expect(form.changes.map(\.change) == [.removeTags(["a"]), .addTags(["mine"])])
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
        #expect(again.changes == form.changes)
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
        #expect(form.changes.count == 1)
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

    @Test func aDraftNamesAllThatItsFormNamesHere() {
        var form = FormLab.form(FormLab.rich, people: FormLab.everybody)
        #expect(form.named.contacts.isEmpty && form.named.parts == Set((1...5).map { PartID($0) }))
        form.introducer = FormPerson(id: .local(ContactID(11)), name: "Zoë")
        form.relationships[0].person = FormPerson(id: .local(ContactID(12)), name: "Zed")
        #expect(form.named.contacts == [ContactID(11), ContactID(12)])
    }
}
