import DemoServer
import DemoServerFaults
import Foundation
import Model
import Network
import TestSupport
import XCTest

@testable import Contacts
@testable import Monica

/// The answers to questions.
final class WriteReadingTests: XCTestCase {
    func testAContactIsReadWithAllThatCanBeEdited() {
        onMainLoop {
            let lab = try await EditLab()
            let bob = try await lab.makeContact("Bob")
            let ann = try await lab.makeContact(
                "Ann",
                [
                    "last_name": "Doe", "nickname": "Annie", "gender_id": 2, "description": "tall", "uuid": "our-own",
                    "is_birthdate_known": true, "birthdate_day": 3, "birthdate_month": 2, "is_deceased": true,
                    "is_deceased_date_known": true, "deceased_date_day": 4, "deceased_date_month": 5,
                    "deceased_date_year": 2001,
                ])
            let path = "contacts/\(ann.rawValue)"
            try await lab.plain(.put, path + "/work", ["job": "Smith", "company": "Forge"])
            try await lab.plain(.put, path + "/food", ["food_preferences": "fish"])
            try await lab.plain(
                .put, path + "/introduction",
                [
                    "is_date_known": true, "is_age_based": true, "age": 10, "general_information": "at sea",
                    "met_through_contact_id": bob.number,
                ])
            let mail = try await lab.make(
                "contactfields",
                ["contact_id": ann.number, "contact_field_type_id": 1, "data": "a@b.c", "labels": ["home"]])
            let home = try await lab.make(
                "addresses", ["contact_id": ann.number, "street": "Main St", "country": "fr", "latitude": 1.5])
            let sibling = try await lab.make(
                "relationships", ["contact_is": ann.number, "of_contact": bob.number, "relationship_type_id": 10])
            try await lab.plain(.post, path + "/setTags", ["tags": ["one", "two"]])
            try await lab.plain(.post, "me/contact", ["contact_id": ann.number])

            let contact = try await SaveLab(lab).open(ann)
            let year = Calendar(identifier: .gregorian).component(.year, from: .now)
            let values: [ContactKey: ContactValue] = [
                .firstName: .text("Ann"), .lastName: .text("Doe"), .nickname: .text("Annie"), .gender: .text("Woman"),
                .description: .text("tall"), .birthday: .day(.monthDay(month: 2, day: 3)),
                .death: .death(.date(year: 2001, month: 5, day: 4)), .job: .text("Smith"), .company: .text("Forge"),
                .food: .text("fish"), .metOn: .day(.year(year - 10)), .metThrough: .contact(.remote(bob)),
                .metStory: .text("at sea"),
            ]
            for key in ContactKey.allCases { XCTAssertEqual(contact.copy[.value(key)], values[key].map { .value($0) }) }
            XCTAssertFalse(contact.copy.shows(.value(.metWhere)))
            func part(_ kind: PartKind, _ remote: RemoteID) throws -> SlotValue? {
                contact.copy[.part(kind, try XCTUnwrap(contact.parts.knownID(of: kind, remote)))]
            }
            XCTAssertEqual(
                try part(.field, mail),
                .part(.field(FieldValue(type: RemoteID("1"), content: "a@b.c", labels: ["home"]))))
            guard case .part(.address(let address))? = try part(.address, home) else { return XCTFail("no address") }
            XCTAssertEqual(address, AddressValue(street: "Main St", country: "FR"))
            XCTAssertEqual(address.latitude, 1.5)
            XCTAssertEqual(address.countrySpelling, "fr")
            XCTAssertEqual(
                try part(.relationship, sibling),
                .part(.relationship(RelationshipValue(type: RemoteID("sibling"), other: .remote(bob)))))
            XCTAssertEqual(contact.copy[.tag("one")], .on)
            XCTAssertEqual(contact.copy[.tag("two")], .on)
            guard case .read(let user) = await lab.server.ask(.user, after: nil) else { return XCTFail("no user") }
            XCTAssertEqual(user.user, .some(ann))

            guard case .read(let read) = await lab.server.ask(.contact(ann), after: nil) else { return XCTFail("none") }
            let copy = try XCTUnwrap(lab.server.planner.copy(in: read))
            XCTAssertEqual(lab.server.planner.uuid(in: copy), "our-own")
            var parts = contact.parts
            // The contact itself is known here by now, and its friend is named as here.
            let names = SaveLab.Names(remotes: [ContactID(9): bob])
            let view = try XCTUnwrap(lab.server.planner.view(copy: copy, parts: &parts, names: names))
            XCTAssertEqual(view[.value(.metThrough)], .value(.contact(.local(ContactID(9)))))
            XCTAssertFalse(view.shows(.reminder(.birthday)), "the reminders were not read")
            XCTAssertTrue(view.shows(.reminder(.metOn)), "an age has none")
        }
    }

