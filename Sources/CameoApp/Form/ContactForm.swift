import Contacts
import Foundation
import Model

/// A contact as a person types it. The value checks the typing and makes changes of it.
nonisolated struct ContactForm: DraftContent {
    /// The contact that the person saw; nil for a new contact.
    private(set) var seen: EditableContact?
    /// The parts of the contact that the form does not show.
    private(set) var leftOut = LeftOut()
    var texts: [ContactKey: String] = [:]
    /// The server's name of it.
    var gender: String?
    var birthday: DateEntry
    var hasDied = false
    var death: DateEntry
    var metOn: DateEntry
    var introducer: FormPerson?
    /// The typed name of the introducer, while no person is chosen.
    var typedIntroducer = ""
    var fields: [FieldEntry] = []
    var addresses: [AddressEntry] = []
    var relationships: [RelationshipEntry] = []
    var tags: [String] = []
    /// A tag that is not finished.
    var typedTag = ""
    /// The switches of yearly reminders that were touched.
    var reminders: [ContactKey: Bool] = [:]
    /// The touched fields with changes on the server.
    var news: Set<FormField> = []
    /// The untouched fields that kept their text because of the focus. They take the news later, or typing makes them touched.
    var unread: Set<FormField> = []
    /// The people that the contact names, or named before.
    var people: [AnyContactID: FormPerson] = [:]
    /// The avatar that is saved with the form; nil if none was chosen.
    var avatar: AvatarChoice?
    private(set) var greatestRow = 0
    /// In which order the names of new contacts are typed.
    var nameOrder = NameOrder.asOnServer
    /// The values in groups: saving one value replaces its whole group on the server.
    var valueGroups: [Set<ContactKey>] = []

    /// The types of fields that hold mail addresses.
    let mailTypes: Set<RemoteID>
    let countries: Countries
    let thisYear: Int

    /// A new contact.
    init(mailTypes: Set<RemoteID>, countries: Countries, thisYear: Int) {
        self.mailTypes = mailTypes
        self.countries = countries
        self.thisYear = thisYear
        birthday = DateEntry(thisYear: thisYear)
        death = birthday
        metOn = birthday
    }

    /// The form of an existing contact; `people` are the people that it names.
    init(
        _ contact: EditableContact, people: [AnyContactID: FormPerson], mailTypes: Set<RemoteID>, countries: Countries,
        thisYear: Int
    ) {
        self.init(mailTypes: mailTypes, countries: countries, thisYear: thisYear)
        see(contact)
        self.people = people
        let shown = contact.fittingForm
        for key in ContactKey.allCases { put(shown.values[key], for: key, people: people) }
        for part in shown.parts { append(part, people: people) }
        tags = shown.tags
    }

    /// A form that this or an earlier version of the program kept.
    init(
        stored data: Data, mailTypes: Set<RemoteID>, countries: Countries, thisYear: Int
    ) throws(StoredChangeError) {
        self.init(mailTypes: mailTypes, countries: countries, thisYear: thisYear)
        try FormDraft(stored: data).fill(&self)
    }

    /// The bytes to keep. The same form makes the same bytes.
    func stored() throws -> Data { try FormDraft(self).stored() }

    /// Whether the contact is made by this form.
    var isNew: Bool { seen == nil }

    /// Whether it is the form of a partial contact, which has few fields.
    var isPartial: Bool { seen?.isPartial ?? false }

    /// A number for one more row.
    mutating func newRow() -> RowID {
        greatestRow += 1
        return RowID(greatestRow)
    }

    /// The typed text of a key.
    subscript(text key: ContactKey) -> String {
        get { texts[key] ?? "" }
        set { texts[key] = newValue }
    }

    /// The day that is typed for a birthday, a death, or a first meeting.
    subscript(date key: ContactKey) -> DateEntry {
        get {
            switch key {
            case .death: death
            case .metOn: metOn
            default: birthday
            }
        }
        set {
            switch key {
            case .death: death = newValue
            case .metOn: metOn = newValue
            default: birthday = newValue
            }
        }
    }

    /// Replaces the typing of a key by a value of the contact.
    mutating func put(_ value: ContactValue?, for key: ContactKey, people: [AnyContactID: FormPerson]) {
        switch key {
        case .birthday, .metOn:
            let day: ContactDay? = if case .day(let day)? = value { day } else { nil }
            self[date: key] = DateEntry(day, asksForAge: key == .birthday, thisYear: thisYear)
        case .death:
            hasDied = value != nil
            let day: ContactDay? = if case .death(let day)? = value { day } else { nil }
            death = DateEntry(day, asksForAge: false, thisYear: thisYear)
        case .gender:
            gender = if case .text(let name)? = value { name } else { nil }
        case .metThrough:
            introducer = if case .contact(let id)? = value { people[id] ?? FormPerson(id: id, name: "") } else { nil }
            typedIntroducer = ""
        default:
            texts[key] = if case .text(let text)? = value { text } else { "" }
        }
    }

    /// Appends a part of the contact as a row.
    mutating func append(_ part: EditablePart, people: [AnyContactID: FormPerson]) {
        let row = newRow()
        switch part.value {
        case .field(let value):
            fields.append(
                FieldEntry(row: row, part: part.part, type: value.type, content: value.content, labels: value.labels))
        case .address(let value):
            addresses.append(AddressEntry(row: row, part: part.part, value, countries: countries))
        case .relationship(let value):
            let person = people[value.other] ?? FormPerson(id: value.other, name: "")
            relationships.append(
                RelationshipEntry(row: row, part: part.part, type: value.type, person: person, typed: person.name))
        // The page of the contact edits its sections.
        default: break
        }
    }

    /// The form of a new contact with the same values, for a contact that is not stored any more.
    var anew: ContactForm {
        var form = self
        // Its reminders are made too.
        for key in seen?.reminders ?? [] where form.reminders[key] == nil { form.reminders[key] = true }
        form.seen = nil
        form.avatar = form.avatar?.anew
        for index in form.fields.indices { form.fields[index].part = nil }
        for index in form.addresses.indices { form.addresses[index].part = nil }
        for index in form.relationships.indices { form.relationships[index].part = nil }
        return form
    }

    /// The contact has other values from now on, which the person sees.
    mutating func see(_ contact: EditableContact) {
        seen = contact.fittingForm
        leftOut = contact.leftOut
    }
}

