import Contacts
import Foundation
import Model

/// All of a form that its draft keeps. Each version reads the drafts of all versions: keys and names never change, and new ones
/// are added.
nonisolated struct FormDraft: Codable {
    private static let version = 1

    private var version = Self.version
    private var seen: StoredSeen?
    private var texts: [String: String]
    private var gender: String?
    private var hasDied: Bool
    private var birthday: StoredDate
    private var death: StoredDate
    private var metOn: StoredDate
    private var introducer: StoredPerson?
    private var fields: [StoredField]
    private var addresses: [StoredAddress]
    private var relationships: [StoredRelationship]
    private var tags: [String]
    private var typedTag: String
    private var reminders: [String: Bool]
    private var people: [StoredPerson]
    private var typedIntroducer: String?
    /// The file of a new photo. `avatar` has all other choices.
    private var photo: StoredPhoto?
    /// Nil in drafts of earlier versions too.
    private var avatar: StoredAvatar?

    private enum CodingKeys: String, CodingKey {
        case version, seen, texts, gender, birthday, death, introducer, fields, addresses, relationships, tags
        case reminders, people, photo, avatar
        case typedIntroducer = "typed_introducer"
        case hasDied = "has_died"
        case metOn = "met_on"
        case typedTag = "typed_tag"
    }

    init(_ form: ContactForm) {
        seen = form.seen.map(StoredSeen.init)
        texts = Dictionary(form.texts.map { ($0.key.rawValue, $0.value) }, uniquingKeysWith: { first, _ in first })
        gender = form.gender
        hasDied = form.hasDied
        birthday = StoredDate(form.birthday)
        death = StoredDate(form.death)
        metOn = StoredDate(form.metOn)
        introducer = form.introducer.map(StoredPerson.init)
        typedIntroducer = form.typedIntroducer.isEmpty ? nil : form.typedIntroducer
        fields = form.fields.map(StoredField.init)
        addresses = form.addresses.map { StoredAddress($0, countries: form.countries) }
        relationships = form.relationships.map(StoredRelationship.init)
        tags = form.tags
        typedTag = form.typedTag
        reminders = Dictionary(
            form.reminders.map { ($0.key.rawValue, $0.value) }, uniquingKeysWith: { first, _ in first })
        people = form.people.values.map(StoredPerson.init).sorted { $0.name < $1.name }
        switch form.avatar {
        case .file(let file)?: photo = StoredPhoto(file)
        case let choice?: avatar = StoredAvatar(choice)
        case nil: break
        }
    }

    /// Reads the bytes of `stored`.
    init(stored data: Data) throws(StoredChangeError) {
        do {
            let version = try JSONDecoder().decode(StoredVersion.self, from: data).version
            guard version <= Self.version else { throw StoredChangeError.unknown }
            self = try JSONDecoder().decode(FormDraft.self, from: data)
        } catch let error as StoredChangeError {
            throw error
        } catch {
            throw .damaged
        }
    }

    /// The bytes to keep. The same form makes the same bytes.
    func stored() throws -> Data {
        let encoder = JSONEncoder()
        encoder.outputFormatting = .sortedKeys
        return try encoder.encode(self)
    }

    /// Types all of it into an empty form.
    func fill(_ form: inout ContactForm) {
        for person in people { form.people[person.id] = person.person }
        if let contact = seen?.contact { form.see(contact) }
        for (name, text) in texts { if let key = ContactKey(rawValue: name) { form.texts[key] = text } }
        form.gender = gender
        form.hasDied = hasDied
        form.birthday = birthday.entry
        form.death = death.entry
        form.metOn = metOn.entry
        form.introducer = introducer?.person
        form.typedIntroducer = typedIntroducer ?? ""
        form.fields = fields.map { entry in
            FieldEntry(
                row: form.newRow(), part: entry.part, type: entry.type, content: entry.content, labels: entry.labels)
        }
        form.addresses = addresses.map { entry in
            let texts = entry.texts.compactMap { name, text in AddressPart(rawValue: name).map { ($0, text) } }
            var address = AddressEntry(
                row: form.newRow(), part: entry.part, texts: Dictionary(texts, uniquingKeysWith: { first, _ in first }))
            if let code = entry.country { address[.country] = form.countries.text(address[.country], meaning: code) }
            address[.name] = LabelName.text(for: address[.name])
            return address
        }
        form.relationships = relationships.map { entry in
            RelationshipEntry(
                row: form.newRow(), part: entry.part, type: entry.type, person: entry.person?.person,
                typed: entry.typed, makesPerson: entry.makesPerson ?? false)
        }
        form.tags = tags
        form.typedTag = typedTag
        for (name, isOn) in reminders { if let key = ContactKey(rawValue: name) { form.reminders[key] = isOn } }
        form.avatar = photo?.file.map { .file($0) } ?? avatar?.choice
        FormBounds.cutTyped(in: &form)
    }
}

