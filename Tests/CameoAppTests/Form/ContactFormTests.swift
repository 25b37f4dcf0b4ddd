import Contacts
import Foundation
import Model
import Testing

@testable import CameoApp

/// What somebody types becomes the changes that they meant, and nothing else.
struct ContactFormTests {
    @Test func savingWithoutAChangeSendsNothing() {
        let form = FormLab.form(FormLab.rich, people: FormLab.everybody)
        #expect(form.changes.isEmpty)
        #expect(!form.isTouched)
        #expect(form.issues().isEmpty)
        #expect(form.warnings.isEmpty)
    }

    @Test func blanksAroundATextAreNoChange() {
        var form = FormLab.form(FormLab.rich)
        form[text: .firstName] = " Ada "
        form.fields[0].content += " "
        form.tags = ["Friend", "maths"]
        #expect(form.changes.isEmpty)
        #expect(!form.isTouched)
    }

    @Test func whatServersAllowIsNoErrorUntilItIsTouched() {
        let long = String(repeating: "x", count: 300)
        let values: [ContactKey: ContactValue] = [
            .birthday: .day(.monthDay(month: 2, day: 29)), .job: .text(long), .death: .death(.year(1990)),
        ]
        let odd = FormLab.contact(
            values, parts: [FormLab.field("no mail"), .address(AddressValue(street: "x", country: "ZZ"))], tags: ["123"]
        )
        var form = FormLab.form(odd)
        #expect(form.issues().isEmpty)
        #expect(form.changes.isEmpty)
        form[text: .job] = long + "y"
        form.fields[0].content = "still no mail"
        #expect(form.issues() == [.value(.job): .tooLong(limit: 255), .field(form.fields[0].row): .noAt])
    }

    @Test func whoIntroducedThemIsNobodyElseBeforeSomebodyIsChosen() throws {
        var form = FormLab.form(FormLab.rich, people: FormLab.everybody)
        let bob = form.introducer
        (form.introducer, form.typedIntroducer) = (nil, "Bob Byronx")
        #expect(form.issues() == [.value(.metThrough): .unknownPerson])
        #expect(form.isTouched(.metThrough) && form.changes.isEmpty)
        let kept = try ContactForm(
            stored: form.stored(), mailTypes: [FormLab.mail], countries: FormLab.english, thisYear: FormLab.thisYear)
        #expect(kept.typedIntroducer == "Bob Byronx" && kept.issues() == form.issues())
        (form.introducer, form.typedIntroducer) = (bob, "")
        #expect(form.issues().isEmpty && !form.isTouched)
        form.introducer = nil
        #expect(form.issues().isEmpty && form.changes.count == 1)
        var other = FormLab.form(FormLab.contact())
        other.typedIntroducer = "Carol"
        #expect(other.isTouched && other.issues() == [.value(.metThrough): .unknownPerson])
    }

    @Test func aTagThatIsTypedAgainStays() {
        var form = FormLab.form(FormLab.rich, people: FormLab.everybody)
        form.tags.removeAll { $0 == "maths" }
        form.typedTag = "Maths"
        #expect(form.changes.isEmpty && !form.isTouched)
    }

