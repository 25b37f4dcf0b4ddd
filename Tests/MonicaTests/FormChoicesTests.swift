import Foundation
import Model
import Monica
import Network
import Testing

/// The choices of forms, as a real server has them.
@MainActor
struct FormChoicesTests {
    private func transport(_ change: @escaping (String, Data) -> Data = { _, body in body }) throws -> FakeTransport {
        var answers: [String: Data] = [:]
        for list in ["genders", "contactfieldtypes", "relationshiptypes", "relationshiptypegroups"] {
            answers[list] = change(list, try RecordedAnswer.file("list-\(list).json"))
        }
        return FakeTransport { request in
            HTTPResponse(
                status: 200, url: request.url, headers: ["content-type": "application/json"],
                body: answers[request.url.lastPathComponent] ?? Data())
        }
    }

    @Test func recordedListsAreRead() async throws {
        let transport = try transport()
        let choices = try await makeClient(transport).formChoices()
        #expect(
            choices.genders == [
                GenderChoice(id: RemoteID("1"), title: "Man", type: .man),
                GenderChoice(id: RemoteID("2"), title: "Woman", type: .woman),
                GenderChoice(id: RemoteID("3"), title: "Rather not say", type: .other),
            ])
        #expect(choices.fieldTypes.map(\.kind) == [.email, .phone, .other, .other, .other, .other, .other])
        #expect(choices.fieldTypes[4].protocolPrefix == "https://wa.me/")
        let child = choices.relationshipTypes[8]
        #expect(
            child == RelationshipTypeChoice(id: RemoteID("9"), key: "child", reverseKey: "parent", group: "family"))
        #expect(transport.requests.allSatisfy { $0.urgency == .background && !$0.followsRedirects })
    }

    /// The recorded list has three pages of ten.
    @Test func allPagesAreRead() async throws {
        let transport = try transport()
        _ = try await makeClient(transport).formChoices()
        #expect(
            transport.requests.filter { $0.url.lastPathComponent == "relationshiptypes" }.map { $0.url.query } == [
                "page=1&limit=100", "page=2&limit=100", "page=3&limit=100",
            ])
    }

    @Test func typesWithoutATypeAreKnownByTheirProtocol() async throws {
        let transport = try transport { list, body in
            guard list == "contactfieldtypes" else { return body }
            return Data(
                #"{"data":[{"id":1,"name":"Mail","protocol":"MAILTO:"},{"id":2,"name":"Fax","protocol":"tel:"},{"id":3,"name":"X"}]}"#
                    .utf8)
        }
        let choices = try await makeClient(transport).formChoices()
        #expect(choices.fieldTypes.map(\.kind) == [.email, .phone, .other])
    }

    @Test func aListWithoutEndIsRefused() async throws {
        let transport = try transport { list, body in
            list == "genders"
                ? Data(#"{"data":[\#(Array(repeating: "{}", count: 101).joined(separator: ","))]}"#.utf8) : body
        }
        await #expect(throws: ServerError.tooManyEntries) { try await makeClient(transport).formChoices() }
    }
}