    func testAContactWithoutItsFieldsIsNone() {
        XCTAssertNil(MonicaContact(json: Data(#"{"id":1,"first_name":"Ann"}"#.utf8)))
        XCTAssertNil(MonicaContact(json: Data(#"{"id":1,"contactFields":null}"#.utf8)))
        XCTAssertNil(MonicaContact(json: Data(#"{"id":0,"contactFields":[]}"#.utf8)))
        XCTAssertNil(MonicaContact(json: Data(#"{"id":1e99,"contactFields":[]}"#.utf8)))
        XCTAssertNotNil(MonicaContact(json: Data(#"{"id":1,"contactFields":[]}"#.utf8)))
    }

    func testOnlyAContactIsAnAnswer() {
        onMainLoop {
            let lab = try await EditLab(contacts: 1)
            for body in [
                "", "{}", "[]", #"{"data":7}"#, #"{"data":{"id":1}}"#, #"{"data":{"id":2,"contactFields":[]}}"#,
            ] {
                lab.demo.inject(.body(Data(body.utf8), type: "application/json"), at: "/api/contacts/1", times: 1)
                guard case .failed(.page) = await lab.server.ask(.contact(RemoteID("1")), after: nil) else {
                    return XCTFail("an answer: \(body)")
                }
            }
            for name in ["", "0", "-1", "abc", "1/work", "99999999999999999999"] {
                lab.forgetRequests()
                guard case .gone = await lab.server.ask(.contact(RemoteID(name)), after: nil) else {
                    return XCTFail("an answer for \(name)")
                }
                XCTAssertEqual(lab.sent, [])
            }
            guard case .gone = await lab.server.ask(.contact(RemoteID("99")), after: nil) else { return XCTFail("99") }
        }
    }

    /// A new contact is found by its UUID: no clock counts, and a small server sends shorter pages.
    func testANewContactIsFound() {
        onMainLoop(limit: .seconds(30)) {
            let dates = [nil, "Sun, 06 Nov 1994 08:49:37 GMT", "Fri, 06 Nov 2054 08:49:37 GMT", "yesterday"]
            for date in dates {
                let lab = try await EditLab(contacts: 120)
                lab.transport.onAnswer = { answer in
                    var headers = answer.headers
                    headers["date"] = date
                    return HTTPResponse(status: answer.status, url: answer.url, headers: headers, body: answer.body)
                }
                let save = SaveLab(lab)
                lab.demo.inject(.lostAnswer, at: "/api/contacts", method: "POST", times: 1)
                let id = save.make("0F-1", .text(.firstName, "Ann"))
                try await save.send(id)
                XCTAssertEqual(lab.calls, ["POST contacts", "GET contacts", "GET contacts/$"])
                XCTAssertEqual(lab.demo.contactCount, 121, "\(date ?? "none")")
                XCTAssertEqual(save.contacts[id]?.rows, [:])
                // Others are made in between.
                for number in 1...25 { _ = try await lab.makeContact("Other \(number)") }
                lab.demo.inject(.status(504), at: "/api/contacts", method: "GET", times: 3)
                lab.forgetRequests()
                guard case .read(let reading) = await lab.server.ask(.newest(uuid: "0f-1"), after: nil) else {
                    return XCTFail("no answer")
                }
                XCTAssertEqual(reading.contact?.id, save.contacts[id]?.remote)
                XCTAssertEqual(lab.calls.last, "GET contacts/$")
                lab.forgetRequests()
                _ = await lab.server.ask(.newest(uuid: "nobody's"), after: nil)
                XCTAssertEqual(lab.calls.count, 15, "the size is kept, and the pages are bounded")
            }
        }
    }

    /// The oldest of two contacts with the UUID is ours; a contact that goes in between hides none.
    func testTheOldestIsOurs() {
        onMainLoop {
            let lab = try await EditLab()
            let ours = try await lab.makeContact("Ours", ["uuid": "u"])
            let next = try await lab.makeContact("Twin", ["uuid": "u"])
            for number in 1...110 { _ = try await lab.makeContact("Other \(number)") }
            guard case .read(let reading) = await lab.server.ask(.newest(uuid: "u"), after: nil) else {
                return XCTFail("no answer")
            }
            XCTAssertEqual(reading.contact?.id, ours)
            lab.transport.onRequest = { _ in
                if lab.transport.requests.count == 2 { try await lab.plain(.delete, "contacts/\(next.number + 1)") }
            }
            lab.forgetRequests()
            _ = await lab.server.ask(.newest(uuid: "nobody's"), after: nil)
            XCTAssertEqual(lab.calls.count, 2 + 3, "all are read again")
        }
    }
}
