import Contacts
import Foundation
import Model

/// What comes from the server while somebody types.
nonisolated extension ContactForm {
    /// Takes a newer state of the contact: what was not touched shows it, what was touched or has the focus stays, and is
    /// noted in `news`.
    mutating func take(
        _ all: EditableContact, people newPeople: [AnyContactID: FormPerson] = [:], focused: FormField? = nil
    ) {
        let newer = all.fittingForm
        guard let seen else { return }
        if newer == seen { return see(all) }
        people.merge(newPeople) { $1 }
        let before = self
        // Whatever stays is compared with what is there now: the person sees both.
        see(all)
        for key in ContactKey.allCases where seen.values[key] != newer.values[key] {
            let field = FormField.value(key)
            if before.isTouched(key) || focused == field {
                if isTouched(key) { news.insert(field) } else { news.remove(field) }
            } else {
                put(newer.values[key], for: key, people: people)
            }
        }
        for part in seen.parts { take(newer.parts.first { $0.part == part.part }, for: part, before, focused) }
        let known = Set(seen.parts.map(\.part))
        for part in newer.parts where !known.contains(part.part) { append(part, people: people) }
        takeTags(newer.tags, seen: seen.tags)
    }

    /// Shows what is on the server now in place of what was typed.
    mutating func useNews(of field: FormField) {
        news.remove(field)
        switch field {
        case .value(let key): put(seenValue(of: key), for: key, people: people)
        case .field(let row): put(seenValue(of: fields[row: row]?.part), in: row)
        case .address(let row, _): put(seenValue(of: addresses[row: row]?.part), in: row)
        case .relationship(let row): put(seenValue(of: relationships[row: row]?.part), in: row)
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
        }
    }

    /// A part is another one now, or gone.
    private mutating func take(
        _ newer: EditablePart?, for old: EditablePart, _ before: ContactForm, _ focused: FormField?
    ) {
        guard newer?.value != old.value else { return }
        if let index = fields.firstIndex(where: { $0.part == old.part }) {
            let field = FormField.field(fields[index].row)
            let stays = before.isTouched(fields[index]) || focused == field
            // One that is gone there is made anew.
            if newer == nil { fields[index].part = nil }
            if stays { noteNews(field, isTouched(fields[index])) } else { useNews(of: field) }
        } else if let index = addresses.firstIndex(where: { $0.part == old.part }) {
            let field = FormField.address(addresses[index].row, .street)
            let stays = before.isTouched(addresses[index]) || focused.map { isSameRow($0, field) } ?? false
            if newer == nil { addresses[index].part = nil }
            if stays { noteNews(field, isTouched(addresses[index])) } else { useNews(of: field) }
        } else if let index = relationships.firstIndex(where: { $0.part == old.part }) {
            let field = FormField.relationship(relationships[index].row)
            let stays = before.isTouched(relationships[index]) || focused == field
            if newer == nil { relationships[index].part = nil }
            if stays { noteNews(field, isTouched(relationships[index])) } else { useNews(of: field) }
        } else if let newer {
            // Taken away before it became this: the person sees what there is now.
            append(newer, people: people)
        }
    }

    private mutating func noteNews(_ field: FormField, _ isNews: Bool) {
        if isNews { news.insert(field) } else { news.remove(field) }
    }

    private func isSameRow(_ first: FormField, _ second: FormField) -> Bool {
        if case .address(let one, _) = first, case .address(let other, _) = second { one == other } else { false }
    }

    /// Tags merge one by one.
    private mutating func takeTags(_ newer: [String], seen: [String]) {
        func has(_ tags: [String], _ tag: String) -> Bool { tags.contains { $0.isSameTag(as: tag) } }
        for tag in newer where !has(seen, tag) && !has(tags, tag) { tags.append(tag) }
        tags.removeAll { has(seen, $0) && !has(newer, $0) }
    }
}

nonisolated extension ContactForm {
    /// Whether what is typed still differs from what the server has.
    func isNewsShown(_ field: FormField) -> Bool {
        switch field {
        case .value(let key): isTouched(key)
        case .field(let row): fields[row: row].map { isTouched($0) } ?? false
        case .address(let row, _): addresses[row: row].map { isTouched($0) } ?? false
        case .relationship(let row): relationships[row: row].map { isTouched($0) } ?? false
        case .tags: false
        }
    }

    /// What the server has there now, in words.
    func newsText(of field: FormField) -> String {
        switch field {
        case .value(let key): ValueDescription.text(seenValue(of: key), of: key, people: people.mapValues(\.name))
        case .field(let row):
            partText(fields[row: row]?.part)
        case .address(let row, _):
            partText(addresses[row: row]?.part)
        case .relationship(let row):
            partText(relationships[row: row]?.part)
        case .tags: ""
        }
    }

    private func partText(_ part: PartID?) -> String {
        ValueDescription.text(
            part.flatMap { seenValue(of: $0) }, people: people.mapValues(\.name), countries: countries)
    }
}

