import Contacts
import Foundation
import Model

/// News of the server while a person types.
nonisolated extension ContactForm {
    /// Takes a newer state of the contact. An untouched field shows it. A touched or focused field keeps its text, and `news`
    /// notes it.
    mutating func take(
        _ all: EditableContact, people newPeople: [AnyContactID: FormPerson] = [:], focused: FormField? = nil
    ) {
        let newer = all.fittingForm
        guard let seen else { return }
        if newer == seen { return see(all) }
        people.merge(newPeople) { $1 }
        let before = self
        // The typing is compared with the present values: the person sees both.
        see(all)
        for key in ContactKey.allCases where seen.values[key] != newer.values[key] {
            let field = FormField.value(key)
            let isTyped = before.isTouched(key)
            if isTyped || focused == field {
                keep(field, isTyped: isTyped)
            } else {
                show(newer.values[key].map { .value($0) }, in: field)
            }
        }
        for part in seen.parts { take(newer.parts.first { $0.part == part.part }, for: part, before, focused) }
        let known = Set(seen.parts.map(\.part))
        for part in newer.parts where !known.contains(part.part) { append(part, people: people) }
        takeTags(newer.tags, seen: seen.tags)
    }

    /// Shows the server's value in place of the typed one.
    mutating func useNews(of field: FormField) {
        show(told(of: field), in: field)
    }

    /// Shows the news in the unread fields, besides a field with the focus.
    mutating func readNews(besides focused: FormField? = nil) {
        for field in unread where field != focused?.ofNews && hasRow(of: field) {
            let value = slot(of: field).flatMap { seen?[$0] }
            show(value, in: field)
        }
    }

    /// A removed row may be brought back, and takes its news then.
    private func hasRow(of field: FormField) -> Bool {
        switch field {
        case .field(let row): fields[row: row] != nil
        case .address(let row, _): addresses[row: row] != nil
        case .relationship(let row): relationships[row: row] != nil
        case .value, .tags: true
        }
    }

    private mutating func show(_ theirs: SlotValue?, in field: FormField) {
        news.remove(field)
        unread.remove(field)
        switch field {
        case .value(let key):
            let value: ContactValue? = if case .value(let value)? = theirs { value } else { nil }
            put(value, for: key, people: people)
        case .field(let row), .address(let row, _), .relationship(let row):
            let value: PartValue? = if case .part(let value)? = theirs { value } else { nil }
            put(value, in: row)
        case .tags: break
        }
    }

    /// Shows a part in its row; without one, the row goes.
    mutating func put(_ value: PartValue?, in row: RowID) {
        switch value {
        case .field(let value)?:
            fields.change(row) { ($0.type, $0.content, $0.labels) = (value.type, value.content, value.labels) }
        case .address(let value)?:
            addresses.change(row) { $0.take(value, countries: countries) }
        case .relationship(let value)?:
            let person = people[value.other] ?? FormPerson(id: value.other, name: "")
            relationships.change(row) { ($0.type, $0.person, $0.typed) = (value.type, person, person.name) }
        case nil:
            fields.remove(row)
            addresses.remove(row)
            relationships.remove(row)
        default: break
        }
    }

    /// A part is another one now, or gone.
    private mutating func take(
        _ newer: EditablePart?, for old: EditablePart, _ before: ContactForm, _ focused: FormField?
    ) {
        guard newer?.value != old.value else { return }
        if let index = fields.firstIndex(where: { $0.part == old.part }) {
            let field = FormField.field(fields[index].row)
            let isTyped = before.isTouched(fields[index])
            // A part that is gone on the server is made anew.
            if newer == nil { fields[index].part = nil }
            if isTyped || focused == field { keep(field, isTyped: isTyped) } else { useNews(of: field) }
        } else if let index = addresses.firstIndex(where: { $0.part == old.part }) {
            let field = FormField.address(addresses[index].row, .street)
            let isTyped = before.isTouched(addresses[index])
            if newer == nil { addresses[index].part = nil }
            if isTyped || focused?.ofNews == field { keep(field, isTyped: isTyped) } else { useNews(of: field) }
        } else if let index = relationships.firstIndex(where: { $0.part == old.part }) {
            let field = FormField.relationship(relationships[index].row)
            let isTyped = before.isTouched(relationships[index])
            if newer == nil { relationships[index].part = nil }
            if isTyped || focused == field { keep(field, isTyped: isTyped) } else { useNews(of: field) }
        } else if let newer {
            // The person removed the former value, and sees the present one.
            append(newer, people: people)
        }
    }

    /// A field keeps its text, and tells the news.
    private mutating func keep(_ field: FormField, isTyped: Bool) {
        unread.remove(field)
        guard isTouched(at: field) else {
            news.remove(field)
            return
        }
        news.insert(field)
        if !isTyped { unread.insert(field) }
    }

    /// Tags merge one by one.
    private mutating func takeTags(_ newer: [String], seen: [String]) {
        func has(_ tags: [String], _ tag: String) -> Bool { tags.contains { $0.isSameTag(as: tag) } }
        for tag in newer where !has(seen, tag) && !has(tags, tag) { tags.append(tag) }
        tags.removeAll { has(seen, $0) && !has(newer, $0) }
    }
}

