import Contacts
import Foundation
import Model

/// The slots that saving a form sets.
nonisolated extension ContactForm {
    /// All touched values. In the form of a new contact, or of a contact that is made anew, these are all values.
    var save: FormSave {
        var save = FormSave(avatar: avatar)
        for key in ContactKey.allCases { addValue(of: key, to: &save) }
        for (key, isOn) in reminderChanges.sorted(by: { $0.key < $1.key }) {
            save.edits.append(edit(.reminder(key), to: isOn ? .on : nil))
        }
        for entry in fields where isTouched(entry) { add(value(of: entry).map { .field($0) }, entry.part, to: &save) }
        for entry in addresses where isTouched(entry) { addValue(of: entry, to: &save) }
        for entry in relationships where isTouched(entry) { addValue(of: entry, to: &save) }
        for part in removedParts { add(nil, part.part, to: &save) }
        save.edits += removedTags.map { edit(.tag($0), to: nil) }
        save.edits += addedTags.map { edit(.tag($0), to: .on) }
        return save
    }

    private func edit(_ slot: Slot, to wanted: SlotValue?, isHeld: Bool = false) -> SlotEdit {
        seen?.edit(slot, to: wanted, isHeld: isHeld) ?? SlotEdit(slot, to: wanted)
    }

    private func addValue(of key: ContactKey, to save: inout FormSave) {
        guard isTouched(key), case .success(let value) = result(of: key), value != seenValue(of: key) else { return }
        save.edits.append(edit(.value(key), to: value.map { .value($0) }))
        // A reminder without a day is nothing. Undo brings both.
        if value?.remindableDay == nil, seen?.reminders?.contains(key) == true {
            save.edits.append(edit(.reminder(key), to: nil))
        }
    }

    /// Sets a part; without a number it is a new one.
    private func add(_ value: PartValue?, _ part: PartID?, to save: inout FormSave) {
        guard let part, let before = seenValue(of: part) else {
            guard let value else { return }
            // Below zero, and no number twice.
            let number = PartID(Int64(-1 - save.edits.count))
            return save.edits.append(edit(.part(value.kind, number), to: .part(value)))
        }
        guard value != before else { return }
        // Nothing brings back a partial contact that goes with its relationship.
        let lost = lostPeople.map(\.id)
        let isHeld =
            if case .relationship(let former) = before { value == nil && lost.contains(former.other) } else { false }
        save.edits.append(edit(.part(before.kind, part), to: value.map { .part($0) }, isHeld: isHeld))
    }

    private func addValue(of entry: AddressEntry, to save: inout FormSave) {
        let value = Result { () throws(FormIssue) in try entry.value(countries: countries) }
        guard case .success(var address) = value else { return }
        var seen: AddressValue?
        if case .address(let value)? = seenValue(of: entry.part) { seen = value }
        // Several names of the server read alike: an untouched one stays as it is.
        let hasSameName = seen.map { entry.texts[.name, default: ""] == LabelName.text(for: $0.name ?? "") } ?? false
        if hasSameName { address?.name = seen?.name }
        var after = address.map { PartValue.address($0) }
        // An address that has only a name is not shown by a form, and gets the new name.
        if after == nil, var old = seen, let name = entry.name, old.isNameAlone {
            if !hasSameName { old.name = name }
            after = .address(old)
        }
        add(after, entry.part, to: &save)
    }

    private func addValue(of entry: RelationshipEntry, to save: inout FormSave) {
        let value = entry.value.map { PartValue.relationship($0) }
        if let person = entry.newPerson, value != nil {
            save.people[person] = Self.names(of: entry.typed, in: nameOrder)
        }
        guard let part = entry.part, case .relationship(let old)? = seenValue(of: part), value != nil,
            old.other != entry.value?.other
        else { return add(value, entry.part, to: &save) }
        // The relationship to another person is another one.
        add(nil, part, to: &save)
        add(value, nil, to: &save)
    }

    /// The values of a new contact by its typed name.
    private static func names(of typed: String, in order: NameOrder) -> [ContactKey: ContactValue] {
        let words = typed.split(whereSeparator: \.isWhitespace).map(String.init)
        guard words.count > 1 else { return [.firstName: .text(FormText.trimmed(typed))] }
        let isLastFirst = order == .lastNameFirst
        let last = isLastFirst ? words[0] : words[words.count - 1]
        let first = isLastFirst ? words.dropFirst() : words.dropLast()
        return [.firstName: .text(first.joined(separator: " ")), .lastName: .text(last)]
    }

    private func result(of key: ContactKey) -> Result<ContactValue?, FormIssue> {
        Result { () throws(FormIssue) in try value(of: key) }
    }

    /// Whether the form waits for the server's reminder of a day.
    func isReminderUnknown(_ key: ContactKey) -> Bool {
        guard let seen, seen.reminders == nil else { return false }
        return seen.values[key]?.remindableDay != nil
    }

    /// The reminders that are to be switched on or off.
    var reminderChanges: [ContactKey: Bool] {
        reminders.filter { key, isOn in
            guard let value = try? value(of: key) else { return false }
            return value.remindableDay != nil && isOn != (seen?.reminders?.contains(key) ?? false)
        }
    }

    /// Whether the person typed the value of the slot in an earlier form, and no server has it.
    func isPending(_ slot: Slot?) -> Bool { seen?.server.contains { $0.slot == slot } ?? false }

    /// Whether a person changed the content. Labels do not count.
    func isContentTyped(_ entry: FieldEntry) -> Bool {
        guard case .field(let seen)? = seenValue(of: entry.part) else { return true }
        return seen.content != entry.content
    }

    /// The field as it is typed; the content that the server sent stays as it is, blanks too.
    func value(of entry: FieldEntry) -> FieldValue? {
        isContentTyped(entry)
            ? entry.value : FieldValue(type: entry.type, content: entry.content, labels: entry.labels)
    }

    /// The address as its form began with it; nil for a new one.
    func seenEntry(of entry: AddressEntry) -> AddressEntry? {
        guard case .address(let value)? = seenValue(of: entry.part) else { return nil }
        return AddressEntry(row: entry.row, part: entry.part, value, countries: countries)
    }
}

