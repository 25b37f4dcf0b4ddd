import DemoServer
import DemoServerFaults
import Foundation
import Model
import Network
import TestSupport
import XCTest

@testable import Contacts
@testable import Monica

/// The meaning of each answer to a write, which leaves once, and to a question.
final class WriteAnswerTests: XCTestCase {
    private static func rename(_ id: RemoteID) -> MonicaRequest {
        let body = RequestBody(person: [.firstName: .text("Anna")], changed: [.firstName], reminders: [], year: 2026)
        return MonicaRequest(.put, "contacts/\(id.rawValue)", body, expected: .contact(id))
    }

    private static func text(_ answer: WriteAnswer<MonicaPlanner.Reading>) -> String {
        switch answer {
        case .done(let reading, let made): "done" + (reading == nil ? "" : " whole") + (made == nil ? "" : " made")
        case .refused(let sentences): "refused \(sentences)"
        case .failed(let failure): text(failure)
        }
    }

    private static func text(_ answer: Result<MonicaPlanner.Reading, RequestFailure>) -> String {
        switch answer {
        case .success(let reading): "contact \(reading.contact?.id.rawValue ?? "none")"
        case .failure(.gone): "gone"
        case .failure(.refused(let sentences)): "refused \(sentences)"
        case .failure(.failed(let failure)): text(failure)
        }
    }

    private static func text(_ failure: ServerFailure) -> String {
        guard case .page(let obstacle) = failure else { return "\(failure)" }
        return "page" + (obstacle.map { " \($0)" } ?? "")
    }

