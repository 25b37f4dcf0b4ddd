import Foundation
import Model

/// The typing about an entry, such as a note or a call.
nonisolated struct EntryDraft: Hashable, Sendable {
    /// An input of the editor. The raw values are stored and never change.
    enum Field: String, Hashable, Sendable {
        case title, text, people, day, amount, link
        case contactCalled = "contact_called"
        case isFavorite = "is_favorite"
        case isDone = "is_done"
        case status, repeats, owes, animal

        /// The sort of its row.
        var look: Look {
            switch self {
            case .title, .amount, .link: .line
            case .text: .text
            case .people: .people
            case .day: .day
            case .status, .repeats, .owes, .animal: .choice
            case .contactCalled, .isFavorite, .isDone: .toggle
            }
        }
    }

    /// A sort of row of the editor.
    enum Look {
        case line, text, people, day, choice, toggle
    }

    /// An input with a problem.
    struct Issue: Error, Hashable {
        let field: Field
        let issue: FormIssue
    }

    /// Nil in the log: the person chooses the kind in the end.
    let kind: PartKind?
    /// The typed texts and the choices.
    var texts: [Field: String] = [:]
    /// The switches that are on.
    var switched: Set<Field> = []
    /// Took part besides the contact.
    var people: [FormPerson] = []
    /// The name that is typed of one more person.
    var typedPerson = ""
    var day: EntryDay
    /// The value that the typing began with; nil for a new entry. The values that no editor shows are kept.
    var former: PartValue?

    /// An empty one of a kind; nil for the log.
    init(_ kind: PartKind?, today: CivilDay, by reader: DateReader) {
        self.kind = kind
        day = EntryDay(today: today, on: Self.side(of: kind), by: reader)
        if dayIsOptional { day.text = "" }
    }

    /// The values of an entry. `people` has the names of the others who took part.
    init(_ value: PartValue, people: [FormPerson] = [], today: CivilDay, by reader: DateReader) {
        self.init(value.kind, today: today, by: reader)
        former = value
        self.people = people
        read(value)
        if let typed = value.day { day = EntryDay(typed, today: today, on: day.side, by: reader) }
    }

    /// The text of an input.
    subscript(field: Field) -> String {
        get { texts[field] ?? "" }
        set { texts[field] = newValue.isEmpty ? nil : newValue }
    }

    /// Whether a switch is on.
    subscript(isOn field: Field) -> Bool {
        get { switched.contains(field) }
        set { if newValue { switched.insert(field) } else { switched.remove(field) } }
    }

    /// The text of an input without blanks at its ends; nil for none.
    func some(_ field: Field) -> String? {
        let trimmed = FormText.trimmed(self[field])
        return trimmed.isEmpty ? nil : trimmed
    }

    /// The text of an input that needs one.
    func needed(_ field: Field) throws(Issue) -> String {
        guard let text = some(field) else { throw Issue(field: field, issue: .noText) }
        return text
    }

    /// The value of a kind that can be logged. Throws the first problem.
    func value(_ kind: PartKind, by reader: DateReader) throws(Issue) -> PartValue? {
        for field in fields {
            // The server has longer texts than Cameo takes. They stay.
            if let former, EntryDraft(former, today: day.today, by: reader)[field] == self[field] { continue }
            let limit = field == .text ? FormText.maxTextLength : FormText.maxLineLength
            try checking(field) { () throws(FormIssue) in try FormText.check(self[field], atMost: limit) }
        }
        if fields.contains(.people), !FormText.trimmed(typedPerson).isEmpty {
            throw Issue(field: .people, issue: .unknownPerson)
        }
        return try made(kind, by: reader)
    }

    /// A call and a logged meeting were, and a reminder comes.
    private static func side(of kind: PartKind?) -> EntryDay.Side {
        switch kind {
        case nil, .call?: .past
        case .reminder?: .ahead
        default: .nearest
        }
    }

    /// A gift needs no day.
    private var dayIsOptional: Bool { kind == .gift }

    /// The typed day; nil for none.
    func someDay(by reader: DateReader) throws(Issue) -> ContactDay? {
        FormText.trimmed(day.text).isEmpty ? nil : try day(by: reader)
    }

    /// The typed amount; nil for none.
    func amount() throws(Issue) -> String? {
        // An untouched amount stays as the server has it: some currencies have three decimals.
        let former = former?.amount
        if let former, EntryAmount.text(former) == self[.amount] { return former }
        return try checking(.amount) { () throws(FormIssue) in
            try EntryAmount.number(in: self[.amount], hasThousandths: EntryAmount.hasThousandths(former))
        }
    }

    func day(by reader: DateReader, mayBeAhead: Bool = true) throws(Issue) -> ContactDay {
        try checking(.day) { () throws(FormIssue) in
            let day = try day.day(by: reader)
            if !mayBeAhead, day.daysSince1970 > self.day.today.daysSince1970 { throw .ahead }
            return ContactDay(day)
        }
    }

    private func checking<Value>(
        _ field: Field, _ body: () throws(FormIssue) -> Value
    ) throws(Issue) -> Value {
        do throws(FormIssue) { return try body() } catch { throw Issue(field: field, issue: error) }
    }
}
