import Contacts
import Foundation
import Model
import Network
import TestSupport
import XCTest

@testable import Monica

/// What is sent for each write: what changed, what leaving out would erase, and what the server requires.
final class EditWritingTests: XCTestCase {
    func testANewContact() throws {
        onMainLoop {
            let lab = try EditLab()
            try await lab.readChoices()
            let values: [ContactKey: ContactValue] = [
                .firstName: .text("Zoë"), .lastName: .text("Doe"), .gender: .text("Woman"),
                .birthday: .day(.date(year: 1990, month: 2, day: 3)), .death: .death(nil),
            ]
            let creation = ContactCreation(uuid: "0-1", values: values, reminders: [.birthday])
            let answer = await lab.write(.create(creation))
            guard case .done(let whole?, let made?) = answer else { return XCTFail("\(answer)") }
            XCTAssertEqual(whole.id, made)
            XCTAssertEqual(whole.values, values)
            XCTAssertEqual(whole.uuid, "0-1")
            XCTAssertEqual(
                lab.sent,
                [
                    """
                    POST contacts {"birthdate_add_reminder":true,"birthdate_day":3,"birthdate_month":2,\
                    "birthdate_year":1990,"first_name":"Zoë","gender_id":2,"is_birthdate_known":true,\
                    "is_deceased":true,"is_deceased_date_known":false,"last_name":"Doe","uuid":"0-1"}
                    """
                ])
        }
    }

    /// Names and gender are kept where they are left out; the rest is erased.
    func testAPerson() throws {
        onMainLoop {
            let lab = try EditLab()
            try await lab.readChoices()
            let id = try await lab.makeContact("Ann", ["middle_name": "M", "last_name": "Doe", "gender_id": 2])
            let values: [ContactKey: ContactValue] = [
                .firstName: .text("Ann"), .lastName: .text("Doe"), .gender: .text("Woman"), .description: .text("x"),
                .birthday: .day(.monthDay(month: 2, day: 3)),
            ]
            var body = try await sent(
                .values(id, .person, values, changed: [.birthday, .description], reminders: []), lab, of: id)
            XCTAssertEqual(
                body,
                """
                PUT contacts/$ {"birthdate_day":3,"birthdate_month":2,"description":"x","first_name":"Ann",\
                "is_birthdate_known":true,"is_deceased":false,"is_deceased_date_known":false}
                """)
            body = try await sent(
                .values(
                    id, .person, [.firstName: .text("Ann"), .death: .death(.monthDay(month: 5, day: 4))],
                    changed: [.lastName, .nickname, .gender, .death], reminders: [.death, .birthday]), lab, of: id)
            XCTAssertEqual(
                body,
                """
                PUT contacts/$ {"deceased_date_add_reminder":true,"deceased_date_day":4,"deceased_date_month":5,\
                "first_name":"Ann","gender_id":null,"is_birthdate_known":false,"is_deceased":true,\
                "is_deceased_date_known":true,"last_name":null,"nickname":null}
                """)
            let year = Calendar(identifier: .gregorian).component(.year, from: .now)
            body = try await sent(
                .values(
                    id, .person, [.firstName: .text("Ann"), .birthday: .day(.year(year + 3))], changed: [.birthday],
                    reminders: [.birthday]), lab, of: id)
            XCTAssertEqual(
                body,
                """
                PUT contacts/$ {"birthdate_age":-3,"birthdate_is_age_based":true,"first_name":"Ann",\
                "is_birthdate_known":true,"is_deceased":false,"is_deceased_date_known":false}
                """)
            let contact = try await lab.read(id)
            XCTAssertEqual(contact.values, [.firstName: .text("Ann"), .birthday: .day(.year(year + 3))])
        }
    }

