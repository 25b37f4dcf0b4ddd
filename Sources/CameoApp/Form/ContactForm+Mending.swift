import Contacts
import Foundation
import Model

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
