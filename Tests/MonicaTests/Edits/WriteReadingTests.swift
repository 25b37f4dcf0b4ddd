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
    func testACopyBySlot() throws {
        let json = #"""
            {"id":5,"uuid":"u","first_name":" Ann ","contactFields":[{"id":7,"content":"1","contact_field_type":{"id":2},
            "labels":[{"type":"home","label":"Zuhause"},{"type":null,"label":"Shed"}]}],"addresses":[{"id":7,"latitude":1.5,
            "country":{"id":"fr","iso":"fr"}}],"tags":[{"id":3,"name":"a"}],"information":{"dates":{"birthdate":
            {"date":"1990-02-03T00:00:00Z","is_age_based":false,"is_year_unknown":true}},"how_you_met":{"first_met_date":
            {"date":"1980-01-01T00:00:00Z","is_age_based":true},"first_met_through_contact":{"id":6}}}}
            """#
        let (planner, copy) = (MonicaPlanner(year: 2026), Data(json.utf8))
        let names = SaveLab.Names(remotes: [ContactID(9): RemoteID("6")])
        var parts = PartBook()
        let view = try XCTUnwrap(planner.view(copy: copy, parts: &parts, names: names))
        let states: [SlotState] = [
            .text(.firstName, "Ann"), .day(.birthday, .monthDay(month: 2, day: 3)), .day(.metOn, .year(1980)),
            .tag("a"),
            SlotState(.value(.metThrough), .value(.contact(.local(ContactID(9))))), SlotState(.existence, .on),
            PlannerTests.field(1, "1", "home", "Shed"),
            SlotState(.part(.address, PartID(2)), .part(.address(AddressValue(country: "FR")))),
        ]
        XCTAssertEqual(Set(view.values.map { SlotState($0.key, $0.value) }), Set(states))
        guard case .part(.address(let address))? = view[.part(.address, PartID(2))] else { return XCTFail("none") }
        XCTAssertEqual(address.latitude, 1.5)
        XCTAssertEqual(address.countrySpelling, "fr")
        XCTAssertFalse(view.shows(.value(.metWhere)))
        XCTAssertFalse(view.shows(.reminder(.birthday)), "the reminders were not read")
        XCTAssertTrue(view.shows(.reminder(.metOn)), "an age has none")
        XCTAssertEqual(planner.uuid(in: copy), "u")
        XCTAssertNil(planner.view(copy: Data("{}".utf8), parts: &parts, names: names))
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
                let id = save.make("0F-1", [.text(.firstName, "Ann")])
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