    func testEachAnswer() {
        onMainLoop(limit: .seconds(30)) {
            func body(_ text: String, _ type: String = "application/json") -> Failure {
                .body(Data(text.utf8), type: type)
            }
            let html = Data("<html>no</html>".utf8)
            let answers: [String: [Failure]] = [
                "unauthorized": [.status(401)], "rateLimited(wait: 7.0)": [.status(429, retryAfter: 7)],
                "rateLimited(wait: 60.0)": [.status(429)], "failed(status: 507)": [.status(507)],
                "failed(status: 500)": [.status(500), .carriedOut(status: 500)],
                "unavailable(wait: Optional(3.0))": [.status(503, retryAfter: 3)],
                "unavailable(wait: nil)": [.status(502), .status(504), .carriedOut(status: 502)],
                #"refused ["Injected failure."]"#: [.status(403), .status(422)],
                "refused []": [.forbidden(Data("no".utf8), type: "text/plain")],
                "page": [.status(404), .status(405), .htmlPage, body("", "text/html"), body("<html>")],
                "page challenge": [.forbidden(html, type: "text/html; charset=UTF-8")],
                "page loginPage": [
                    .redirect(to: "http://127.0.0.1:9/login"), body("<html><title>Sign in</title>", "text/html"),
                ],
                "page proxyPassword": [.status(407)],
                "lost": [
                    .lostAnswer, .hangUp, .truncatedBody, .wrongLength(excess: 9), .lateRequest(.milliseconds(1)),
                    .endlessBody, body(""), body("[]"), body(#"{"message":"The route api/nope could not be found."}"#),
                    body(#"{"data":{"id":999,"contactFields":[]}}"#),
                    body(#"{"data":{"id":1e999,"contactFields":[]}}"#),
                ],
                "done": [body(#"{"data":{"id":1}}"#)],
            ]
            for (answer, failure) in answers.flatMap({ row in row.value.map { (row.key, $0) } }) {
                let lab = try await EditLab()
                let id = try await lab.makeContact()
                // An older connection is there to be used again.
                _ = await lab.server.ask(.contact(id), after: nil)
                lab.demo.inject(failure, at: "/api/contacts/\(id.rawValue)", method: "PUT", times: 1)
                lab.forgetRequests()
                expect(Self.text(await lab.server.send(Self.rename(id))), answer, "\(failure)")
                XCTAssertEqual(lab.demo.requests.map(\.method), ["PUT"], "\(failure)")
                XCTAssertTrue(lab.transport.requests.allSatisfy { $0.urgency == .edit && !$0.followsRedirects })
            }
        }
    }

    /// A proxy has a page of its own for an upload that is too large.
    func testAPageForTooLargeAnUploadIsARefusal() throws {
        let url = try XCTUnwrap(URL(string: "https://monica.example.org/api/photos"))
        let body = Data("<html><head><title>413 Request Entity Too Large</title></head></html>".utf8)
        let page = RequestFailure.failed(.page(nil))
        let cases: [(Int, RequestFailure)] = [(413, .refused([])), (414, page), (200, page)]
        for (status, failure) in cases {
            let answer = HTTPResponse(status: status, url: url, headers: ["content-type": "text/html"], body: body)
            XCTAssertEqual(RequestFailure(answer, to: .post), failure, "\(status)")
        }
    }

    /// A refused question has no content that a proxy may refuse. A refused write has.
    func testAQuestionMeetsAnObstacleWhereAWriteIsRefused() throws {
        let url = try XCTUnwrap(URL(string: "https://monica.example.org/api/contacts/1"))
        let refusal = HTTPResponse(status: 403, url: url, headers: [:], body: Data("Forbidden".utf8))
        XCTAssertEqual(RequestFailure(refusal, to: .get), .failed(.page(.challenge)))
        XCTAssertEqual(RequestFailure(refusal, to: .put), .refused([]))
        let headers = ["cf-mitigated": "challenge"]
        let page = HTTPResponse(status: 503, url: url, headers: headers, body: Data("<html>".utf8))
        for method in [HTTPRequest.Method.get, .put] {
            XCTAssertEqual(RequestFailure(page, to: method), .failed(.page(.challenge)))
        }
        XCTAssertEqual(RequestFailure(TransportError.certificateRequired), .failed(.page(.certificate)))
    }

    /// The server's own refusals in its two forms, and the things that are gone in its three.
    func testRefusalsInTheServersWords() {
        onMainLoop {
            let lab = try await EditLab()
            let id = try await lab.makeContact()
            let path = "contacts/\(id.rawValue)"
            @MainActor func expect(
                _ method: HTTPRequest.Method, _ path: String, _ body: RequestBody?,
                _ expected: MonicaRequest.Expected, _ answer: String, line: UInt = #line
            ) async {
                lab.forgetRequests()
                let got = await lab.server.send(MonicaRequest(method, path, body, expected: expected))
                XCTAssertTrue(Self.text(got).hasPrefix("refused [\"" + answer), Self.text(got), line: line)
                XCTAssertEqual(lab.demo.requests.filter { $0.method != "GET" }.count, 1, line: line)
            }
            let empty: RequestBody = ["contact_id": .number(named: id), "contact_field_type_id": .number(1)]
            await expect(.put, path, [:], .contact(id), "The first name field is required.")
            await expect(.post, "contactfields", empty, .part(nil), "The data field is required.")
            await expect(.post, path + "/setTags", ["tags": .list([])], .contact(id), "The tags field is required.")
            let (nobody, none) = (RemoteID("9999"), "No query results for model")
            await expect(.delete, "contacts/9999", nil, .contactDeletion(nobody), "The selected contact id is invalid.")
            await expect(.delete, "contactfields/9999", nil, .deletion, "The selected contact field id is invalid.")
            await expect(.post, path + "/unsetTag", ["tags": .list([.number(9_999)])], .contact(id), none)
            lab.demo.archiveContact(id.number)
            await expect(.put, path, Self.rename(id).body, .contact(id), "Archived contact can")
            lab.demo.archiveContact(id.number, false)

            try await lab.plain(.delete, path)
            let gone = "The resource has not been found"
            await expect(.put, path, Self.rename(id).body, .contact(id), gone)
            await expect(.delete, path, nil, .contactDeletion(id), none)
            await expect(.put, path + "/work", [:], .contact(id), gone)
            await expect(.post, path + "/setTags", ["tags": .list([.text("a")])], .contact(id), gone)
            await expect(.post, "me/contact", ["contact_id": .number(named: id)], .anything, gone)
            let field = RequestBody(.field(FieldValue(type: RemoteID("2"), content: "a")), of: id)
            await expect(.post, "contactfields", field, .part(nil), gone)
        }
    }

    func testAnotherAddressSaysNothingOfTheContact() {
        onMainLoop {
            let lab = try await EditLab(contacts: 1, below: "/elsewhere", knowsChoices: false)
            expect(Self.text(await lab.server.send(Self.rename(RemoteID("1")))), "page")
            expect(Self.text(await lab.server.ask(.contact(RemoteID("1")), after: nil)), "page")
        }
    }

    func testASlowAnswerIsLost() {
        onMainLoop {
            let lab = try await EditLab(contacts: 1)
            lab.transport.timeout = .milliseconds(300)
            lab.demo.inject(.slowFirstByte(.seconds(3)), at: "/api/contacts/1", method: "PUT")
            expect(Self.text(await lab.server.send(Self.rename(RemoteID("1")))), "lost")
            XCTAssertEqual(lab.demo.requestCount("/api/contacts/1"), 1)
            XCTAssertEqual(lab.transport.requests.last?.answerTimeout, .seconds(60))
        }
    }

    func testWithoutAServerNothingHasLeft() {
        onMainLoop {
            let lab = try await EditLab(contacts: 1)
            lab.demo.stop()
            // A reading notices that the server has closed the connection. A write that finds it out may have left.
            expect(Self.text(await lab.server.ask(.contact(RemoteID("1")), after: nil)), "offline")
            expect(Self.text(await lab.server.send(Self.rename(RemoteID("1")))), "offline")
        }
    }

    /// Rather than waiting a minute with an old reading, nothing is sent.
    func testASpentLimitSendsNothing() {
        onMainLoop {
            let lab = try await EditLab(contacts: 1, knowsChoices: false) { $0.rateLimit = 12 }
            for _ in 0..<10 { _ = await lab.server.ask(.contact(RemoteID("1")), after: nil) }
            lab.forgetRequests()
            let answer = await lab.server.send(Self.rename(RemoteID("1")))
            guard case .failed(.rateLimited(let wait)) = answer else { return XCTFail("\(answer)") }
            XCTAssertGreaterThan(wait, 30)
            XCTAssertEqual(lab.demo.requests.count, 0)
        }
    }

    /// The server is asked for the number of a word that the stored choices lack. A word without a number is not sent.
    func testWordsWithoutStoredChoices() {
        onMainLoop {
            let lab = try await EditLab(knowsChoices: false)
            let bob = try await lab.makeContact("Bob")
            let ann = try await lab.open(try await lab.makeContact()).id
            let (read, genders) = ("GET contacts/$", "GET genders")
            expect(try await lab.save(.text(.gender, "Man"), of: ann), [read, genders, "PUT contacts/$"])
            let parent = RelationshipValue(type: RemoteID("parent"), other: .remote(bob))
            let calls = [read, "GET relationshiptypes", "POST relationships", read]
            expect(try await lab.save(lab.part(.relationship(parent)), of: ann), calls)
            expect(try await lab.save(.text(.gender, "Twin"), of: ann), [read, genders, read])
            XCTAssertEqual(lab.contacts[ann]?.rows[.value(.gender)]?.problem, .refused(sentences: []))
        }
    }

    // The answers to questions.

    func testACopyBySlot() throws {
        let json = #"""
            {"id":5,"uuid":"u","first_name":" Ann ","contactFields":[{"id":7,"content":"1","contact_field_type":{"id":2},
            "labels":[{"type":"home","label":"Zuhause"},{"type":null,"label":"Shed"}]}],"addresses":[{"id":7,"latitude":1.5,
            "country":{"id":"fr","iso":"fr"}}],"tags":[{"id":3,"name":"a"}],"information":{"dates":{"birthdate":
            {"date":"1990-02-03T00:00:00Z","is_age_based":false,"is_year_unknown":true}},"how_you_met":{"first_met_date":
            {"date":"1980-01-01T00:00:00Z","is_age_based":true},"first_met_through_contact":{"id":6}}}}
            """#
        let (planner, copy) = (MonicaPlanner(year: 2026), Data(json.utf8))
        let names = EditLab.Names(remotes: [ContactID(9): RemoteID("6")])
        var parts = PartBook()
        let view = try XCTUnwrap(planner.view(copy: copy, parts: &parts, names: names))
        let states: [SlotState] = [
            .text(.firstName, "Ann"), .day(.birthday, .monthDay(month: 2, day: 3)), .day(.metOn, .year(1980)),
            .tag("a"),
            SlotState(.value(.metThrough), .value(.contact(.local(ContactID(9))))), .exists,
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
                expect(Self.text(await lab.server.ask(.contact(RemoteID("1")), after: nil)), "page", body)
            }
            lab.forgetRequests()
            for name in ["", "0", "-1", "abc", "1/work", "99999999999999999999"] {
                expect(Self.text(await lab.server.ask(.contact(RemoteID(name)), after: nil)), "gone", name)
            }
            XCTAssertEqual(lab.calls, [])
            expect(Self.text(await lab.server.ask(.contact(RemoteID("99")), after: nil)), "gone")
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
                lab.demo.inject(.lostAnswer, at: "/api/contacts", method: "POST", times: 1)
                let id = lab.create("0F-1", [.text(.firstName, "Ann")])
                try await lab.send(id)
                XCTAssertEqual(lab.calls, ["POST contacts", "GET contacts", "GET contacts/$"])
                XCTAssertEqual(lab.demo.contactCount, 121, "\(date ?? "none")")
                XCTAssertEqual(lab.contacts[id]?.rows, [:])
                // Others are made in between.
                for number in 1...25 { _ = try await lab.makeContact("Other \(number)") }
                lab.demo.inject(.status(504), at: "/api/contacts", method: "GET", times: 3)
                lab.forgetRequests()
                let ours = "contact \(lab.contacts[id]?.remote?.rawValue ?? "")"
                expect(Self.text(await lab.server.ask(.newest(uuid: "0f-1"), after: nil)), ours)
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
            expect(Self.text(await lab.server.ask(.newest(uuid: "u"), after: nil)), "contact \(ours.rawValue)")
            lab.transport.onRequest = { _ in
                if lab.transport.requests.count == 2 { try await lab.plain(.delete, "contacts/\(next.number + 1)") }
            }
            lab.forgetRequests()
            _ = await lab.server.ask(.newest(uuid: "nobody's"), after: nil)
            XCTAssertEqual(lab.calls.count, 2 + 3, "all are read again")
        }
    }
}
