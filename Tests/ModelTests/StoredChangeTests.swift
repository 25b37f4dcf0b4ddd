import Foundation
import Model
import Testing

/// What versions of the program stored is read for ever.
struct StoredChangeTests {
    struct Sample: Sendable, CustomTestStringConvertible {
        let release: String
        let json: String
        let change: ContactChange

        var testDescription: String { "\(release) \(change.kind)" }
    }

    @Test(arguments: samples)
    func whatWasStoredIsRead(sample: Sample) throws {
        #expect(try ContactChange(stored: Data(sample.json.utf8)) == sample.change)
    }

    /// A test of this version alone: another form needs new samples, beside those that are here.
    @Test(arguments: samples)
    func thisVersionStoresTheSame(sample: Sample) throws {
        #expect(String(decoding: try sample.change.stored(), as: UTF8.self) == sample.json)
    }

    @Test func eachKindHasASample() {
        let kinds = ["create", "values", "part", "add tags", "remove tags", "me", "delete"]
        #expect(Set(Self.samples.map(\.change.kind)) == Set(kinds))
        let keys = Self.samples.flatMap { sample -> [ContactKey] in
            if case .values(let change) = sample.change { Array(change.deltas.keys) } else { [] }
        }
        #expect(Set(keys) == Set(ContactKey.allCases))
    }

    @Test(arguments: [
        #"{"change":true,"kind":"me","version":2}"#, #"{"change":{},"kind":"paint","version":1}"#,
        #"{"change":{"group":"work","reminders":{},"values":{"hobby":{}}},"kind":"values","version":1}"#,
        #"{"change":{"kind":"field","part":1,"after":{"smell":1}},"kind":"part","version":1}"#,
    ])
    func whatANewerVersionStoredIsNotGuessed(json: String) {
        #expect(throws: StoredChangeError.unknown) { try ContactChange(stored: Data(json.utf8)) }
    }