private nonisolated struct StoredVersion: Decodable {
    let version: Int
}

/// The contact as the form began with it.
private nonisolated struct StoredSeen: Codable {
    var id: ContactID
    var remote: RemoteID?
    var isActive: Bool
    /// Nil in drafts of earlier versions, which had no form of partial contacts.
    var isPartial: Bool?
    var isMe: Bool
    var values: [String: ContactValue]
    var parts: [StoredPart]
    var tags: [String]
    var reminders: [String]?
    /// The server's values of the slots with pending changes.
    var server: [SlotState]?
    var photo: PartID?

    enum CodingKeys: String, CodingKey {
        case id, remote, values, parts, tags, reminders, server, photo
        case isActive = "is_active"
        case isPartial = "is_partial"
        case isMe = "is_me"
    }

    init(_ contact: EditableContact) {
        id = contact.id
        remote = contact.remote
        isActive = contact.isActive
        isPartial = contact.isPartial ? true : nil
        isMe = contact.isMe
        values = Dictionary(
            contact.values.map { ($0.key.rawValue, $0.value) }, uniquingKeysWith: { first, _ in first })
        parts = contact.parts.map { StoredPart(part: $0.part, value: $0.value) }
        tags = contact.tags
        reminders = contact.reminders?.map(\.rawValue).sorted()
        server = contact.server.isEmpty ? nil : contact.server
        photo = contact.photo
    }

    var contact: EditableContact {
        let values = values.compactMap { name, value in ContactKey(rawValue: name).map { ($0, value) } }
        var contact = EditableContact(
            id: id, remote: remote, isActive: isActive, isPartial: isPartial ?? false, isMe: isMe,
            values: Dictionary(values, uniquingKeysWith: { first, _ in first }),
            parts: parts.map { EditablePart(part: $0.part, kind: $0.value.kind, value: $0.value) }, tags: tags,
            reminders: reminders.map { Set($0.compactMap(ContactKey.init(rawValue:))) }, server: server ?? [])
        contact.photo = photo
        return contact
    }
}

private nonisolated struct StoredPart: Codable {
    var part: PartID
    var value: PartValue
}

nonisolated struct StoredPerson: Codable {
    var id: AnyContactID
    var name: String
    var isPartial: Bool

    enum CodingKeys: String, CodingKey {
        case id, name
        case isPartial = "is_partial"
    }

    init(_ person: FormPerson) {
        (id, name, isPartial) = (person.id, person.name, person.isPartial)
    }

    var person: FormPerson { FormPerson(id: id, name: name, isPartial: isPartial) }
}

private nonisolated struct StoredField: Codable {
    var part: PartID?
    var type: RemoteID
    var content: String
    var labels: [String]

    enum CodingKeys: String, CodingKey {
        case part, type, content, labels
    }

    init(_ entry: FieldEntry) {
        (part, type, content, labels) = (entry.part, entry.type, entry.content, entry.labels)
    }
}

private nonisolated struct StoredAddress: Codable {
    var part: PartID?
    var texts: [String: String]
    /// The code of the typed country, since its name depends on the language. Nil without a country, and in drafts of earlier
    /// versions.
    var country: String?

    enum CodingKeys: String, CodingKey {
        case part, texts, country
    }

    init(_ entry: AddressEntry, countries: Countries) {
        part = entry.part
        country = countries.code(of: entry[.country])
        var stored = entry.texts
        // In another language the label has another word.
        if let name = stored[.name] { stored[.name] = LabelName.storedName(name) }
        texts = Dictionary(stored.map { ($0.key.rawValue, $0.value) }, uniquingKeysWith: { first, _ in first })
    }
}

private nonisolated struct StoredRelationship: Codable {
    var part: PartID?
    var type: RemoteID?
    var person: StoredPerson?
    var typed: String
    /// Nil means false. Drafts of earlier versions have nil.
    var makesPerson: Bool?

    enum CodingKeys: String, CodingKey {
        case part, type, person, typed
        case makesPerson = "makes_person"
    }

    init(_ entry: RelationshipEntry) {
        (part, type, typed) = (entry.part, entry.type, entry.typed)
        makesPerson = entry.newPerson == nil ? nil : true
        person = entry.person.map(StoredPerson.init)
    }
}
