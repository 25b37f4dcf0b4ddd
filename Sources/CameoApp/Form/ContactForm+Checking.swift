import Contacts
import Foundation
import Model

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
