import Foundation
import GRDB
import Model

// A contact as it is shown: the server's copy with the pending changes on top.
extension ContactOverlay {
    /// Puts the pending changes on top of the copy.
    func apply(to contact: inout Contact, _ lookup: DisplayLookup) {
        let former = (first: contact.firstName, last: contact.lastName, nickname: contact.nickname)
        for (name, value) in values {
            if let key = ContactKey(rawValue: name) { contact.set(key, to: value, lookup) }
        }
        let new = (first: contact.firstName, last: contact.lastName, nickname: contact.nickname)
        if former != new {
            // Where the server puts a first nickname, the names of others show.
            let others = former.nickname == nil && new.nickname != nil ? lookup.nicknamed(besides: contact.id) : []
            contact.completeName = CompleteName.changed(contact.completeName, from: former, to: new, others: others)
        }
        if var avatar {
            avatar.defaultAvatarColor = contact.avatar.defaultAvatarColor
            contact.avatar = avatar
        }
        for part in parts { contact.set(part, lookup) }
        for relation in relations { contact.set(relation, lookup) }
        for part in parts + shared { contact.setLast(part) }
        for (name, isThere) in tags.sorted(by: { $0.key < $1.key }) {
            if !isThere {
                contact.tags.removeAll { $0.name == name }
            } else if !contact.tags.contains(where: { $0.name == name }) {
                contact.tags.append(Tag(name: name))
            }
        }
    }
}

/// The names of numbers in pending changes.
struct DisplayLookup {
    let db: Database
    /// Nil where they were never read.
    let choices: FormChoices?

    /// Reads the choices.
    init(_ db: Database) throws {
        self.db = db
        let stored = try Data.fetchOne(db, sql: "SELECT choices FROM form_choices")
        choices = stored.flatMap { try? FormChoices(stored: $0) }
    }

    /// Another contact as this one names it; nil for an unknown contact.
    func reference(to other: AnyContactID) -> ContactReference? {
        guard let id = number(of: other), let summary = try? ContactSummary.fetchNamed(db, ids: [id]).first else {
            return nil
        }
        // A row that cannot be read is named as any other.
        let isPartial = try? Bool.fetchOne(db, sql: "SELECT is_partial FROM contact WHERE id = ?", arguments: [id])
        return ContactReference(
            id: id, firstName: summary.firstName, lastName: summary.lastName, nickname: summary.nickname,
            completeName: summary.displayName, isPartial: isPartial ?? false, isDeceased: summary.isDeceased,
            avatar: summary.avatar)
    }

    /// Complete names of some contacts that have a nickname, without the rows that cannot be read.
    func nicknamed(besides id: Int) -> [(complete: String, parts: CompleteName.Parts)] {
        let sql = """
            SELECT display_name, first_name, last_name, nickname FROM contact
            WHERE nickname != '' AND remote_id IS NOT NULL AND id != ? LIMIT 20
            """
        // Without any the name is as it would be without the nickname.
        let rows = (try? Row.fetchAll(db, sql: sql, arguments: [id])) ?? []
        return rows.compactMap { try? Self.name($0) }
    }

    private static func name(_ row: Row) throws -> (complete: String, parts: CompleteName.Parts) {
        let parts: CompleteName.Parts = (
            first: try row.decode(atIndex: 1), last: try row.decode(atIndex: 2), nickname: try row.decode(atIndex: 3)
        )
        return (complete: try row.decode(atIndex: 0), parts: parts)
    }

    func number(of contact: AnyContactID) -> Int? {
        switch contact {
        case .local(let id): Int(id.rawValue)
        case .remote(let id): try? LocalNames.local(id, db)
        }
    }

    /// Values of relationships have the server's key.
    func relationshipType(_ type: RemoteID) -> RelationshipTypeChoice? {
        choices?.relationshipTypes.first { $0.key == type.rawValue }
    }
}

extension Contact {
    fileprivate mutating func set(_ key: ContactKey, to value: ContactValue?, _ lookup: DisplayLookup) {
        switch key {
        case .firstName: firstName = value?.text
        case .lastName: lastName = value?.text
        case .nickname: nickname = value?.text
        case .gender:
            gender = value?.text
            genderType = lookup.choices?.genders.first { $0.title == gender }?.type
        case .description: description = value?.text
        case .birthday: birthdate = value?.day
        case .death: (isDeceased, deceasedDate) = (value != nil, value?.day)
        case .job: job = value?.text
        case .company: company = value?.text
        case .food: foodPreferences = value?.text
        case .metOn, .metThrough, .metStory: setMeeting(key, to: value, lookup)
        // The server never shows it.
        case .metWhere: break
        }
    }

    private mutating func setMeeting(_ key: ContactKey, to value: ContactValue?, _ lookup: DisplayLookup) {
        var met = howYouMet ?? HowYouMet()
        switch key {
        case .metOn: met.date = value?.day
        case .metStory: met.general = value?.text
        default: met.through = value?.contact.flatMap(lookup.reference)
        }
        howYouMet = met == HowYouMet() ? nil : met
    }

