import Foundation
import Model

// The inputs of each kind of entry, and its value.
nonisolated extension EntryDraft {
    /// The inputs, from top to bottom.
    var fields: [Field] {
        switch kind {
        case nil: [.text, .people, .day, .contactCalled]
        case .note?: [.text, .isFavorite]
        case .call?: [.text, .day, .contactCalled]
        case .task?: former == nil ? [.title, .text] : [.title, .text, .isDone]
        case .activity?: [.title, .text, .people, .day]
        case .reminder?: [.title] + more + [.day, .repeats]
        case .gift?: [.title] + more + [.status, .amount, .day, .link]
        case .debt?: [.owes, .amount, .title] + (former == nil ? [] : [.isDone])
        case .pet?: [.animal, .title]
        case .field?, .address?, .relationship?, .photo?: []
        }
    }

    /// More words, where the server has some.
    private var more: [Field] {
        switch former {
        case .reminder(let reminder)?: reminder.description == nil ? [] : [.text]
        case .gift(let gift)?: gift.comment == nil ? [] : [.text]
        default: []
        }
    }

    /// Takes the values that the inputs show.
    mutating func read(_ value: PartValue) {
        switch value {
        case .note(let note):
            self[.text] = note.body
            self[isOn: .isFavorite] = note.isFavorite
        case .call(let call):
            self[.text] = call.content ?? ""
            self[isOn: .contactCalled] = call.contactCalled
        case .task(let task):
            (self[.title], self[.text]) = (task.title, task.description ?? "")
            self[isOn: .isDone] = task.isDone
        case .activity(let activity): (self[.title], self[.text]) = (activity.summary, activity.description ?? "")
        case .reminder(let reminder):
            (self[.title], self[.text]) = (reminder.title, reminder.description ?? "")
            self[.repeats] = Self.stored(reminder)
        case .gift(let gift):
            (self[.title], self[.text], self[.status]) = (gift.name, gift.comment ?? "", gift.status.rawValue)
            (self[.amount], self[.link]) = (EntryAmount.text(gift.amount), gift.link ?? "")
        case .debt(let debt):
            (self[.title], self[.amount]) = (debt.reason ?? "", EntryAmount.text(debt.amount))
            self[.owes] = debt.userOwes ? Self.userOwes : ""
            self[isOn: .isDone] = debt.isSettled
        case .pet(let pet): (self[.title], self[.animal]) = (pet.name ?? "", pet.animal.rawValue)
        case .field, .address, .relationship, .photo: break
        }
    }

    /// The typed value of a kind. The typed lengths are right.
    func made(_ kind: PartKind, by reader: DateReader) throws(Issue) -> PartValue? {
        switch kind {
        case .note: return .note(NoteValue(body: try needed(.text), isFavorite: self[isOn: .isFavorite]))
        case .call:
            var call = CallValue(day: try day(by: reader, mayBeAhead: false))
            if case .call(let former)? = former { call.emotions = former.emotions }
            (call.content, call.contactCalled) = (some(.text), self[isOn: .contactCalled])
            return .call(call)
        case .task:
            return .task(
                TaskValue(title: try needed(.title), description: some(.text), isDone: self[isOn: .isDone]))
        case .activity: return .activity(try activity(by: reader))
        case .reminder: return .reminder(try reminder(by: reader))
        case .gift: return .gift(try gift(by: reader))
        case .debt:
            guard let amount = try amount() else { throw Issue(field: .amount, issue: .noAmount) }
            return .debt(
                DebtValue(
                    userOwes: self[.owes] == Self.userOwes, amount: amount, reason: some(.title),
                    isSettled: self[isOn: .isDone]))
        case .pet:
            return .pet(PetValue(name: some(.title), animal: PetValue.Animal(rawValue: self[.animal]) ?? .cat))
        case .field, .address, .relationship, .photo: return nil
        }
    }

    private func reminder(by reader: DateReader) throws(Issue) -> ReminderValue {
        let words = self[.repeats].split(separator: " ")
        return ReminderValue(
            title: try needed(.title), description: some(.text), day: try day(by: reader),
            unit: words.first.flatMap { ReminderValue.Unit(rawValue: String($0)) },
            every: words.count > 1 ? Int(words[1]) ?? 1 : 1)
    }

    private func gift(by reader: DateReader) throws(Issue) -> GiftValue {
        var gift = GiftValue(
            name: try needed(.title), comment: some(.text),
            status: Gift.Status(rawValue: self[.status]) ?? .idea, amount: try amount(), day: try someDay(by: reader))
        gift.link = some(.link).map { $0.contains(":") ? $0 : "https://\($0)" }
        if case .gift(let former)? = former {
            gift.recipient = former.recipient
            // An untouched link stays as the server has it, such as "example.org".
            if self[.link] == former.link ?? "" { gift.link = former.link }
        }
        return gift
    }

    private func activity(by reader: DateReader) throws(Issue) -> ActivityValue {
        var activity = ActivityValue(summary: "", day: try day(by: reader), attendees: people.map(\.id))
        if case .activity(let former)? = former {
            (activity.type, activity.emotions) = (former.type, former.emotions)
        }
        if kind == .activity {
            (activity.summary, activity.description) = (try needed(.title), some(.text))
        } else {
            (activity.summary, activity.description) = summary
        }
        return activity
    }

    /// The first line of the text, and the rest of it. The server wants a summary.
    private var summary: (String, String?) {
        guard let text = some(.text) else { return (tr("Met"), nil) }
        let lines = text.split(separator: "\n", maxSplits: 1, omittingEmptySubsequences: false)
            .map { FormText.trimmed(String($0)) }
        guard lines[0].unicodeScalars.count <= FormText.maxLineLength else { return (tr("Met"), text) }
        return (lines[0], lines.count > 1 && !lines[1].isEmpty ? lines[1] : nil)
    }
}

extension PartValue {
    /// Whether a task is done, or a debt is settled; nil for any other value. Setting another value does nothing.
    nonisolated var isDone: Bool? {
        get {
            switch self {
            case .task(let task): task.isDone
            case .debt(let debt): debt.isSettled
            default: nil
            }
        }
        set {
            guard let newValue else { return }
            switch self {
            case .task(var task):
                task.isDone = newValue
                self = .task(task)
            case .debt(var debt):
                debt.isSettled = newValue
                self = .debt(debt)
            default: break
            }
        }
    }

    /// Whether a note is a favorite; nil for any other value. Setting another value does nothing.
    nonisolated var isFavorite: Bool? {
        get { if case .note(let note) = self { note.isFavorite } else { nil } }
        set {
            guard let newValue, case .note(var note) = self else { return }
            note.isFavorite = newValue
            self = .note(note)
        }
    }

    /// The amount of a gift or a debt; nil for none.
    nonisolated var amount: String? {
        switch self {
        case .gift(let gift): gift.amount
        case .debt(let debt): debt.amount
        default: nil
        }
    }

    /// The day of an entry; nil for an entry without one.
    nonisolated var day: ContactDay? {
        switch self {
        case .call(let call): call.day
        case .activity(let activity): activity.day
        case .reminder(let reminder): reminder.day
        case .gift(let gift): gift.day
        default: nil
        }
    }
}
