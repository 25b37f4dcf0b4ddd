import Foundation
import Model
import Testing

/// The next version of the program reads the stored choices of a version.
struct StoredFormChoicesTests {
    private static let choices = FormChoices(
        genders: [
            GenderChoice(id: RemoteID("1"), title: "Woman", type: .woman),
            GenderChoice(id: RemoteID("9"), title: "Fae", type: nil),
        ],
        fieldTypes: [
            FieldTypeChoice(
                id: RemoteID("1"), title: "Email", kind: .email, protocolPrefix: "mailto:"),
            FieldTypeChoice(id: RemoteID("4"), title: "Twitter", kind: .other),
        ],
        relationshipTypes: [
            RelationshipTypeChoice(id: RemoteID("8"), key: "parent", reverseKey: "child", group: "family"),
            RelationshipTypeChoice(id: RemoteID("30"), key: "neighbour"),
        ])

    private static let json = #"""
        {"field_types":[{"id":"1","is_deletable":false,"kind":"email","protocol_prefix":"mailto:","title":"Email"},\#
        {"id":"4","is_deletable":true,"kind":"other","title":"Twitter"}],\#
        "genders":[{"id":"1","title":"Woman","type":"woman"},{"id":"9","title":"Fae"}],\#
        "relationship_types":[{"group":"family","id":"8","key":"parent","reverse_key":"child"},\#
        {"id":"30","key":"neighbour"}]}
        """#

    @Test func whatWasStoredIsRead() throws {
        #expect(try FormChoices(stored: Data(Self.json.utf8)) == Self.choices)
        // Version 0.1 stored one word more.
        let written = ["true", "false"].reduce(Self.json) { $0.replacing(#""is_deletable":\#($1),"#, with: "") }
        #expect(String(decoding: try Self.choices.stored(), as: UTF8.self) == written)
    }

    @Test(arguments: [GenderType.man, .woman, .other, .unknown, .notStated])
    func eachTypeOfGenderIsStored(type: GenderType) throws {
        let choices = FormChoices(genders: [GenderChoice(id: RemoteID("1"), title: "A", type: type)])
        #expect(try FormChoices(stored: choices.stored()) == choices)
    }

    @Test func wordsOfANewerVersionAreNotGuessed() throws {
        let newer = Self.json.replacing("woman", with: "sylph").replacing("\"email\"", with: "\"fax\"")
        let choices = try FormChoices(stored: Data(newer.utf8))
        #expect(choices.genders.first?.type == nil)
        #expect(choices.fieldTypes.first?.kind == .other)
    }

    @Test(arguments: ["", "[]", "{}", #"{"genders":7}"#])
    func whatIsNoneIsRefused(json: String) {
        #expect(throws: (any Error).self) { try FormChoices(stored: Data(json.utf8)) }
    }
}