    @Test func anAddressThatHasOnlyANameIsNamedAnew() {
        let named = PartValue.address(AddressValue(name: "Cabin"))
        var form = FormLab.form(FormLab.contact(parts: [named, .address(AddressValue(name: "Home", city: "London"))]))
        form.addresses[0][.name] = "Lake"
        // Of one with more, a name that is left is no address.
        form.addresses[1][.city] = ""
        let changes = form.changes.map(\.change)
        #expect(
            changes == [
                .part(
                    PartChange(
                        kind: .address, part: PartID(1), before: named,
                        after: .address(AddressValue(name: "Lake")))),
                .part(
                    PartChange(
                        kind: .address, part: PartID(2),
                        before: .address(AddressValue(name: "Home", city: "London")), after: nil)),
            ])
    }

    @Test func changesComeInTheirOrder() {
        var form = FormLab.form(FormLab.rich, people: FormLab.everybody)
        form[text: .firstName] = "Augusta"
        form.hasDied = false
        form[text: .job] = ""
        form[text: .food] = "Cake"
        form.introducer = nil
        form.fields[1].content = "+44 20 2"
        form.fields.append(FieldEntry(row: form.newRow(), type: FormLab.mail, content: "new@example.org"))
        form.addresses[0][.city] = "Ockham"
        form.relationships.remove(at: 0)
        form.tags = ["friend", "poetry"]
        let changes = form.changes.map(\.change)
        #expect(
            changes == [
                .values(
                    ValueChange(
                        group: .person,
                        deltas: [
                            .firstName: Delta(before: .text("Ada"), after: .text("Augusta")),
                            .death: Delta(before: .death(.monthDay(month: 11, day: 27)), after: nil),
                        ])),
                .values(ValueChange(group: .work, deltas: [.job: Delta(before: .text("Analyst"), after: nil)])),
                .values(
                    ValueChange(group: .food, deltas: [.food: Delta(before: .text("Tea"), after: .text("Cake"))])),
                .values(
                    ValueChange(
                        group: .meeting, deltas: [.metThrough: Delta(before: .contact(FormLab.bob.id), after: nil)])),
                .part(
                    PartChange(
                        kind: .field, part: PartID(2), before: FormLab.field("+44 20 1", type: FormLab.phone),
                        after: FormLab.field("+44 20 2", type: FormLab.phone))),
                .part(
                    PartChange(kind: .field, part: PartID(-1), before: nil, after: FormLab.field("new@example.org"))),
                .part(
                    PartChange(
                        kind: .address, part: PartID(3),
                        before: .address(
                            AddressValue(name: "Home", street: "1 St James's Square", city: "London", country: "GB")),
                        after: .address(
                            AddressValue(name: "Home", street: "1 St James's Square", city: "Ockham", country: "GB")))),
                .part(
                    PartChange(
                        kind: .relationship, part: PartID(4),
                        before: .relationship(RelationshipValue(type: RemoteID("5"), other: FormLab.bob.id)),
                        after: nil)),
                .removeTags(["maths"]), .addTags(["poetry"]),
            ])
    }

    @Test func aFieldThatIsEmptiedIsRemoved() {
        var form = FormLab.form(FormLab.rich)
        form.fields[1].content = "  "
        #expect(
            form.changes.map(\.change) == [
                .part(
                    PartChange(
                        kind: .field, part: PartID(2), before: FormLab.field("+44 20 1", type: FormLab.phone),
                        after: nil)
                )
            ])
    }

    /// The field is made anew for that, once it is sent.
    @Test func theLastLabelGoesInOneChange() {
        var form = FormLab.form(FormLab.rich)
        form.fields[0].labels = []
        let changes = form.changes
        let old = FormLab.field("ada@example.org", labels: ["Work"])
        let change = PartChange(kind: .field, part: PartID(1), before: old, after: FormLab.field("ada@example.org"))
        #expect(changes.map(\.change) == [.part(change)])
    }

    @Test func anotherPersonIsANewRelationshipFirst() {
        var form = FormLab.form(FormLab.rich, people: FormLab.everybody)
        form.relationships[0].person = FormPerson(id: .local(ContactID(12)), name: "Mary")
        let changes = form.changes
        #expect(changes.map(\.needs) == [[], [0]])
        #expect(changes.first?.change.named == [ContactID(12)])
        form.relationships[0].person = FormLab.bob
        form.relationships[0].type = RemoteID("11")
        #expect(
            form.changes.map(\.change) == [
                .part(
                    PartChange(
                        kind: .relationship, part: PartID(4),
                        before: .relationship(RelationshipValue(type: RemoteID("5"), other: FormLab.bob.id)),
                        after: .relationship(RelationshipValue(type: RemoteID("11"), other: FormLab.bob.id))))
            ])
    }

    @Test func aNewContactIsMadeOfItsOwnValuesFirst() {
        var form = FormLab.empty()
        #expect(!form.isTouched)
        form[text: .firstName] = "Mary"
        form[text: .company] = "Somerville"
        form.birthday.type("1780-12-26", by: FormLab.dates)
        form.reminders[.birthday] = true
        form.addresses.append(AddressEntry(row: form.newRow(), texts: [.name: "Work"]))
        form.typedTag = "science "
        #expect(form.isTouched)
        #expect(
            form.creation(uuid: "u")
                == ContactCreation(
                    uuid: "u",
                    values: [.firstName: .text("Mary"), .birthday: .day(.date(year: 1780, month: 12, day: 26))],
                    reminders: [.birthday]))
        #expect(
            form.changes.map(\.change) == [
                .values(
                    ValueChange(group: .work, deltas: [.company: Delta(before: nil, after: .text("Somerville"))])),
                .addTags(["science"]),
            ])
    }

    @Test func aReminderIsSentOnlyWhereItsSwitchWasTouched() {
        var form = FormLab.form(FormLab.rich)
        form.reminders[.birthday] = true
        #expect(form.changes.isEmpty)
        form.reminders[.birthday] = false
        #expect(
            form.changes.map(\.change) == [
                .values(ValueChange(group: .person, deltas: [:], reminders: [.birthday: false]))
            ])
        form.birthday.type(" ", by: FormLab.dates)
        #expect(
            form.changes.map(\.change) == [
                .values(
                    ValueChange(
                        group: .person,
                        deltas: [
                            .birthday: Delta(before: .day(.date(year: 1815, month: 12, day: 10)), after: nil)
                        ]))
            ])
    }

    @Test func whatSavingCostsIsSaidBefore() {
        var form = FormLab.form(FormLab.rich, people: FormLab.everybody)
        form[text: .metStory] = "At a ball"
        form.relationships.remove(at: 1)
        #expect(form.warnings == [.erasesWhereMet, .removesPerson(name: "Eve")])
        form[text: .metWhere] = "London"
        #expect(form.warnings == [.removesPerson(name: "Eve")])
        form.fields[0].labels = []
        #expect(form.warnings == [.makesFieldAnew(content: "ada@example.org"), .removesPerson(name: "Eve")])
        // An emptied field goes as it was meant to.
        form.fields[0].content = ""
        #expect(form.warnings == [.removesPerson(name: "Eve")])

        var leap = FormLab.form(FormLab.contact([.birthday: .day(.monthDay(month: 2, day: 29))]))
        leap[text: .job] = "Smith"
        #expect(leap.warnings.isEmpty)
        leap[text: .nickname] = "Leap"
        #expect(leap.warnings == [.movesLeapDay])
    }

    @Test func aReminderOfADeathThatMayBeTheirOwnIsSaidBefore() throws {
        let dead = FormLab.contact(
            [.death: .death(.date(year: 2020, month: 5, day: 4))], reminders: [.death], doubtfulReminders: [.death])
        var form = FormLab.form(dead)
        form[text: .job] = "Smith"
        #expect(form.warnings.isEmpty)
        form[text: .nickname] = "Countess"
        #expect(form.warnings == [.doublesReminder])
        #expect(form.warnings.map(\.sentence) == ["Saving may add a second reminder of the day of death."])
        // A draft of it says so, too.
        let kept = try ContactForm(
            stored: form.stored(), mailTypes: [], countries: FormLab.english, thisYear: FormLab.thisYear)
        #expect(kept.warnings == [.doublesReminder])
        // Who switches it off gets none.
        form.reminders[.death] = false
        #expect(form.warnings.isEmpty)
        form.reminders[.death] = nil
        form.hasDied = false
        #expect(form.warnings.isEmpty)
    }

    /// Who exists only as a relation goes with it, which nothing brings back.
    @Test func whatTakesSomebodyAlongWaitsForItsToast() throws {
        var form = FormLab.form(FormLab.rich, people: FormLab.everybody)
        let child = form.relationships[1]
        form.relationships.remove(at: 1)
        #expect(form.changes.map(\.isHeld) == [true])
        form = FormLab.form(FormLab.rich, people: FormLab.everybody)
        form.relationships[1].person = FormPerson(id: .remote(RemoteID("99")), name: "Zoë")
        #expect(form.relationships[1].part == child.part)
        #expect(form.warnings == [.removesPerson(name: "Eve")])
        // The new one comes first, and at once.
        #expect(form.changes.map(\.isHeld) == [false, true])
        form = FormLab.form(FormLab.rich, people: FormLab.everybody)
        form.relationships.remove(at: 0)
        #expect(form.changes.map(\.isHeld) == [false])
    }

    @Test func aContactThatIsMadeAgainHasTheRemindersThatTheFormShows() {
        let day = ContactValue.day(.date(year: 1990, month: 2, day: 3))
        let seen = FormLab.contact([.firstName: .text("Ann"), .birthday: day], reminders: [.birthday])
        var form = FormLab.form(seen)
        #expect(form.anew.creation(uuid: "u").reminders == [.birthday])
        form.reminders[.birthday] = false
        #expect(form.anew.creation(uuid: "u").reminders == [])
    }
}