/// The notes beside the fields.
nonisolated extension ContactForm {
    /// The slot that a field shows; nil for a new part, and for tags.
    func slot(of field: FormField) -> Slot? {
        switch field {
        case .value(let key): .value(key)
        case .field(let row): fields[row: row]?.part.map { .part(.field, $0) }
        case .address(let row, _): addresses[row: row]?.part.map { .part(.address, $0) }
        case .relationship(let row): relationships[row: row]?.part.map { .part(.relationship, $0) }
        case .tags: nil
        }
    }

    /// Whether the typed value differs from the value of the last news, or of the beginning.
    func isTouched(at field: FormField) -> Bool {
        switch field {
        case .value(let key): isTouched(key)
        case .field(let row): fields[row: row].map { isTouched($0) } ?? false
        case .address(let row, _): addresses[row: row].map { isTouched($0) } ?? false
        case .relationship(let row): relationships[row: row].map { isTouched($0) } ?? false
        case .tags: false
        }
    }

    /// The conflicting value of a field; nil without a conflict.
    private func conflict(at field: FormField) -> SlotState? {
        guard let slot = slot(of: field), case .conflict(let values)? = seen?.problems[slot] else { return nil }
        // The first line of an address tells it for all lines.
        if case .address(_, let part) = field, part != .street { return nil }
        return values.first { $0.slot == slot }
    }

    /// The server's value that is told beside a field.
    private func told(of field: FormField) -> SlotValue? {
        if let conflict = conflict(at: field) { return conflict.value }
        return slot(of: field).flatMap { seen?[$0] }
    }

    /// Whether the server has another value than the typed one, that the person does not know from the field itself.
    func tellsNews(of field: FormField) -> Bool {
        guard let conflict = conflict(at: field) else { return news.contains(field) }
        // A form without the conflict shows the server's value.
        var other = self
        other.useNews(of: field)
        switch conflict.slot {
        case .value(let key): return (try? value(of: key)) != (try? other.value(of: key))
        default: return typedPart(of: field) != other.typedPart(of: field)
        }
    }

    private func typedPart(of field: FormField) -> PartValue? {
        switch field {
        case .field(let row): fields[row: row].flatMap { value(of: $0) }.map { .field($0) }
        case .address(let row, _):
            addresses[row: row].flatMap { try? $0.value(countries: countries) }.map { .address($0) }
        case .relationship(let row): relationships[row: row]?.value.map { .relationship($0) }
        case .value, .tags: nil
        }
    }

    /// The server's value of a field in words.
    func newsText(of field: FormField) -> String {
        let names = people.mapValues(\.name)
        switch (field, told(of: field)) {
        case (.value(let key), .value(let value)?): return ValueDescription.text(value, of: key, people: names)
        case (.tags, _): return ""
        case (_, .part(let value)?): return ValueDescription.text(value, people: names, countries: countries)
        default: return tr("empty")
        }
    }

    /// The field for a row of the contact's page; nil for a row without a field.
    func field(shownIn row: FieldID) -> FormField? {
        switch row {
        case .birthdate: return .value(.birthday)
        case .deceasedDate: return .value(.death)
        case .foodPreferences: return .value(.food)
        case .description: return .value(.description)
        case .howYouMet:
            // The row begins with the first of these values that the contact has.
            let keys: [ContactKey] = [.metStory, .metOn, .metThrough]
            return .value(keys.first { seenValue(of: $0) != nil } ?? .metStory)
        case .tags: return .tags
        case .contactField, .address, .relationship:
            return (seen?.parts.first { $0.field == row }?.part).flatMap { field(of: $0) }
        case .stayInTouch, .entry: return nil
        }
    }

    /// The field of a part.
    func field(of part: PartID) -> FormField? {
        if let entry = fields.first(where: { $0.part == part }) { return .field(entry.row) }
        if let entry = addresses.first(where: { $0.part == part }) { return .address(entry.row, .street) }
        return relationships.first { $0.part == part }.map { .relationship($0.row) }
    }

    /// The field of a slot; nil for a slot without a field.
    private func field(of slot: Slot) -> FormField? {
        switch slot {
        case .value(let key), .reminder(let key): .value(key)
        case .part(_, let part): field(of: part)
        case .tag: .tags
        case .existence, .avatar, .me: nil
        }
    }

    /// The reasons why the changes of a field wait for the person, as long as the field still has them.
    func problem(at field: FormField) -> String? {
        guard let problems = seen?.problems, !problems.isEmpty, !isTouched(at: field) else { return nil }
        let sentences = problems.compactMap { slot, problem in
            self.field(of: slot) == field ? sentence(of: problem) : nil
        }
        return sentences.min()
    }

    /// The reasons that belong to no field.
    var generalProblems: [String] {
        let sentences = (seen?.problems ?? [:]).compactMap { slot, problem in
            field(of: slot) == nil ? sentence(of: problem) : nil
        }
        return Set(sentences).sorted()
    }

    /// Nil for a problem that the form tells otherwise.
    private func sentence(of problem: Problem) -> String? {
        switch problem {
        case .refused, .sideEffects: problem.sentence(people: people.mapValues(\.name), countries: countries)
        case .conflict, .gone: nil
        }
    }

    /// The reason why a field cannot stay as it is.
    func issue(of field: FormField, among issues: [FormField: FormIssue]) -> FormIssue? {
        if let issue = issues[field] ?? problem(at: field).map({ .waiting($0) }) { return issue }
        return FormBounds.isExceeded(by: field, of: self) ? .beyondEntry : nil
    }
}
