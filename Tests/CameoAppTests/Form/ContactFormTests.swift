import Contacts
import Foundation
import Model
import Testing

@testable import CameoApp

/// A form sets the slots that a person touched, and nothing else.
struct ContactFormTests {
    @Test func savingWithoutAChangeSendsNothing() {
        let form = FormLab.form(FormLab.rich, people: FormLab.everybody)
        #expect(form.save.isEmpty)
        #expect(!form.isTouched)
        #expect(form.issues().isEmpty)
        #expect(form.warnings.isEmpty)
    }

    @Test func blanksAroundATextAreNoChange() {
        var form = FormLab.form(FormLab.rich)
        form[text: .firstName] = " Ada "
        form.fields[0].content += " "
        form.tags = ["Friend", "maths"]
        #expect(form.save.isEmpty)
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
        #expect(form.save.isEmpty)
        form[text: .job] = long + "y"
        form.fields[0].content = "still no mail"
        #expect(form.issues() == [.value(.job): .tooLong(limit: 255), .field(form.fields[0].row): .noAt])
    }

    @Test func whoIntroducedThemIsNobodyElseBeforeSomebodyIsChosen() throws {
        var form = FormLab.form(FormLab.rich, people: FormLab.everybody)
        let bob = form.introducer
        (form.introducer, form.typedIntroducer) = (nil, "Bob Byronx")
        #expect(form.issues() == [.value(.metThrough): .unknownPerson])
        #expect(form.isTouched(.metThrough) && form.save.isEmpty)
        let kept = try ContactForm(
            stored: form.stored(), mailTypes: [FormLab.mail], countries: FormLab.english, thisYear: FormLab.thisYear)
        #expect(kept.typedIntroducer == "Bob Byronx" && kept.issues() == form.issues())
        (form.introducer, form.typedIntroducer) = (bob, "")
        #expect(form.issues().isEmpty && !form.isTouched)
        form.introducer = nil
        #expect(form.issues().isEmpty && form.save.edits.count == 1)
        var other = FormLab.form(FormLab.contact())
        other.typedIntroducer = "Carol"
        #expect(other.isTouched && other.issues() == [.value(.metThrough): .unknownPerson])
    }

    @Test func aTagThatIsTypedAgainStays() {
        var form = FormLab.form(FormLab.rich, people: FormLab.everybody)
        form.tags.removeAll { $0 == "maths" }
        form.typedTag = "Maths"
        #expect(form.save.isEmpty && !form.isTouched)
    }

