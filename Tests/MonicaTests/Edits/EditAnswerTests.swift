import Contacts
import DemoServer
import DemoServerFaults
import Foundation
import Model
import Network
import TestSupport
import XCTest

@testable import Monica

/// What each answer to a write means. Whatever comes, the write left once.
final class EditAnswerTests: XCTestCase {
    private static let json = "application/json"

    @MainActor
    private static func rename(_ id: RemoteID) -> EditWrite {
        .values(id, .person, [.firstName: .text("Anna")], changed: [.firstName], reminders: [])
    }

    /// Renames a contact in front of a failure, and says what it was told; the contact was read before, over a connection
    /// that could be used again.
    @MainActor
    private static func answer(
        to failure: Failure, file: StaticString = #filePath, line: UInt = #line
    ) async throws -> EditAnswer {
        let lab = try EditLab()
        let id = try await lab.makeContact()
        _ = try await lab.read(id)
        lab.demo.inject(failure, at: "/api/contacts/\(id.rawValue)", method: "PUT", times: 1)
        lab.forgetRequests()
        let answer = await lab.write(rename(id))
        XCTAssertEqual(lab.demo.requests.map(\.method), ["PUT"], "\(failure)", file: file, line: line)
        return answer
    }

    func testEachAnswer() throws {
        onMainLoop(limit: .seconds(30)) {
            func body(_ text: String, _ type: String = Self.json) -> Failure { .body(Data(text.utf8), type: type) }
            let expected: [(Failure, String)] = [
                (.status(401), "unauthorized"), (.status(429, retryAfter: 7), "rateLimited(wait: 7.0)"),
                (.status(429), "rateLimited(wait: 60.0)"), (.status(404), "failed(status: 404)"),
                (.status(405), "failed(status: 405)"), (.redirect(to: "http://127.0.0.1:9/login"), "page"),
                (.htmlPage, "page"), (body("", "text/html"), "page"), (body("<html>"), "page"),
                (.status(502), "gateway"), (.status(503, retryAfter: 3), "gateway"), (.status(504), "gateway"),
                (.status(500), "failed(status: 500)"), (.status(507), "failed(status: 507)"),
                (.carriedOut(status: 500), "failed(status: 500)"), (.carriedOut(status: 502), "gateway"),
                (.lostAnswer, "lost"), (.hangUp, "lost"), (.truncatedBody, "lost"), (.wrongLength(excess: 9), "lost"),
                (.lateRequest(.milliseconds(1)), "lost"), (body(""), "lost"), (body("[]"), "lost"),
                (body(#"{"data":{"id":999,"contactFields":[]}}"#), "lost"),
                (body(#"{"data":{"id":1e999,"contactFields":[]}}"#), "lost"),
            ]
            for (failure, answer) in expected {
                let got = try await Self.answer(to: failure)
                XCTAssertEqual("\(got)", answer, "\(failure)")
            }
        }
    }

    /// What the server itself refuses, in its two forms, and what is gone in its three.
    func testRefusalsInTheServersWords() throws {
        onMainLoop {
            let lab = try EditLab()
            let id = try await lab.makeContact()
            @MainActor func answer(_ write: EditWrite) async -> String {
                lab.forgetRequests()
                let answer = await lab.write(write)
                XCTAssertEqual(lab.demo.requests.count, 1, "\(write)")
                guard case .refused(let messages, let keys) = answer else { return "\(answer)" }
                return "refused(\(messages))" + keys.sorted().map { " \($0)" }.joined()
            }
            var got = await answer(.values(id, .person, [:], changed: [.firstName], reminders: []))
            XCTAssertEqual(got, #"refused(["The first name field is required."]) firstName"#)
            let field = FieldValue(type: RemoteID("1"), content: "")
            got = await answer(.addPart(id, .field(field)))
            XCTAssertEqual(got, #"refused(["The data field is required."])"#)
            got = await answer(.addTags(id, []))
            XCTAssertEqual(got, #"refused(["The tags field is required."])"#)
            got = await answer(.delete(RemoteID("9999")))
            XCTAssertEqual(got, #"refused(["The selected contact id is invalid."])"#)
            got = await answer(.removePart(id, RemotePart(.field, RemoteID("9999"))))
            XCTAssertEqual(got, #"refused(["The selected contact field id is invalid."])"#)

            lab.demo.archiveContact(try XCTUnwrap(Int(id.rawValue)))
            got = await answer(Self.rename(id))
            XCTAssertTrue(got.hasPrefix(#"refused(["Archived contact can"#), got)
            lab.demo.archiveContact(try XCTUnwrap(Int(id.rawValue)), false)

            try await lab.plain(.delete, "contacts/\(id.rawValue)")
            let other = try await lab.makeContact("Bob")
            for write in [
                Self.rename(id), .delete(id), .values(id, .work, [:], changed: [], reminders: []),
                .values(id, .food, [:], changed: [], reminders: []),
                .values(id, .meeting, [:], changed: [], reminders: []), .addTags(id, ["a"]),
                .addPart(id, .address(AddressValue(city: "A"))),
                .addPart(id, .field(FieldValue(type: RemoteID("1"), content: "a"))), .me(id, true),
            ] {
                got = await answer(write)
                XCTAssertEqual(got, "gone", "\(write)")
            }
            // It may be another than the contact of the edit that is gone.
            try await lab.readChoices()
            let parent = RelationshipValue(type: RemoteID("parent"), other: .remote(id))
            got = await answer(.addPart(other, .relationship(parent)))
            XCTAssertEqual(got, "goneOrPersonGone")
            got = await answer(
                .values(other, .meeting, [.metThrough: .contact(.remote(id))], changed: [], reminders: []))
            XCTAssertEqual(got, "goneOrPersonGone")
            // A tag that is gone says nothing of the contact.
            got = await answer(.removeTags(other, [RemoteID("9999")]))
            XCTAssertEqual(got, "failed(status: 404)")
        }
    }

    func testAnotherAddressSaysNothingOfTheContact() throws {
        onMainLoop {
            let lab = try EditLab(contacts: 1, below: "/elsewhere")
            let answer = await lab.write(Self.rename(RemoteID("1")))
            guard case .failed(status: 404) = answer else { return XCTFail("\(answer)") }
            let read = await lab.server.answer(.contact(RemoteID("1"))).answer
            guard case .failed(status: 404) = read else { return XCTFail("\(read)") }
        }
    }

    /// Older servers leave the fields out of the answers to writes: then they are no copies.
    func testAnAnswerWithoutFieldsIsNoCopy() throws {
        onMainLoop {
            let lab = try EditLab(contacts: 1)
            let id = RemoteID("1")
            let whole = await lab.write(.addTags(id, ["new"]))
            guard case .done(let copy?, made: nil) = whole else { return XCTFail("\(whole)") }
            let read = try await lab.read(id)
            XCTAssertEqual(copy, read)
            let (_, answer) = try await lab.plain(.get, "contacts/1")
            let body = try JSONSerialization.data(withJSONObject: answer)
            lab.demo.inject(.body(body, type: Self.json), at: "/api/contacts/1", method: "PUT", times: 1)
            let part = await lab.write(Self.rename(id))
            guard case .done(nil, made: nil) = part else { return XCTFail("\(part)") }
        }
    }

    func testARevokedTokenIsRefused() throws {
        onMainLoop {
            let lab = try EditLab(contacts: 1)
            lab.demo.revokeToken()
            for request in [EditRequest.contact(RemoteID("1")), .time, .write(.delete(RemoteID("1")))] {
                let answer = await lab.server.answer(request).answer
                guard case .unauthorized = answer else { return XCTFail("\(answer)") }
            }
        }
    }

    /// Monica's own tokens may do all; forks and proxies have others.
    func testATokenThatMayNotWrite() throws {
        onMainLoop {
            let lab = try EditLab(contacts: 1)
            let id = RemoteID("1")
            lab.demo.inject(.status(403), at: "/api/*")
            for write in [Self.rename(id), .delete(id), .addTags(id, ["a"]), .me(id, true)] {
                let answer = await lab.write(write)
                guard case .forbidden(let words) = answer else { return XCTFail("\(answer)") }
                XCTAssertEqual(words, ["Injected failure."])
            }
            // To a question it is a refusal.
            let read = await lab.server.answer(.contact(id)).answer
            guard case .refused = read else { return XCTFail("\(read)") }
            lab.demo.clearFailures()
            // What is no JSON is not the API's.
            for (body, type) in [("<html>no</html>", "text/html; charset=UTF-8"), ("no", "text/plain")] {
                lab.demo.inject(.forbidden(Data(body.utf8), type: type), at: "/api/contacts/1", method: "PUT", times: 1)
                let answer = await lab.write(Self.rename(id))
                switch answer {
                case .page: XCTAssertEqual(type, "text/html; charset=UTF-8")
                case .refused([], _): XCTAssertEqual(type, "text/plain")
                default: XCTFail("\(answer)")
                }
            }
        }
    }

    /// A creation that is answered by anything but what it made is looked for.
    func testACreationWithoutAName() throws {
        onMainLoop {
            let lab = try EditLab()
            for failure in [
                Failure.lostAnswer, .truncatedBody, .body(Data(#"{"data":{"id":0}}"#.utf8), type: Self.json),
            ] {
                lab.demo.inject(failure, at: "/api/contacts", method: "POST", times: 1)
                lab.forgetRequests()
                let answer = await lab.write(
                    .create(ContactCreation(uuid: "u", values: [.firstName: .text("Ann")])))
                guard case .lost = answer else { return XCTFail("\(answer)") }
                XCTAssertEqual(lab.demo.requestCount("/api/contacts"), 1)
            }
            XCTAssertEqual(lab.demo.contactCount, 3)
        }
    }

    func testASlowAnswerIsLost() throws {
        onMainLoop {
            let lab = try EditLab(contacts: 1)
            lab.transport.timeout = .milliseconds(300)
            lab.demo.inject(.slowFirstByte(.seconds(3)), at: "/api/contacts/1", method: "DELETE")
            let answer = await lab.write(.delete(RemoteID("1")))
            guard case .lost = answer else { return XCTFail("\(answer)") }
            XCTAssertEqual(lab.demo.requestCount("/api/contacts/1"), 1)
        }
    }

    func testWithoutAServerNothingHasLeft() throws {
        onMainLoop {
            let lab = try EditLab(contacts: 1)
            _ = try await lab.read(RemoteID("1"))
            lab.demo.stop()
            for request in [
                EditRequest.contact(RemoteID("1")), .write(.delete(RemoteID("1"))), .write(.me(RemoteID("1"), true)),
            ] {
                let response = await lab.server.answer(request)
                guard case .offline = response.answer else { return XCTFail("\(response.answer)") }
                XCTAssertNil(response.date)
            }
        }
    }

    /// Rather than waiting a minute with what was read, nothing is sent.
    func testASpentLimitSendsNothing() throws {
        onMainLoop {
            let lab = try EditLab(contacts: 1) { $0.rateLimit = 12 }
            for _ in 0..<10 { _ = try await lab.read(RemoteID("1")) }
            lab.forgetRequests()
            let answer = await lab.write(Self.rename(RemoteID("1")))
            guard case .postponed(let wait) = answer else { return XCTFail("\(answer)") }
            XCTAssertGreaterThan(wait, 30)
            XCTAssertEqual(lab.demo.requests.count, 0)
            let read = await lab.server.answer(.contact(RemoteID("1"))).answer
            guard case .postponed = read else { return XCTFail("\(read)") }
        }
    }

    func testAnAnswerWithoutEndIsLost() throws {
        onMainLoop(limit: .seconds(30)) {
            let lab = try EditLab(contacts: 1)
            lab.demo.inject(.endlessBody, at: "/api/contacts/1")
            let answer = await lab.write(Self.rename(RemoteID("1")))
            guard case .lost = answer else { return XCTFail("\(answer)") }
        }
    }

    /// A creation is looked for among those made since its first try: by no other clock than the server's.
    func testOnlyTheServersClockCounts() throws {
        onMainLoop {
            let lab = try EditLab(contacts: 1)
            let path = "/api/contacts/1"
            for (failure, hasDate) in [
                (Failure.htmlPage, false), (.redirect(to: "http://127.0.0.1:9/"), false), (.status(502), false),
                (.status(500), true), (.status(422), true),
            ] {
                lab.demo.inject(failure, at: path, times: 1)
                let response = await lab.server.answer(.contact(RemoteID("1")))
                XCTAssertEqual(response.date != nil, hasDate, "\(failure)")
            }
        }
    }

    /// The recorded sentences, in whose words the server names what is wrong.
    func testSentencesNameTheValuesThatTheyAreAbout() {
        let id = RemoteID("1")
        func named(_ sentence: String, _ keys: ContactKey...) -> Set<ContactKey> {
            let values = Dictionary(uniqueKeysWithValues: keys.map { ($0, ContactValue.text("a")) })
            let group = keys.first?.group ?? .person
            return RefusedKeys.named(
                in: [sentence], by: .values(id, group, values, changed: Set(keys.prefix(1)), reminders: []))
        }
        XCTAssertEqual(named("The day field is required.", .birthday), [.birthday])
        XCTAssertEqual(named("The day field is required.", .birthday, .death), [.birthday, .death])
        XCTAssertEqual(named("The birthdate day must be an integer.", .birthday, .death), [.birthday])
        XCTAssertEqual(named("The day field is required.", .metOn), [.metOn])
        XCTAssertEqual(named("The last name must be a string.", .firstName, .lastName), [.lastName])
        XCTAssertEqual(named("The first name field is required.", .lastName), [.firstName])
        XCTAssertEqual(named("Le champ first name est obligatoire.", .firstName), [.firstName])
        XCTAssertEqual(named("The yearly birthday is wrong.", .birthday), [])
        XCTAssertEqual(RefusedKeys.named(in: ["The first name field is required."], by: .addTags(id, ["a"])), [])
    }
}