/// What was refused, put right in a form.
nonisolated extension ContactForm {
    /// A form that stands for refused edits: it holds what they were to change, and says why they were refused.
    init(
        mending refused: MendableContact, people: [AnyContactID: FormPerson], mailTypes: Set<RemoteID>,
        countries: Countries, thisYear: Int
    ) {
        if let seen = refused.seen {
            self.init(seen, people: people, mailTypes: mailTypes, countries: countries, thisYear: thisYear)
        } else {
            self.init(mailTypes: mailTypes, countries: countries, thisYear: thisYear)
            self.people = people
        }
        mended = refused.edits
        let wanted = refused.wanted
        for key in ContactKey.allCases where wanted.values[key] != seenValue(of: key) {
            put(wanted.values[key], for: key, people: people)
        }
        var rows: [PartID: FormField] = [:]
        for part in wanted.parts where !leftOut.parts.contains(part.part) { rows[part.part] = putWanted(part) }
        for part in refused.seen?.parts ?? [] where rows[part.part] == nil {
            if let row = field(of: part.part)?.row { put(nil, in: row) }
        }
        tags = wanted.tags.filter { !leftOut.tags.contains($0) }
        reminders = refused.reminders
        if wanted.isMe != (refused.seen?.isMe ?? false) { isMe = wanted.isMe }
        note(refused.refusals, rows: rows)
        fitTyped()
    }

    /// Takes what was refused into a form that was typed in before. Nothing where both are about the same, or where more was
    /// refused than values.
    mutating func add(_ refused: MendableContact) {
        let wanted = refused.wanted
        guard mended.isEmpty, let seen = refused.seen, wanted.parts == seen.parts, wanted.tags == seen.tags,
            wanted.isMe == seen.isMe
        else { return }
        let keys = ContactKey.allCases.filter { wanted.values[$0] != seen.values[$0] }
        guard !keys.contains(where: { isTouched($0) }), refused.reminders.allSatisfy({ reminders[$0.key] == nil })
        else { return }
        for key in keys { put(wanted.values[key], for: key, people: people) }
        reminders.merge(refused.reminders) { $1 }
        mended = refused.edits
        note(refused.refusals)
    }

    /// Says why edits were refused: each at the fields that the server named, or at the one that it is about, else above all.
    mutating func note(_ all: [EditRefusal], rows: [PartID: FormField] = [:]) {
        (refusals, generalRefusals) = ([:], [])
        for refusal in all { note(refusal, rows: rows) }
    }

    /// Puts a part into its row, or into a new one.
    private mutating func putWanted(_ part: EditablePart) -> FormField? {
        if let known = field(of: part.part), let row = known.row {
            if seenValue(of: part.part) != part.value { put(part.value, in: row) }
            return known
        }
        append(part, people: people)
        let new = field(of: part.part)
        // To the server it is new; it gets another number when it is stored.
        if let row = new?.row {
            fields.change(row) { $0.part = nil }
            addresses.change(row) { $0.part = nil }
            relationships.change(row) { $0.part = nil }
        }
        return new
    }

    /// Where a part is typed.
    func field(of part: PartID) -> FormField? {
        if let entry = fields.first(where: { $0.part == part }) { return .field(entry.row) }
        if let entry = addresses.first(where: { $0.part == part }) { return .address(entry.row, .street) }
        return relationships.first { $0.part == part }.map { .relationship($0.row) }
    }

    private mutating func note(_ refusal: EditRefusal, rows: [PartID: FormField]) {
        // What another refusal has stopped is said there.
        guard refusal.issue != .needed else { return }
        let fields: [FormField] =
            if let part = refusal.part {
                [rows[part]].compactMap(\.self)
            } else if refusal.isAboutTags {
                [.tags]
            } else {
                refusal.namesKeys || refusal.keys.count == 1 ? refusal.keys.map { .value($0) } : []
            }
        for field in fields { refusals[field] = refusal.issue }
        if fields.isEmpty, !generalRefusals.contains(refusal.issue) { generalRefusals.append(refusal.issue) }
    }

    /// What is wrong with a field, or what the server did not like about it.
    func issue(of field: FormField, among issues: [FormField: FormIssue]) -> FormIssue? {
        issues[field] ?? refusals[field].map { .refused($0) } ?? (isBeyondEntry(field) ? .beyondEntry : nil)
    }
}

nonisolated extension FormField {
    /// Nil for what there is once.
    fileprivate var row: RowID? {
        switch self {
        case .field(let row), .address(let row, _), .relationship(let row): row
        case .value, .tags: nil
        }
    }
}