    @Test(arguments: ["", "{", "[]", #"{"kind":"me"}"#, #"{"change":5,"kind":"me","version":1}"#])
    func whatIsNoChangeIsRefused(json: String) {
        #expect(throws: StoredChangeError.damaged) { try ContactChange(stored: Data(json.utf8)) }
    }

    @Test func contactsThatAChangeNames() {
        let through = ValueChange(
            group: .meeting, deltas: [.metThrough: Delta(before: nil, after: .contact(.local(ContactID(5))))])
        #expect(ContactChange.values(through).named == [ContactID(5)])
        let sister = RelationshipValue(type: RemoteID("8"), other: .local(ContactID(6)))
        #expect(
            ContactChange.part(
                PartChange(kind: .relationship, part: PartID(1), before: nil, after: .relationship(sister))
            ).named == [ContactID(6)])
        #expect(ContactChange.me(true).named.isEmpty)
    }

    @Test func textsAreAsTheServerKeepsThem() {
        #expect(ContactValue.text(trimming: "\u{A0} Ann\n") == .text("Ann"))
        #expect(ContactValue.text(trimming: " \t") == nil)
        #expect(ContactValue.text(trimming: nil) == nil)
    }
}

extension StoredChangeTests {
    static let samples: [Sample] = [
        Sample(
            release: "0.2.0",
            json: """
                {"change":{"reminders":["birthday"],"uuid":"5b3a","values":{"birthday":{"day":{"day":29,"month":2,\
                "year":1980}},"first_name":{"text":"Ann"}}},"kind":"create","version":1}
                """,
            change: .create(
                ContactCreation(
                    uuid: "5b3a",
                    values: [.firstName: .text("Ann"), .birthday: .day(.date(year: 1980, month: 2, day: 29))],
                    reminders: [.birthday]))),
        Sample(
            release: "0.2.0",
            json: """
                {"change":{"group":"person","reminders":{"birthday":true},"values":{"birthday":{"after":{"day":{\
                "year":1980}},"before":{"day":{"day":3,"month":2}}},"death":{"after":{"death":null},"before":{\
                "death":{"day":3,"month":2}}},"description":{"before":{"text":"tall"}},"first_name":{"after":{\
                "text":"Ann"},"before":{"text":"Anna"}},"gender":{"after":{"text":"2"}},"last_name":{},\
                "nickname":{}}},"kind":"values","version":1}
                """,
            change: .values(
                ValueChange(
                    group: .person,
                    deltas: [
                        .firstName: Delta(before: .text("Anna"), after: .text("Ann")),
                        .lastName: Delta(before: nil, after: nil), .nickname: Delta(before: nil, after: nil),
                        .gender: Delta(before: nil, after: .text("2")),
                        .description: Delta(before: .text("tall"), after: nil),
                        .birthday: Delta(before: .day(.monthDay(month: 2, day: 3)), after: .day(.year(1980))),
                        .death: Delta(before: .death(.monthDay(month: 2, day: 3)), after: .death(nil)),
                    ], reminders: [.birthday: true]))),
        Sample(
            release: "0.2.0",
            json: """
                {"change":{"group":"work","reminders":{},"values":{"company":{"after":{"text":"Works"}},"job":{\
                "before":{"text":"Smith"}}}},"kind":"values","version":1}
                """,
            change: .values(
                ValueChange(
                    group: .work,
                    deltas: [
                        .job: Delta(before: .text("Smith"), after: nil),
                        .company: Delta(before: nil, after: .text("Works")),
                    ]))),
        Sample(
            release: "0.2.0",
            json: """
                {"change":{"group":"food","reminders":{},"values":{"food":{"after":{"text":"nuts"}}}},\
                "kind":"values","version":1}
                """,
            change: .values(ValueChange(group: .food, deltas: [.food: Delta(before: nil, after: .text("nuts"))]))),
        Sample(
            release: "0.2.0",
            json: """
                {"change":{"group":"meeting","reminders":{"met_on":false},"values":{"met_on":{"after":{"day":{"day":1,\
                "month":2,"year":2020}}},"met_story":{"after":{"text":"fair"}},"met_through":{"after":{"contact":{\
                "local":7}},"before":{"contact":{"remote":"34"}}},"met_where":{"after":{"text":"Rome"}}}},\
                "kind":"values","version":1}
                """,
            change: .values(
                ValueChange(
                    group: .meeting,
                    deltas: [
                        .metOn: Delta(before: nil, after: .day(.date(year: 2020, month: 2, day: 1))),
                        .metWhere: Delta(before: nil, after: .text("Rome")),
                        .metStory: Delta(before: nil, after: .text("fair")),
                        .metThrough: Delta(
                            before: .contact(.remote(RemoteID("34"))), after: .contact(.local(ContactID(7)))),
                    ], reminders: [.metOn: false]))),
        Sample(
            release: "0.2.0",
            json: """
                {"change":{"after":{"field":{"content":"a@b.c","labels":["Work"],"type":"1"}},"kind":"field",\
                "part":3},"kind":"part","version":1}
                """,
            change: .part(
                PartChange(
                    kind: .field, part: PartID(3), before: nil,
                    after: .field(FieldValue(type: RemoteID("1"), content: "a@b.c", labels: ["Work"]))))),
        Sample(
            release: "0.2.0",
            json: """
                {"change":{"after":{"address":{"city":"Bonn","country":"DE","name":"Home","postal_code":"53111",\
                "province":"NW","street":"Hof 1"}},"before":{"address":{}},"kind":"address","part":4},\
                "kind":"part","version":1}
                """,
            change: .part(
                PartChange(
                    kind: .address, part: PartID(4), before: .address(AddressValue()),
                    after: .address(
                        AddressValue(
                            name: "Home", street: "Hof 1", city: "Bonn", province: "NW", postalCode: "53111",
                            country: "DE"))))),
        Sample(
            release: "0.2.0",
            json: """
                {"change":{"before":{"relationship":{"other":{"local":9},"type":"8"}},"kind":"relationship",\
                "part":5},"kind":"part","version":1}
                """,
            change: .part(
                PartChange(
                    kind: .relationship, part: PartID(5),
                    before: .relationship(RelationshipValue(type: RemoteID("8"), other: .local(ContactID(9)))),
                    after: nil))),
        Sample(
            release: "0.2.0", json: #"{"change":["friends"],"kind":"add tags","version":1}"#,
            change: .addTags(["friends"])),
        Sample(
            release: "0.2.0", json: #"{"change":["work"],"kind":"remove tags","version":1}"#,
            change: .removeTags(["work"])),
        Sample(release: "0.2.0", json: #"{"change":true,"kind":"me","version":1}"#, change: .me(true)),
        Sample(
            release: "0.2.0",
            json: """
                {"change":{"parts":[{"kind":"field","remote":"12","values":[{"field":{"content":"1","labels":[],\
                "type":"2"}},null]},{"kind":"field","part":6,"values":[null]}],"tags":["a","b"],"values":{\
                "first_name":[{"text":"Ann"},null]}},"kind":"delete","version":1}
                """,
            change: .delete(
                SeenContact(
                    values: [.firstName: [.text("Ann"), nil]],
                    parts: [
                        SeenPart(
                            kind: .field, part: .remote(RemoteID("12")),
                            values: [.field(FieldValue(type: RemoteID("2"), content: "1")), nil]),
                        SeenPart(kind: .field, part: .local(PartID(6)), values: [nil]),
                    ], tags: ["a", "b"]))),
    ]
}