/// The mistakes in the typing, and the cost of saving it.
nonisolated extension ContactForm {
    /// The mistakes by their fields. An untouched field has none.
    func issues() -> [FormField: FormIssue] {
        var issues: [FormField: FormIssue] = [:]
        func check(_ field: FormField, _ body: () throws(FormIssue) -> Void) {
            do { try body() } catch { issues[field] = error }
        }
        for key in ContactKey.allCases where isTouched(key) {
            check(.value(key)) { () throws(FormIssue) in _ = try value(of: key) }
        }
        if needsFirstName { issues[.value(.firstName)] = .noName }
        for entry in fields where isTouched(entry) {
            check(.field(entry.row)) { () throws(FormIssue) in try self.check(entry) }
        }
        for entry in addresses where isTouched(entry) {
            let seen = seenEntry(of: entry)
            for part in AddressPart.allCases where entry[part] != seen?[part] {
                check(.address(entry.row, part)) { () throws(FormIssue) in
                    try FormText.check(entry[part], atMost: FormText.maxLineLength)
                }
            }
            check(.address(entry.row, .country)) { () throws(FormIssue) in
                _ = try entry.value(countries: countries)
            }
        }
        for entry in relationships {
            check(.relationship(entry.row)) { () throws(FormIssue) in try self.check(entry) }
        }
        for tag in addedTags { check(.tags) { () throws(FormIssue) in try FormText.check(tag: tag) } }
        return issues
    }

    /// Whether a person is the contact of the form. The form cannot name its own contact.
    func isContact(_ person: FormPerson?) -> Bool {
        guard let seen, let person else { return false }
        return person.id == .local(seen.id) || person.id == seen.remote.map { .remote($0) }
    }

    private func check(_ entry: FieldEntry) throws(FormIssue) {
        guard let value = self.value(of: entry) else { return }
        if isContentTyped(entry) {
            try FormText.check(value.content, atMost: FormText.maxLineLength)
            if mailTypes.contains(value.type), !value.content.contains(where: { "@＠﹫".contains($0) }) { throw .noAt }
        }
        if losesLastLabel(entry) { throw .lastLabel }
    }

    private func check(_ entry: RelationshipEntry) throws(FormIssue) {
        let isUnknown = !entry.isNamed && !DateEntry.isBlank(entry.typed)
        if isUnknown || isContact(entry.person) && isTouched(entry) { throw .unknownPerson }
        if entry.newPerson != nil { try FormText.check(entry.typed, atMost: FormText.maxLineLength) }
        if entry.isNamed, entry.type == nil { throw .noKind }
    }

    /// Each request about the person carries a first name.
    private var needsFirstName: Bool {
        FormText.trimmed(self[text: .firstName]).isEmpty && (isNew || replaces(.firstName))
    }

    /// Whether saving replaces the value on the server.
    private func replaces(_ key: ContactKey) -> Bool {
        let group = valueGroups.first { $0.contains(key) } ?? [key]
        let changes = reminderChanges
        return group.contains { isTouched($0) || changes[$0] != nil }
    }

    /// A first name to offer for a contact without one.
    var firstNameOffer: String? {
        [ContactKey.nickname, .company, .lastName].lazy.map { FormText.trimmed(self[text: $0]) }.first { !$0.isEmpty }
    }

    /// Where each can be wrong, from the first to the last that is read.
    func order(nameOrder: [ContactKey]) -> [FormField] {
        var order = (nameOrder + [.nickname, .job, .company]).map { FormField.value($0) }
        order += fields.map { .field($0.row) }
        order += addresses.flatMap { entry in AddressPart.allCases.map { .address(entry.row, $0) } }
        order += [.gender, .birthday, .death, .description, .food, .metStory, .metOn, .metThrough, .metWhere].map {
            .value($0)
        }
        return order + relationships.map { .relationship($0.row) } + [.tags]
    }

    /// The unwanted effects of saving.
    var warnings: [FormWarning] {
        guard let seen else { return [] }
        var warnings = leftOut.kinds.map { FormWarning.leavesOut($0) }
        if !leftOut.tags.isEmpty { warnings.append(.leavesOut(nil)) }
        if seen.values[.metWhere] == nil, FormText.trimmed(self[text: .metWhere]).isEmpty, replaces(.metWhere) {
            warnings.append(.replacesWhereMet)
        }
        return warnings + lostPeople.map { .removesPerson(name: $0.name) }
    }

    /// Whether a field with labels has none any more: the server does not remove the last one.
    func losesLastLabel(_ entry: FieldEntry) -> Bool { entry.labels.isEmpty && hasLabels(entry.part) }

    /// Whether the form began with labels of a field.
    func hasLabels(_ part: PartID?) -> Bool {
        if case .field(let old)? = seenValue(of: part) { !old.labels.isEmpty } else { false }
    }

    /// The partial contacts that lose their relationship with this contact.
    var lostPeople: [FormPerson] {
        let kept = Set(relationships.compactMap(\.person?.id))
        let former = removedParts.map(\.value) + relationships.compactMap { $0.part.flatMap { seenValue(of: $0) } }
        let gone = former.compactMap { if case .relationship(let value) = $0 { value.other } else { nil } }
        return gone.compactMap { people[$0] }.filter { $0.isPartial && !kept.contains($0.id) }
    }
}
