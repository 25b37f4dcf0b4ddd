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

/// The bounds of the rows of a form.
nonisolated enum FormBounds {
    /// Whether a field has more than it can hold: it shows the beginning, and saving leaves it as it is.
    static func isExceeded(by field: FormField, of form: ContactForm) -> Bool {
        func isBeyond(_ text: String, isTyped: Bool) -> Bool {
            (isTyped ? TextBound.typedLine : .line).needsExcerpt(text)
        }
        switch field {
        case .value(let key) where key.isLongText: return TextBound.text.needsExcerpt(form[text: key])
        case .value(.metThrough):
            return isBeyond(form.introducer?.name ?? form.typedIntroducer, isTyped: form.introducer == nil)
        case .value(let key):
            return isBeyond(form[text: key], isTyped: form.isTouched(key) || form.isPending(.value(key)))
        case .field(let row):
            return form.fields[row: row].map {
                let isTyped = form.isContentTyped($0) || form.isPending($0.part.map { .part(.field, $0) })
                return isBeyond($0.content, isTyped: isTyped)
            } ?? false
        case .address(let row, let part):
            return form.addresses[row: row].map {
                let isTyped =
                    $0[part] != form.seenEntry(of: $0)?[part] || form.isPending($0.part.map { .part(.address, $0) })
                return isBeyond($0[part], isTyped: isTyped)
            } ?? false
        case .relationship(let row):
            return form.relationships[row: row].map { isBeyond($0.typed, isTyped: $0.person == nil) } ?? false
        case .tags: return false
        }
    }

    /// Cuts texts of a person that no entry can hold. The server refuses them anyway.
    static func cutTyped(in form: inout ContactForm) {
        let bound = TextBound.typedLine
        for key in ContactKey.allCases where !key.isLongText {
            let isTooLong = form.texts[key].map(bound.holds) == false
            if isTooLong, form.isTouched(key) { form[text: key] = bound.beginning(of: form[text: key]) }
        }
        for index in form.fields.indices where form.isContentTyped(form.fields[index]) {
            form.fields[index].content = bound.beginning(of: form.fields[index].content)
        }
        for index in form.addresses.indices {
            let seen = form.seenEntry(of: form.addresses[index])
            for part in AddressPart.allCases where form.addresses[index][part] != seen?[part] {
                form.addresses[index][part] = bound.beginning(of: form.addresses[index][part])
            }
        }
        form.typedTag = bound.beginning(of: form.typedTag)
    }
}
