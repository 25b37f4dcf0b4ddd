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
