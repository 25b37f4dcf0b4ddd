import Contacts
import Gtk
import Model

/// How much of a contact a form takes: each row takes its time, and a text that an entry does not hold stays as it is.
nonisolated extension EditableContact {
    /// Rows of a kind. An address has seven of them.
    static func maxRows(_ kind: PartKind) -> Int { kind == .address ? 20 : 60 }
    static let maxTags = 100

    /// The contact with as much of it as a form takes.
    var fittingForm: EditableContact {
        var counts: [PartKind: Int] = [:]
        let fitting = parts.filter { part in
            counts[part.kind, default: 0] += 1
            return counts[part.kind, default: 0] <= Self.maxRows(part.kind)
        }
        guard fitting.count < parts.count || tags.count > Self.maxTags else { return self }
        var shown = self
        (shown.parts, shown.tags) = (fitting, Array(tags.prefix(Self.maxTags)))
        return shown
    }

    /// Parts and tags of the contact without a place in its form.
    var leftOut: LeftOut {
        let fitting = fittingForm
        let kept = Set(fitting.parts.map(\.part))
        return LeftOut(
            parts: parts.filter { !kept.contains($0.part) },
            tags: Set(tags.dropFirst(fitting.tags.count)))
    }
}

/// Parts and tags of a contact without a place in its form: they stay as they are.
nonisolated struct LeftOut: Sendable {
    let kinds: Set<PartKind>
    let tags: Set<String>

    init(parts: [EditablePart] = [], tags: Set<String> = []) {
        kinds = Set(parts.map(\.kind))
        self.tags = tags
    }
}

nonisolated extension ContactKey {
    /// Whether it is typed on several lines.
    var isLongText: Bool { [.description, .food, .metStory].contains(self) }
}

nonisolated extension ContactForm {
    /// Whether a field has more than it can hold: it shows the beginning, and saving leaves it as it is.
    func isBeyondEntry(_ field: FormField) -> Bool {
        func isBeyond(_ text: String, isTyped: Bool) -> Bool {
            (isTyped ? TextBound.typedLine : .line).needsExcerpt(text)
        }
        switch field {
        case .value(let key) where key.isLongText: return TextBound.text.needsExcerpt(self[text: key])
        case .value(.metThrough): return isBeyond(introducer?.name ?? typedIntroducer, isTyped: introducer == nil)
        case .value(let key): return isBeyond(self[text: key], isTyped: isTouched(key) || isPending(.value(key)))
        case .field(let row):
            return fields[row: row].map {
                isBeyond($0.content, isTyped: isContentTyped($0) || isPending($0.part.map { .part(.field, $0) }))
            } ?? false
        case .address(let row, let part):
            return addresses[row: row].map {
                let isTyped = $0[part] != seenEntry(of: $0)?[part] || isPending($0.part.map { .part(.address, $0) })
                return isBeyond($0[part], isTyped: isTyped)
            } ?? false
        case .relationship(let row):
            return relationships[row: row].map { isBeyond($0.typed, isTyped: $0.person == nil) } ?? false
        case .tags: return false
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

    /// Cuts texts of a person that no entry can hold. The server refuses them anyway.
    mutating func fitTyped() {
        let bound = TextBound.typedLine
        for key in ContactKey.allCases where !key.isLongText && texts[key].map(bound.holds) == false && isTouched(key) {
            self[text: key] = bound.beginning(of: self[text: key])
        }
        for index in fields.indices where isContentTyped(fields[index]) {
            fields[index].content = bound.beginning(of: fields[index].content)
        }
        for index in addresses.indices {
            let seen = seenEntry(of: addresses[index])
            for part in AddressPart.allCases where addresses[index][part] != seen?[part] {
                addresses[index][part] = bound.beginning(of: addresses[index][part])
            }
        }
        typedTag = bound.beginning(of: typedTag)
    }
}