    func testTheRestOfTheContact() throws {
        onMainLoop {
            let lab = try EditLab()
            let (id, bob) = (try await lab.makeContact(), try await lab.makeContact("Bob"))
            var body = try await sent(.values(id, .work, [.job: .text("J")], changed: [], reminders: []), lab, of: id)
            XCTAssertEqual(body, #"PUT contacts/$/work {"job":"J"}"#)
            body = try await sent(.values(id, .work, [:], changed: [.job], reminders: []), lab, of: id)
            XCTAssertEqual(body, "PUT contacts/$/work {}")
            body = try await sent(.values(id, .food, [.food: .text("a/b")], changed: [], reminders: []), lab, of: id)
            XCTAssertEqual(body, #"PUT contacts/$/food {"food_preferences":"a/b"}"#)
            let met: [ContactKey: ContactValue] = [
                .metOn: .day(.monthDay(month: 2, day: 3)), .metWhere: .text("Rome"),
                .metThrough: .contact(.remote(bob)), .metStory: .text("long"),
            ]
            body = try await sent(.values(id, .meeting, met, changed: [], reminders: [.metOn]), lab, of: id)
            XCTAssertEqual(
                body,
                """
                PUT contacts/$/introduction {"add_reminder":true,"day":3,"general_information":"long",\
                "is_date_known":true,"met_through_contact_id":\(bob.rawValue),"month":2,"where":"Rome","year":null}
                """)
            body = try await sent(.values(id, .meeting, [:], changed: [], reminders: []), lab, of: id)
            XCTAssertEqual(body, #"PUT contacts/$/introduction {"is_date_known":false}"#)
            body = try await sent(.me(id, true), lab, of: id)
            XCTAssertEqual(body, #"POST me/contact {"contact_id":$}"#)
            body = try await sent(.me(id, false), lab, of: id)
            XCTAssertEqual(body, "DELETE me/contact")
            body = try await sent(.addTags(id, ["a b", "c"]), lab, of: id)
            XCTAssertEqual(body, #"POST contacts/$/setTags {"tags":["a b","c"]}"#)
            let tag = try await lab.read(id).tags["c"]
            body = try await sent(.removeTags(id, [try XCTUnwrap(tag)]), lab, of: id)
            XCTAssertEqual(body, #"POST contacts/$/unsetTag {"tags":[\#(try XCTUnwrap(tag).rawValue)]}"#)
            let left = try await lab.read(id).tags.keys.sorted()
            XCTAssertEqual(left, ["a b"])
            body = try await sent(.delete(id), lab, of: id)
            XCTAssertEqual(body, "DELETE contacts/$")
            let (status, _) = try await lab.plain(.get, "contacts/\(id.rawValue)")
            XCTAssertEqual(status, 404)
        }
    }

    /// Labels that nobody changed are left out, which keeps them; others keep the server's key.
    func testFields() throws {
        onMainLoop {
            let lab = try EditLab()
            let id = try await lab.makeContact()
            let field = FieldValue(type: RemoteID("2"), content: "1", labels: ["home", "Shed"])
            let added = await lab.write(.addPart(id, .field(field)))
            guard case .done(nil, let made?) = added else { return XCTFail("\(added)") }
            let part = RemotePart(.field, made)
            let shown = try await lab.read(id).parts[part]?.value
            guard case .field(var read)? = shown else { return XCTFail("\(String(describing: shown))") }
            XCTAssertEqual(read.labels, ["home", "Shed"])
            read.content = "2"
            var body = try await sent(.changePart(id, part, .field(read)), lab, of: id)
            XCTAssertEqual(
                body,
                """
                PUT contactfields/\(made.rawValue) {"contact_field_type_id":2,"contact_id":$,"data":"2"}
                """)
            _ = try await lab.read(id)
            read.labels = ["home", "Barn"]
            body = try await sent(.changePart(id, part, .field(read)), lab, of: id)
            XCTAssertTrue(body.hasSuffix(#""data":"2","labels":["home","Barn"]}"#), body)
            let after = try await lab.read(id).parts[part]?.value
            XCTAssertEqual(after, .field(read))
            body = try await sent(.removePart(id, part), lab, of: id)
            XCTAssertEqual(body, "DELETE contactfields/\(made.rawValue)")
        }
    }

    /// A person asks for another contact while one is about to be changed.
    func testAnotherReadingBesideAWriteCostsNothing() throws {
        onMainLoop {
            let lab = try EditLab()
            let (id, other) = (try await lab.makeContact(), try await lab.makeContact())
            let number = try XCTUnwrap(Int(id.rawValue))
            let made = try await lab.make(
                "addresses", ["contact_id": number, "street": "Main St", "latitude": 45.7, "longitude": -4.8])
            _ = try await lab.read(id)
            _ = try await lab.read(other)
            let part = RemotePart(.address, made)
            _ = await lab.server.answer(.write(.changePart(id, part, .address(AddressValue(city: "Lyon")))))
            let (_, address) = try await lab.plain(.get, "addresses/\(made.rawValue)")
            let data = try XCTUnwrap(address["data"] as? EditLab.Object)
            XCTAssertEqual(data["city"] as? String, "Lyon")
            XCTAssertEqual(data["latitude"] as? Double, 45.7)
        }
    }

    /// What no form shows of an address survives.
    func testAddresses() throws {
        onMainLoop {
            let lab = try EditLab()
            let id = try await lab.makeContact()
            let made = try await lab.make(
                "addresses",
                [
                    "contact_id": try XCTUnwrap(Int(id.rawValue)), "street": "Main St", "country": "zzz",
                    "latitude": 45.7, "longitude": -4.8,
                ])
            let part = RemotePart(.address, made)
            guard case .address(var address)? = try await lab.read(id).parts[part]?.value else {
                return XCTFail("no address")
            }
            (address.street, address.city) = (nil, "Lyon")
            let body = try await sent(.changePart(id, part, .address(address)), lab, of: id)
            XCTAssertEqual(
                body,
                """
                PUT addresses/\(made.rawValue) {"city":"Lyon","contact_id":$,"country":"zzz","latitude":45.7,\
                "longitude":-4.8}
                """)
            let new = AddressValue(name: "Work", street: "S", province: "P", postalCode: "69", country: "FR")
            let added = try await sent(.addPart(id, .address(new)), lab, of: id)
            XCTAssertEqual(
                added,
                """
                POST addresses {"contact_id":$,"country":"FR","name":"Work","postal_code":"69","province":"P",\
                "street":"S"}
                """)
            let parts = try await lab.read(id).parts.values.map(\.value)
            XCTAssertEqual(Set(parts), [.address(new), .address(AddressValue(city: "Lyon", country: "ZZZ"))])
        }
    }

    func testRelationships() throws {
        onMainLoop {
            let lab = try EditLab()
            try await lab.readChoices()
            let (id, bob) = (try await lab.makeContact(), try await lab.makeContact("Bob"))
            var relationship = RelationshipValue(type: RemoteID("parent"), other: .remote(bob))
            var body = try await sent(.addPart(id, .relationship(relationship)), lab, of: id)
            XCTAssertEqual(
                body,
                #"POST relationships {"contact_is":$,"of_contact":\#(bob.rawValue),"relationship_type_id":8}"#)
            let contact = try await lab.read(id)
            XCTAssertEqual(contact.parts.values.map(\.value), [.relationship(relationship)])
            let part = try XCTUnwrap(contact.parts.keys.first)
            relationship.type = RemoteID("sibling")
            body = try await sent(.changePart(id, part, .relationship(relationship)), lab, of: id)
            XCTAssertEqual(body, #"PUT relationships/\#(part.id.rawValue) {"relationship_type_id":10}"#)
            let other = try await lab.read(bob)
            XCTAssertEqual(
                other.parts.values.map(\.value),
                [.relationship(RelationshipValue(type: RemoteID("sibling"), other: .remote(id)))])
            body = try await sent(.removePart(id, part), lab, of: id)
            XCTAssertEqual(body, "DELETE relationships/\(part.id.rawValue)")
        }
    }

    /// A word that the stored choices lack is looked for on the server; one that is nowhere is not sent.
    func testWordsWithoutStoredChoices() throws {
        onMainLoop {
            let lab = try EditLab()
            let (id, bob) = (try await lab.makeContact(), try await lab.makeContact("Bob"))
            lab.forgetRequests()
            let values: [ContactKey: ContactValue] = [.firstName: .text("Ann"), .gender: .text("Man")]
            guard case .done = await lab.write(.values(id, .person, values, changed: [.gender], reminders: [])) else {
                return XCTFail("not done")
            }
            XCTAssertEqual(lab.sent.map { $0.prefix(12) }, ["GET genders", "PUT contacts"])
            let parent = RelationshipValue(type: RemoteID("parent"), other: .remote(bob))
            guard case .done = await lab.write(.addPart(id, .relationship(parent))) else { return XCTFail("not done") }
            lab.forgetRequests()
            let nobody = RelationshipValue(type: RemoteID("twin"), other: .remote(bob))
            let answer = await lab.write(.addPart(id, .relationship(nobody)))
            guard case .refused([], _) = answer else { return XCTFail("\(answer)") }
            XCTAssertEqual(lab.sent, ["GET relationshiptypes"])
        }
    }
}

/// The request that a write becomes, with `$` for the contact's number.
@MainActor
private func sent(_ write: EditWrite, _ lab: EditLab, of id: RemoteID) async throws -> String {
    lab.forgetRequests()
    guard case .done = await lab.write(write) else {
        XCTFail("not done: \(write)")
        return ""
    }
    XCTAssertEqual(lab.sent.count, 1, "\(lab.sent)")
    XCTAssertTrue(lab.transport.requests.allSatisfy { $0.urgency == .edit && !$0.followsRedirects })
    return (lab.sent.first ?? "").replacing("contacts/\(id.rawValue)", with: "contacts/$")
        .replacing("\":\(id.rawValue),", with: "\":$,").replacing("\":\(id.rawValue)}", with: "\":$}")
}
