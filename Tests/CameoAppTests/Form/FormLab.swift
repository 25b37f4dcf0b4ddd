import Contacts
import Foundation
import Model
import Monica

@testable import CameoApp

/// Starting points for tests of forms.
enum FormLab {
    static let mail = RemoteID("1")
    static let phone = RemoteID("2")
    static let english = Countries(Locale(identifier: "en_GB"))
    static let thisYear = 2026
    static let dates = DateReader(locale: Locale(identifier: "en_GB"), lastYear: thisYear)

    static func empty() -> ContactForm {
        asOfMonica(ContactForm(mailTypes: [mail], countries: english, thisYear: thisYear))
    }

    static func form(_ contact: EditableContact, people: [FormPerson] = []) -> ContactForm {
        asOfMonica(
            ContactForm(
                contact, people: Dictionary(uniqueKeysWithValues: people.map { ($0.id, $0) }), mailTypes: [mail],
                countries: english, thisYear: thisYear))
    }

    private static func asOfMonica(_ form: ContactForm) -> ContactForm {
        var form = form
        form.valueGroups = MonicaKind().valueGroups
        return form
    }

    static func contact(
        _ values: [ContactKey: ContactValue] = [:], parts: [PartValue] = [], tags: [String] = [],
        reminders: Set<ContactKey>? = nil, server: [SlotState] = [], problems: [Slot: Problem] = [:]
    ) -> EditableContact {
        var all: [ContactKey: ContactValue] = [.firstName: .text("Ada"), .lastName: .text("Lovelace")]
        all.merge(values) { $1 }
        let numbered = parts.enumerated().map { number, value in
            EditablePart(part: PartID(Int64(number + 1)), kind: value.kind, value: value)
        }
        return EditableContact(
            id: ContactID(7), remote: RemoteID("70"), values: all, parts: numbered, tags: tags, reminders: reminders,
            server: server, problems: problems)
    }

    static let bob = FormPerson(id: .remote(RemoteID("8")), name: "Bob Byron")
    static let eve = FormPerson(id: .remote(RemoteID("9")), name: "Eve", isPartial: true)

    static func field(_ content: String, type: RemoteID = mail, labels: [String] = []) -> PartValue {
        .field(FieldValue(type: type, content: content, labels: labels))
    }

    /// One of everything.
    static var rich: EditableContact {
        contact(
            [
                .nickname: .text("Countess"), .gender: .text("Woman"), .description: .text("Of numbers"),
                .birthday: .day(.date(year: 1815, month: 12, day: 10)), .death: .death(.monthDay(month: 11, day: 27)),
                .job: .text("Analyst"), .company: .text("Babbage & Co."), .food: .text("Tea"),
                .metOn: .day(.year(1833)), .metThrough: .contact(bob.id), .metStory: .text("At a party"),
            ],
            parts: [
                field("ada@example.org", labels: ["Work"]), field("+44 20 1", type: phone),
                .address(AddressValue(name: "Home", street: "1 St James's Square", city: "London", country: "GB")),
                .relationship(RelationshipValue(type: RemoteID("5"), other: bob.id)),
                .relationship(RelationshipValue(type: RemoteID("6"), other: eve.id)),
            ], tags: ["friend", "maths"], reminders: [.birthday])
    }

    static let everybody = [bob, eve]
}

extension FormSave {
    /// Each slot with its wanted value.
    var wanted: [SlotState] { edits.map { SlotState($0.slot, $0.wanted) } }
}

extension SlotState {
    static func field(_ part: Int64, _ value: PartValue?) -> SlotState {
        SlotState(.part(.field, PartID(part)), value.map { .part($0) })
    }

    static func text(_ key: ContactKey, _ text: String?) -> SlotState {
        SlotState(.value(key), text.map { .value(.text($0)) })
    }
}