    fileprivate mutating func set(_ part: ContactOverlay.Part, _ lookup: DisplayLookup) {
        let id = part.number
        switch part.kind {
        case .field:
            let value = part.value?.field.map { ContactField($0, id: id, lookup) }
            contactFields.replace(value) { $0.id == id }
        case .address:
            let former = addresses.first { $0.id == id }
            addresses.replace(part.value?.address.map { Address($0, id: id, inPlaceOf: former) }) { $0.id == id }
        case .relationship:
            if case .relationship(let former)? = part.before { removeRelationship(former, lookup) }
            if case .relationship(let new)? = part.value, let other = lookup.reference(to: new.other) {
                let group = lookup.relationshipType(new.type).groupOfModel
                add(Relationship(group: group, name: new.type.rawValue, contact: other))
            }
        case .note:
            // The section has a note that is new.
            guard let former = notes.first(where: { $0.id == id }) else { return }
            notes.replace(part.value?.note.map { Note($0, id: id, inPlaceOf: former) }) { $0.id == id }
        // Sections have the others.
        default: break
        }
    }

    fileprivate mutating func set(_ relation: ContactOverlay.Relation, _ lookup: DisplayLookup) {
        let type = lookup.relationshipType(relation.type)
        if !relation.isThere {
            removeRelationship(to: Int(relation.other.rawValue), named: type?.reverseKey)
        } else if let other = lookup.reference(to: .local(relation.other)) {
            add(Relationship(group: type.groupOfModel, name: type?.reverseKey, contact: other))
        }
    }

    private mutating func add(_ relationship: Relationship) {
        let isThere = relationships.contains {
            $0.contact.id == relationship.contact.id && $0.name == relationship.name
        }
        if !isThere { relationships.append(relationship) }
    }

    private mutating func removeRelationship(_ former: RelationshipValue, _ lookup: DisplayLookup) {
        guard let other = lookup.number(of: former.other) else { return }
        removeRelationship(to: other, named: former.type.rawValue)
    }

    private mutating func removeRelationship(to other: Int, named name: String?) {
        let index = relationships.firstIndex { $0.contact.id == other && (name == nil || $0.name == name) }
        if let index { relationships.remove(at: index) }
    }
}

extension Array {
    /// Replaces the matching element, or appends the new one; nil removes the matching element.
    mutating func replace(_ new: Element?, where matches: (Element) -> Bool) {
        guard let index = firstIndex(where: matches) else {
            if let new { append(new) }
            return
        }
        if let new { self[index] = new } else { remove(at: index) }
    }
}

extension ContactField {
    fileprivate init(_ value: FieldValue, id: Int?, _ lookup: DisplayLookup) {
        self.init(value, id: id, of: lookup.choices?.fieldTypes.first { $0.id == value.type })
    }
}

extension Address {
    fileprivate init(_ value: AddressValue, id: Int?, inPlaceOf former: Address?) {
        self.init(
            id: id, name: value.name, street: value.street, city: value.city, province: value.province,
            postalCode: value.postalCode,
            country: former?.countryCode == value.country ? former?.country : nil, countryCode: value.country)
    }
}

extension RelationshipTypeChoice? {
    /// Where a type is not known, its people are friends rather than family.
    fileprivate var groupOfModel: Relationship.Group { self?.group.flatMap(Relationship.Group.init) ?? .friend }
}

extension ContactValue {
    fileprivate var text: String? { if case .text(let text) = self { text } else { nil } }

    fileprivate var day: SpecialDate? {
        switch self {
        case .day(let day): SpecialDate(day)
        case .death(let day): day.flatMap(SpecialDate.init)
        default: nil
        }
    }

    fileprivate var contact: AnyContactID? { if case .contact(let other) = self { other } else { nil } }
}

extension PartValue {
    fileprivate var field: FieldValue? { if case .field(let value) = self { value } else { nil } }
    fileprivate var address: AddressValue? { if case .address(let value) = self { value } else { nil } }
}

extension SpecialDate {
    /// Nil for a day that does not exist.
    init?(_ day: ContactDay) {
        let civil: CivilDay? =
            switch day {
            case .date(let year, let month, let day): CivilDay(year: year, month: month, day: day)
            // A leap year has all days.
            case .monthDay(let month, let day): CivilDay(year: 2_000, month: month, day: day)
            case .year(let year): CivilDay(year: year, month: 1, day: 1)
            }
        guard let civil else { return nil }
        var (isAgeBased, isYearUnknown) = (false, false)
        if case .year = day { isAgeBased = true }
        if case .monthDay = day { isYearUnknown = true }
        self.init(date: civil.midnight, isAgeBased: isAgeBased, isYearUnknown: isYearUnknown)
    }
}