    @Test func anAddressThatHasOnlyANameIsNamedAnew() {
        let named = PartValue.address(AddressValue(name: "Cabin"))
        var form = FormLab.form(FormLab.contact(parts: [named, .address(AddressValue(name: "Home", city: "London"))]))
        form.addresses[0][.name] = "Lake"
        // Without its town, a name that is left is no address.
        form.addresses[1][.city] = ""
        #expect(
            form.save.wanted == [
                SlotState(.part(.address, PartID(1)), .part(.address(AddressValue(name: "Lake")))),
                SlotState(.part(.address, PartID(2)), nil),
            ])
    }

    /// The form shows "cell" as "Mobile". Other names of the server read alike in other languages.
    @Test func aNameThatNobodyTouchedStaysAsTheServerHasIt() {
        let addresses = [AddressValue(name: "cell", city: "London"), AddressValue(name: "cell")]
        var form = FormLab.form(FormLab.contact(parts: addresses.map { .address($0) }))
        #expect(form.addresses[0][.name] == "Mobile" && form.save.isEmpty)
        form.addresses[0][.city] = "Paris"
        #expect(
            form.save.wanted == [
                SlotState(.part(.address, PartID(1)), .part(.address(AddressValue(name: "cell", city: "Paris"))))
            ])
        form.addresses[0][.name] = "Home"
        #expect(form.save.wanted.map(\.value) == [.part(.address(AddressValue(name: "Home", city: "Paris")))])
    }

    @Test func aSaveHasTheTouchedSlots() {
        var form = FormLab.form(FormLab.rich, people: FormLab.everybody)
        form[text: .firstName] = "Augusta"
        form.hasDied = false
        form[text: .job] = ""
        form.introducer = nil
        form.fields[1].content = "+44 20 2"
        form.fields.append(FieldEntry(row: form.newRow(), type: FormLab.mail, content: "new@example.org"))
        form.addresses[0][.city] = "Ockham"
        form.relationships.remove(at: 0)
        form.tags = ["friend", "poetry"]
        let address = AddressValue(name: "Home", street: "1 St James's Square", city: "Ockham", country: "GB")
        let save = form.save
        #expect(
            save.wanted == [
                .text(.firstName, "Augusta"), SlotState(.value(.death), nil), .text(.job, nil),
                SlotState(.value(.metThrough), nil), .field(2, FormLab.field("+44 20 2", type: FormLab.phone)),
                .field(-6, FormLab.field("new@example.org")),
                SlotState(.part(.address, PartID(3)), .part(.address(address))),
                SlotState(.part(.relationship, PartID(4)), nil), SlotState(.tag("maths"), nil),
                SlotState(.tag("poetry"), .on),
            ])
        #expect(save.edits.first?.base == .value(.text("Ada")))
        #expect(save.edits.first?.saw == [.value(.text("Ada"))])
        #expect(save.people.isEmpty)
    }

    @Test func theBaseIsTheServersValue() {
        let pending = FormLab.contact([.job: .text("Mine")], server: [.text(.job, "Theirs")])
        var form = FormLab.form(pending)
        form[text: .job] = "Later"
        #expect(form.save.edits.map(\.base) == [.value(.text("Theirs"))])
        #expect(form.save.edits.map(\.saw) == [[.value(.text("Mine"))]])
    }

    @Test func aFieldThatIsEmptiedIsRemoved() {
        var form = FormLab.form(FormLab.rich)
        form.fields[1].content = "  "
        #expect(form.save.wanted == [.field(2, nil)])
    }

    @Test func theLastLabelOfAFieldStays() {
        var form = FormLab.form(FormLab.rich)
        form.fields[0].labels = ["Work", "home"]
        #expect(form.save.wanted == [.field(1, FormLab.field("ada@example.org", labels: ["Work", "home"]))])
        form.fields[0].labels = []
        #expect(form.issues() == [.field(form.fields[0].row): .lastLabel])
        // An emptied field goes with its label, and another field never had one.
        form.fields[0].content = ""
        form.fields[1].labels = []
        #expect(form.issues().isEmpty)
    }

    @Test func anotherPersonIsANewRelationship() {
        var form = FormLab.form(FormLab.rich, people: FormLab.everybody)
        form.relationships[0].person = FormPerson(id: .local(ContactID(12)), name: "Mary")
        let mary = RelationshipValue(type: RemoteID("5"), other: .local(ContactID(12)))
        #expect(
            form.save.wanted == [
                SlotState(.part(.relationship, PartID(4)), nil),
                SlotState(.part(.relationship, PartID(-2)), .part(.relationship(mary))),
            ])
        form.relationships[0].person = FormLab.bob
        form.relationships[0].type = RemoteID("11")
        let bob = RelationshipValue(type: RemoteID("11"), other: FormLab.bob.id)
        #expect(form.save.wanted == [SlotState(.part(.relationship, PartID(4)), .part(.relationship(bob)))])
    }

    @Test func aNewContactHasAllItsValues() {
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
            form.save.wanted == [
                .text(.firstName, "Mary"),
                SlotState(.value(.birthday), .value(.day(.date(year: 1780, month: 12, day: 26)))),
                .text(.company, "Somerville"), SlotState(.reminder(.birthday), .on), SlotState(.tag("science"), .on),
            ])
        #expect(form.save.edits.allSatisfy { $0.base == nil && $0.saw == [nil] })
    }

    @Test func aReminderIsSetWhereItsSwitchWasTouchedOrItsDayGoes() {
        var form = FormLab.form(FormLab.rich)
        form.reminders[.birthday] = true
        #expect(form.save.isEmpty)
        form.reminders[.birthday] = false
        #expect(form.save.wanted == [SlotState(.reminder(.birthday), nil)])
        form.birthday.type(" ", by: FormLab.dates)
        #expect(form.save.wanted == [SlotState(.value(.birthday), nil), SlotState(.reminder(.birthday), nil)])
    }

    @Test func theCostsOfSavingAreSaidBefore() {
        var form = FormLab.form(FormLab.rich, people: FormLab.everybody)
        form[text: .metStory] = "At a ball"
        form.relationships.remove(at: 1)
        #expect(form.warnings == [.replacesWhereMet, .removesPerson(name: "Eve")])
        form[text: .metWhere] = "London"
        #expect(form.warnings == [.removesPerson(name: "Eve")])
        // A place that was sent from here is known.
        var known = FormLab.form(FormLab.contact([.metWhere: .text("London")]))
        known[text: .metStory] = "At a ball"
        #expect(known.warnings.isEmpty)
    }

    /// Nothing brings back a partial contact that goes with its relationship.
    @Test func aRemovalThatTakesAPersonAlongIsHeld() throws {
        var form = FormLab.form(FormLab.rich, people: FormLab.everybody)
        form.relationships.remove(at: 1)
        #expect(form.save.edits.map(\.isHeld) == [true])
        form = FormLab.form(FormLab.rich, people: FormLab.everybody)
        form.relationships[1].person = FormPerson(id: .remote(RemoteID("99")), name: "Zoë")
        #expect(form.warnings == [.removesPerson(name: "Eve")])
        #expect(form.save.edits.map(\.isHeld) == [true, false])
        form = FormLab.form(FormLab.rich, people: FormLab.everybody)
        form.relationships.remove(at: 0)
        #expect(form.save.edits.map(\.isHeld) == [false])
    }

    @Test func aContactThatIsMadeAnewHasTheRemindersThatTheFormShows() {
        let day = ContactValue.day(.date(year: 1990, month: 2, day: 3))
        let seen = FormLab.contact([.firstName: .text("Ann"), .birthday: day], reminders: [.birthday])
        var form = FormLab.form(seen)
        #expect(form.anew.save.wanted.contains(SlotState(.reminder(.birthday), .on)))
        form.reminders[.birthday] = false
        #expect(!form.anew.save.edits.contains { $0.slot == .reminder(.birthday) })
    }
}
