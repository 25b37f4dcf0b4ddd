import Contacts
import Foundation
import Model
import Monica
import Testing

@testable import CameoApp

/// Contacts that may be the same person as the typed contact.
@Suite struct DuplicateTests {
    private static func contact(
        _ id: Int, _ first: String, _ last: String = "", _ fields: [(type: String, content: String)] = []
    ) throws -> Contact {
        let json: [String: Any] = [
            "id": id, "first_name": first, "last_name": last, "complete_name": "\(first) \(last)",
            "contactFields": fields.map { ["content": $0.content, "contact_field_type": ["type": $0.type]] },
        ]
        return try Contact(json: JSONSerialization.data(withJSONObject: json))
    }

    private static func jose() throws -> Contact {
        try contact(1, "José", "Nuñez", [("email", "jose@example.org"), ("phone", "+44 20 7946 0018")])
    }

    @Test(arguments: [("JOSE@Example.org", true), ("eve@example.org", false), ("jose", false)])
    func aMailIsTheSame(typed: String, isSame: Bool) throws {
        let field = ContactField(content: typed, type: .email)
        #expect(DuplicateFinder.reason(try Self.jose(), [field], "") == (isSame ? .mail : nil))
    }

    @Test(arguments: [
        ("tel:+44-20-7946-0018", true), ("\u{2066}+44 20 7946–0018\u{2069}", true), ("＋４４（２０）７９４６　００１８", true),
        ("020 7946 0018 / 0171 5550199", true), ("0171 5550199 or 020 7946 0018", true),
        ("020 7946 0018", true), ("(020) 7946-0018", true), ("0044 (0)20 79460018", true), ("٠٢٠٧٩٤٦٠٠١٨", true),
        ("020 7946 0019", false), ("7946 0018", false), ("0018", false),
    ])
    func theDigitsOfAPhoneAreTheSame(typed: String, isSame: Bool) throws {
        let field = ContactField(content: typed, type: .phone)
        #expect(DuplicateFinder.reason(try Self.jose(), [field], "") == (isSame ? .phone : nil))
    }

    @Test func aKindOfFieldSaysWhatItIs() throws {
        let page = ContactField(content: "https://social.example/@ada", typeName: "Mastodon")
        var contact = try Self.contact(3, "Ada")
        contact.contactFields = [page]
        #expect(DuplicateFinder.reason(contact, [page], "") == nil)
        contact.contactFields = [
            ContactField(content: "Ada <ada@example.org>", typeName: "Work", protocolPrefix: "mailto:")
        ]
        #expect(DuplicateFinder.reason(contact, [ContactField(content: "ADA@example.org", type: .email)], "") == .mail)
    }

    @Test(
        arguments: [
            (ContactField(content: "https://wa.me/442079460018", typeName: "Website"), nil),
            (ContactField(content: "jose@example.org", typeName: "Mastodon"), nil),
            (ContactField(content: "jose@example.org", type: .phone), nil),
            (ContactField(content: "+44 20 7946 0018", type: .email), nil),
            (ContactField(content: "+44 20 7946 0018", typeName: "Whatsapp"), .phone),
            (ContactField(content: "020 7946 0018", typeName: "SMS", protocolPrefix: "sms:"), .phone),
            (ContactField(content: "jose@example.org", typeName: "Work", protocolPrefix: "mailto:"), .mail),
        ] as [(ContactField, Duplicate.Reason?)])
    func aKindOfTypedFieldSaysWhatItIs(typed: ContactField, reason: Duplicate.Reason?) throws {
        #expect(DuplicateFinder.reason(try Self.jose(), [typed], "") == reason)
    }

    @Test func aShortNumberIsThatOfMany() throws {
        let emergency = try Self.contact(2, "Police", "", [("phone", "112")])
        #expect(DuplicateFinder.reason(emergency, [ContactField(content: "112", type: .phone)], "") == nil)
    }

    @Test func theyAreFoundWithoutCaseAndAccents() async throws {
        let store = try ContactStore.inMemory()
        try await store.upsert([Self.jose()])
        #expect(await Self.find(["jose", "NUNEZ"], in: store) == [.name])
        #expect(await Self.find(["Jose", ""], in: store) == [])
        let mail = (type: FormLab.mail, content: "Jose@example.org")
        #expect(await Self.find(["Pepe", ""], mail, in: store) == [], "a field of an unknown kind")
        try await store.replaceFormChoices(with: Self.choices)
        #expect(await Self.find(["Pepe", ""], mail, in: store) == [.mail])
    }

    @Test func theDigitsOfATypedWebAddressAreNoPhoneNumber() async throws {
        let store = try ContactStore.inMemory()
        try await store.upsert([Self.jose()])
        try await store.replaceFormChoices(with: Self.choices)
        let content = "https://wa.me/442079460018"
        #expect(await Self.find(["Pepe", ""], (type: Self.website, content: content), in: store) == [])
        #expect(await Self.find(["Pepe", ""], (type: FormLab.phone, content: "+442079460018"), in: store) == [.phone])
    }

    @Test func theyAreThreeAtMost() async throws {
        let store = try ContactStore.inMemory()
        try await store.upsert((1...5).map { try Self.contact($0, "Ada") })
        #expect(await Self.find(["Ada", ""], in: store) == [.name, .name, .name])
    }

    private static let website = RemoteID("3")
    private static let choices = FormChoices(fieldTypes: [
        FieldTypeChoice(id: FormLab.mail, title: "Email", kind: .email),
        FieldTypeChoice(id: FormLab.phone, title: "Phone", kind: .phone),
        FieldTypeChoice(id: website, title: "Website", kind: .other),
    ])

    private static func find(
        _ names: [String], _ field: (type: RemoteID, content: String)? = nil, in store: ContactStore
    ) async -> [Duplicate.Reason] {
        var form = FormLab.empty()
        form[text: .firstName] = names[0]
        form[text: .lastName] = names[1]
        if let field {
            form.fields.append(FieldEntry(row: form.newRow(), type: field.type, content: field.content))
        }
        return await DuplicateFinder.find(form, in: store).map(\.reason)
    }
}