nonisolated extension ContactForm {
    /// The value that is typed for a key; nil for none.
    func value(of key: ContactKey) throws(FormIssue) -> ContactValue? {
        switch key {
        case .birthday: return try birthday.value(allowsYearAlone: true, asksForAge: true).map { .day($0) }
        case .metOn: return try metOn.value(allowsYearAlone: true).map { .day($0) }
        case .death: return hasDied ? .death(try death.value(allowsYearAlone: false)) : nil
        case .gender: return gender.map { .text($0) }
        case .metThrough:
            if introducer == nil, !DateEntry.isBlank(typedIntroducer) { throw .unknownPerson }
            if isContact(introducer) { throw .unknownPerson }
            return introducer.map { .contact($0.id) }
        default:
            let text = self[text: key]
            try FormText.check(text, atMost: Self.limit(of: key))
            return ContactValue.text(trimming: text)
        }
    }

    private static func limit(of key: ContactKey) -> Int {
        key == .food || key == .metStory ? FormText.maxTextLength : FormText.maxLineLength
    }

    /// The value of a key that the person saw.
    func seenValue(of key: ContactKey) -> ContactValue? {
        seen?.values[key]
    }

    /// The value of a part that the person saw; nil for a new part.
    func seenValue(of part: PartID?) -> PartValue? {
        part.flatMap { part in seen?.parts.first { $0.part == part }?.value }
    }

    /// The introducer of the contact, as seen by the user.
    var seenIntroducer: FormPerson? {
        if case .contact(let id)? = seenValue(of: .metThrough) { people[id] } else { nil }
    }

    /// The person of a relationship, as seen by the user.
    func seenPerson(of part: PartID?) -> FormPerson? {
        if case .relationship(let value)? = seenValue(of: part) { people[value.other] } else { nil }
    }

    /// Whether the typing differs from the seen value, even if it has a mistake.
    func isTouched(_ key: ContactKey) -> Bool {
        !unread.contains(.value(key)) && !isShown(seenValue(of: key), for: key)
    }

    /// Whether the typing equals the form of a value.
    private func isShown(_ value: ContactValue?, for key: ContactKey) -> Bool {
        var other = self
        other.put(value, for: key, people: [:])
        switch key {
        case .birthday, .metOn: return other[date: key].isSame(as: self[date: key])
        case .death: return other.hasDied == hasDied && (!hasDied || other.death.isSame(as: death))
        case .gender: return other.gender == gender
        case .metThrough: return other.introducer?.id == introducer?.id && DateEntry.isBlank(typedIntroducer)
        default: return FormText.trimmed(other[text: key]) == FormText.trimmed(self[text: key])
        }
    }

    /// Whether anything would be sent, or be lost with the form.
    var isTouched: Bool {
        ContactKey.allCases.contains { isTouched($0) } || fields.contains { isTouched($0) }
            || addresses.contains { isTouched($0) } || relationships.contains { isTouched($0) } || !removedParts.isEmpty
            || !reminderChanges.isEmpty || !addedTags.isEmpty || !removedTags.isEmpty || avatar != nil
    }

    func isTouched(_ entry: FieldEntry) -> Bool {
        if unread.contains(.field(entry.row)) { return false }
        guard let part = entry.part else { return entry.value != nil }
        return seenValue(of: part) != value(of: entry).map { .field($0) }
    }

    func isTouched(_ entry: AddressEntry) -> Bool {
        if unread.contains(.address(entry.row, .street)) { return false }
        guard let shown = seenEntry(of: entry) else {
            return entry.texts.contains { !DateEntry.isBlank($0.value) }
        }
        return AddressPart.allCases.contains { FormText.trimmed(shown[$0]) != FormText.trimmed(entry[$0]) }
    }

    func isTouched(_ entry: RelationshipEntry) -> Bool {
        if unread.contains(.relationship(entry.row)) { return false }
        guard let part = entry.part else { return entry.isNamed || !DateEntry.isBlank(entry.typed) }
        return seenValue(of: part) != entry.value.map { .relationship($0) }
    }

    /// Parts that the person saw and took away.
    var removedParts: [EditablePart] {
        let kept = Set(fields.map(\.part) + addresses.map(\.part) + relationships.map(\.part))
        return seen?.parts.filter { !kept.contains($0.part) } ?? []
    }

    /// The tags, with the unfinished one.
    var allTags: [String] {
        let typed = FormText.trimmed(typedTag)
        return typed.isEmpty || tags.contains { $0.isSameTag(as: typed) } ? tags : tags + [typed]
    }

    var addedTags: [String] {
        let before = seen?.tags ?? []
        return allTags.filter { tag in !before.contains { $0.isSameTag(as: tag) } }
    }

    var removedTags: [String] {
        (seen?.tags ?? []).filter { tag in !allTags.contains { $0.isSameTag(as: tag) } }
    }
}
