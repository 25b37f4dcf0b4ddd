import Contacts
import Foundation
import Model

/// What saving a form sends.
nonisolated extension ContactForm {
    /// In which order groups are sent.
    private static let groups: [ContactGroup] = [.person, .work, .food, .meeting]

    /// A new contact as it is made; the rest follows in `changes`.
    func creation(uuid: String) -> ContactCreation {
        var values: [ContactKey: ContactValue] = [:]
        for key in ContactGroup.person.keys {
            if case .success(let value?) = result(of: key) { values[key] = value }
        }
        return ContactCreation(
            uuid: uuid, values: values, reminders: Set(reminderChanges(in: .person).filter(\.value).keys))
    }

    /// What the person changed, in the order in which it is sent; nothing where nothing was. A new contact's own values are
    /// in `creation`.
    var changes: [PlannedChange] {
        var plan = Plan(names: nameOrder)
        for group in isNew ? Self.groups.filter({ $0 != .person }) : Self.groups { addValues(of: group, to: &plan) }
        for entry in fields { addChanges(of: entry, to: &plan) }
        addRemovals(of: .field, to: &plan)
        for entry in addresses { addChange(of: entry, to: &plan) }
        addRemovals(of: .address, to: &plan)
        for entry in relationships { addChanges(of: entry, to: &plan) }
        addRemovals(of: .relationship, to: &plan)
        if !removedTags.isEmpty { plan.add(.removeTags(removedTags)) }
        // Tags that stay are not lost if the ones to come are refused.
        if !addedTags.isEmpty { plan.add(.addTags(addedTags)) }
        if let isMe { plan.add(.me(isMe)) }
        let lost = Set(lostPeople.map(\.id))
        return plan.changes.map { planned in
            // Nothing brings back whoever goes with it.
            guard case .part(let part) = planned.change, part.after == nil,
                case .relationship(let former)? = part.before
            else { return planned }
            return PlannedChange(
                planned.change, of: planned.contact, needs: planned.needs, isHeld: lost.contains(former.other))
        }
    }

    /// Changes with those that must be carried out before them.
    private struct Plan {
        var changes: [PlannedChange] = []
        private var parts: Int64 = 0
        /// The contacts that relationships make, and how each gets its number on the server.
        let names: NameOrder

        init(names: NameOrder) { self.names = names }

        @discardableResult
        mutating func add(_ change: ContactChange, after needed: Int? = nil) -> Int {
            changes.append(PlannedChange(change, needs: needed.map { [$0] } ?? []))
            return changes.count - 1
        }

        @discardableResult
        mutating func add(_ value: PartValue, after needed: Int? = nil) -> Int {
            parts -= 1
            let part = PartChange(kind: value.kind, part: PartID(parts), before: nil, after: value)
            return add(.part(part), after: needed)
        }

        /// Makes another contact; nil where there is none to make.
        mutating func make(_ person: ContactID?, called name: String) -> Int? {
            guard let person else { return nil }
            let creation = ContactCreation(
                uuid: UUID().uuidString.lowercased(), values: ContactForm.names(of: name, in: names))
            changes.append(PlannedChange(.create(creation), of: person))
            return changes.count - 1
        }

        mutating func change(_ part: PartID, from before: PartValue, to after: PartValue?, after needed: Int? = nil) {
            add(.part(PartChange(kind: before.kind, part: part, before: before, after: after)), after: needed)
        }

        /// Makes a part anew: first the new one, so that nothing is lost if the second request does not come through.
        mutating func replace(_ part: PartID, _ before: PartValue, by after: PartValue, after needed: Int?) {
            change(part, from: before, to: nil, after: add(after, after: needed))
        }
    }

    private func addValues(of group: ContactGroup, to plan: inout Plan) {
        var change = ValueChange(group: group, deltas: [:], reminders: reminderChanges(in: group))
        for key in group.keys where isTouched(key) {
            // What cannot be read is not saved: the form says so before.
            guard case .success(let after) = result(of: key), after != seenValue(of: key) else { continue }
            change.deltas[key] = Delta(before: seenValue(of: key), after: after)
        }
        if !change.deltas.isEmpty || !change.reminders.isEmpty { plan.add(.values(change)) }
    }

    private func addChanges(of entry: FieldEntry, to plan: inout Plan) {
        let after = value(of: entry).map { PartValue.field($0) }
        guard let part = entry.part, let before = seenValue(of: part) else {
            if let after { plan.add(after) }
            return
        }
        if after != before { plan.change(part, from: before, to: after) }
    }

    private func addChange(of entry: AddressEntry, to plan: inout Plan) {
        guard isTouched(entry) else { return }
        let value = Result { () throws(FormIssue) in try entry.value(countries: countries) }
        guard case .success(let address) = value else { return }
        var after = address.map { PartValue.address($0) }
        if let part = entry.part, let before = seenValue(of: part) {
            // One that had only a name, and what a form does not show, is named anew.
            if after == nil, case .address(var old) = before, let name = entry.name, old.isNameAlone {
                old.name = name
                after = .address(old)
            }
            if before != after { plan.change(part, from: before, to: after) }
        } else if let after {
            plan.add(after)
        }
    }

    private func addChanges(of entry: RelationshipEntry, to plan: inout Plan) {
        let after = entry.value.map { PartValue.relationship($0) }
        guard let part = entry.part, let before = seenValue(of: part) else {
            guard let after else { return }
            plan.add(after, after: plan.make(entry.newPerson, called: entry.typed))
            return
        }
        guard after != before else { return }
        if let after, case .relationship(let old) = before, old.other != entry.value?.other {
            plan.replace(part, before, by: after, after: plan.make(entry.newPerson, called: entry.typed))
        } else {
            plan.change(part, from: before, to: after)
        }
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

    private func addRemovals(of kind: PartKind, to plan: inout Plan) {
        for part in removedParts where part.kind == kind { plan.change(part.part, from: part.value, to: nil) }
    }

    private func result(of key: ContactKey) -> Result<ContactValue?, FormIssue> {
        Result { () throws(FormIssue) in try value(of: key) }
    }
}

/// What is wrong with what was typed, and what saving it would cost.
nonisolated extension ContactForm {
    /// What is wrong, by where it stands. What the person did not touch is never wrong.
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

    /// Whether somebody is the contact of the form, whom it can name nowhere.
    func isContact(_ person: FormPerson?) -> Bool {
        guard let seen, let person else { return false }
        return person.id == .local(seen.id) || person.id == seen.remote.map { .remote($0) }
    }

    private func check(_ entry: FieldEntry) throws(FormIssue) {
        guard let value = self.value(of: entry) else { return }
        if isContentTyped(entry) { try FormText.check(value.content, atMost: FormText.maxLineLength) }
        if mailTypes.contains(value.type), !value.content.contains("@") { throw .noAt }
    }

    private func check(_ entry: RelationshipEntry) throws(FormIssue) {
        let isUnknown = !entry.isNamed && !DateEntry.isBlank(entry.typed)
        if isUnknown || isContact(entry.person) && isTouched(entry) { throw .unknownPerson }
        if entry.newPerson != nil { try FormText.check(entry.typed, atMost: FormText.maxLineLength) }
        if entry.isNamed, entry.type == nil { throw .noKind }
    }

    /// Each request about the person carries a first name.
    private var needsFirstName: Bool {
        guard FormText.trimmed(self[text: .firstName]).isEmpty else { return false }
        return isNew || ContactGroup.person.keys.contains { isTouched($0) }
            || !reminderChanges(in: .person).isEmpty
    }

    /// What could be the first name of a contact that has none.
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

    /// What saving would cost beside what was meant.
    var warnings: [FormWarning] {
        guard let seen else { return [] }
        var warnings = leftOut.kinds.map { FormWarning.leavesOut($0) }
        if !leftOut.tags.isEmpty { warnings.append(.leavesOut(nil)) }
        let isMeetingTouched =
            ContactGroup.meeting.keys.contains { isTouched($0) } || !reminderChanges(in: .meeting).isEmpty
        if isMeetingTouched, FormText.trimmed(self[text: .metWhere]).isEmpty { warnings.append(.erasesWhereMet) }
        let isPersonTouched =
            ContactGroup.person.keys.contains { isTouched($0) } || !reminderChanges(in: .person).isEmpty
        let leapDays = [ContactKey.birthday, .death].filter { key in
            seen.values[key]?.remindableDay == .monthDay(month: 2, day: 29) && !isTouched(key)
        }
        if isPersonTouched, !leapDays.isEmpty { warnings.append(.movesLeapDay) }
        let isReminded = reminders[.death] == nil && (try? value(of: .death))?.remindableDay != nil
        if isPersonTouched, isReminded, seen.doubtfulReminders.contains(.death) { warnings.append(.doublesReminder) }
        for entry in fields where losesLastLabel(entry) { warnings.append(.makesFieldAnew(content: entry.content)) }
        return warnings + lostPeople.map { .removesPerson(name: $0.name) }
    }

    /// The server keeps labels that are left out: the last one goes only with its field, which is made anew.
    func losesLastLabel(_ entry: FieldEntry) -> Bool {
        guard let value = entry.value, case .field(let old)? = seenValue(of: entry.part) else { return false }
        return value.labels.isEmpty && !old.labels.isEmpty
    }

    /// Those who exist only as relations that were taken away, or are with somebody else now.
    var lostPeople: [FormPerson] {
        let kept = Set(relationships.compactMap(\.person?.id))
        let former = removedParts.map(\.value) + relationships.compactMap { $0.part.flatMap { seenValue(of: $0) } }
        let gone = former.compactMap { if case .relationship(let value) = $0 { value.other } else { nil } }
        return gone.compactMap { people[$0] }.filter { $0.isPartial && !kept.contains($0.id) }
    }
}
