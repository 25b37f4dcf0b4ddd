import Contacts
import Gtk
import Model

// The words of the rows of an editor.
nonisolated extension EntryDraft {
    /// The choice of a debt of the user.
    static let userOwes = "user"

    /// A choice of an input.
    struct Choice: Hashable {
        /// As the draft has it.
        let value: String
        let label: String
    }

    /// The title of an input, with a mnemonic. `name` is the contact's first name.
    func title(of field: Field, name: String) -> String {
        switch field {
        case .title: nameTitle
        case .text: textTitle
        case .people: tr("With")
        case .day: tr("Da_y")
        case .amount: tr("A_mount")
        case .link: tr("_Link")
        case .status: tr("S_tatus")
        case .repeats: tr("_Repeats")
        case .owes: tr("_Who Owes")
        case .animal: tr("_Animal")
        case .contactCalled: tr("%1$s called", name).escapingMnemonic
        case .isFavorite: tr("_Favorite")
        case .isDone: kind == .debt ? tr("S_ettled") : tr("D_one")
        }
    }

    /// The choices of an input; the first one is there from the beginning.
    func choices(of field: Field, name: String) -> [Choice] {
        switch field {
        case .status: Gift.Status.allCases.map { Choice(value: $0.rawValue, label: $0.localizedName) }
        case .owes:
            [
                Choice(value: "", label: name), Choice(value: Self.userOwes, label: tr("You")),
            ]
        case .animal: PetValue.Animal.allCases.map { Choice(value: $0.rawValue, label: $0.localizedName) }
        case .repeats: repetitions
        default: []
        }
    }

    /// A repetition as the draft has it; empty for none.
    static func stored(_ reminder: ReminderValue) -> String {
        guard let unit = reminder.unit else { return "" }
        return reminder.every == 1 ? unit.rawValue : "\(unit.rawValue) \(reminder.every)"
    }

    /// The usual repetitions, and the reminder's own.
    private var repetitions: [Choice] {
        var reminders = [nil, .week, .month, .year].map { unit in
            ReminderValue(title: "", day: .year(1), unit: unit)
        }
        if case .reminder(let former)? = former, former.unit != nil, former.every != 1 { reminders.append(former) }
        return reminders.map { Choice(value: Self.stored($0), label: $0.frequency.localizedName ?? tr("Never")) }
    }

    private var nameTitle: String {
        switch kind {
        case .task?: tr("T_ask")
        case .reminder?: tr("Rem_inder")
        case .gift?: tr("_Gift")
        case .debt?: tr("_Reason (optional)")
        case .pet?: tr("_Name (optional)")
        default: tr("_Activity")
        }
    }

    private var textTitle: String {
        switch kind {
        case .note?: tr("_Note")
        case nil, .call?: tr("What about? (optional)")
        default: tr("D_etails")
        }
    }
}

nonisolated extension Gift.Status {
    var localizedName: String {
        switch self {
        case .idea: tr("Idea")
        case .offered: tr("Given")
        case .received: tr("Received")
        }
    }
}

nonisolated extension Reminder.Frequency {
    /// Nil for a reminder of one day.
    var localizedName: String? {
        switch self {
        case .once: nil
        case .weeks(let count): trn("Every week", "Every %d weeks", count)
        case .months(let count): trn("Every month", "Every %d months", count)
        case .years(let count): trn("Every year", "Every %d years", count)
        }
    }
}

nonisolated extension PetValue.Animal {
    var localizedName: String {
        switch self {
        case .cat: tr("Cat")
        case .dog: tr("Dog")
        case .bird: tr("Bird")
        case .fish: tr("Fish")
        case .hamster: tr("Hamster")
        case .horse: tr("Horse")
        case .rabbit: tr("Rabbit")
        case .rat: tr("Rat")
        case .reptile: tr("Reptile")
        case .smallAnimal: tr("Small Animal")
        case .other: tr("Other Animal")
        }
    }
}

// The values of parts on one line.
nonisolated extension ValueDescription {
    /// `people` has the names of the contacts that values name.
    static func text(
        _ value: PartValue?, people: [AnyContactID: String], countries: Countries, atMost limit: Int = maxLength
    ) -> String {
        func line(_ words: [String?]) -> String {
            PlainText.line(words.compactMap(\.self).filter { !$0.isEmpty }.joined(separator: tr(", ")), atMost: limit)
        }
        switch value {
        case nil: return tr("empty")
        case .field(let field)?:
            let names = field.labels.map(LabelName.text).joined(separator: tr(", "))
            let labels = names.isEmpty ? "" : " (\(names))"
            return PlainText.line(field.content + labels, atMost: limit)
        case .address(let address)?:
            let parts = [
                address.name.map(LabelName.text), address.street, address.postalCode, address.city, address.province,
                address.country.map(countries.name(of:)),
            ]
            return PlainText.line(parts.compactMap { $0 }.joined(separator: tr(", ")), atMost: limit)
        case .relationship(let relationship)?:
            let words = RelationshipName.text(for: relationship.type.rawValue, gender: nil)
            let type = PlainText.line(words, atMost: maxLength)
            guard let name = people[relationship.other] else { return type }
            return tr("%1$s: %2$s", type, PlainText.line(name))
        case .reminder(let reminder)?:
            let day = DayMeaning.text(reminder.day, of: .metOn)
            return line([reminder.title, day, reminder.frequency.localizedName, reminder.description])
        case .note(let note)?:
            // The texts are cut around their first difference, so the flag comes last, with room for it.
            return line([PlainText.line(note.body, atMost: max(limit - 40, 0)), note.isFavorite ? tr("Favorite") : nil])
        case .call(let call)?:
            let day = DayMeaning.text(call.day, of: .metOn)
            return line([call.content, day, call.contactCalled ? tr("They called") : nil])
        case .task(let task)?: return line([task.title, task.isDone ? tr("Done") : tr("To do"), task.description])
        case .gift(let gift)?:
            let day = gift.day.flatMap { DayMeaning.text($0, of: .metOn) }
            let amount = EntryAmount.text(gift.amount)
            return line([gift.name, gift.status.localizedName, amount, day, gift.link, gift.comment])
        case .debt(let debt)?:
            let amount = EntryAmount.text(debt.amount)
            return line([
                debt.userOwes ? tr("You owe %1$s", amount) : tr("You get %1$s", amount), debt.reason,
                debt.isSettled ? tr("Settled") : nil,
            ])
        case .pet(let pet)?: return line([pet.name, pet.animal.localizedName])
        case .activity(let activity)?:
            let names = activity.attendees.compactMap { people[$0] }
            return line([activity.summary, DayMeaning.text(activity.day, of: .metOn)] + names + [activity.description])
        // The name of its file says nothing.
        case .photo?: return tr("Photo")
        }
    }
}
