import Contacts
import Foundation
import Model

/// A pending change in words.
nonisolated struct ChangeDescription {
    /// One value, before and after.
    struct Line: Hashable {
        let label: String
        let before: String
        let after: String
    }

    /// The name of the value, on one line.
    let title: String
    let lines: [Line]

    init(_ change: WaitingChange, countries: Countries) {
        let title = change.title
        self.title = title
        guard change.slot != .existence, change.sharedTag == nil else {
            lines = []
            return
        }
        func line(_ before: SlotValue?, _ after: SlotValue?) -> Line {
            let words = change.words(of: [before, after], countries: countries)
            return Line(label: title, before: words[0], after: words[1])
        }
        if case .notice(let found) = change.state {
            lines = [line(change.wanted, found)]
            return
        }
        var lines: [Line] = []
        let isReminder = if case .reminder = change.slot { true } else { false }
        if !isReminder { lines.append(line(change.base, change.wanted)) }
        if let isOn = isReminder ? change.wanted != nil : change.reminder {
            let (on, off) = (tr("On"), tr("Off"))
            lines.append(
                Line(label: tr("Remind Me Every Year"), before: isOn ? off : on, after: isOn ? on : off))
        }
        self.lines = lines
    }
}

nonisolated extension ContactKey {
    /// The name of a value, without a mnemonic.
    var name: String { label.replacing("_", with: "") }
}

nonisolated extension Slot {
    /// The name of the place; a field has that of its type.
    var name: String {
        switch self {
        case .existence: tr("New Contact")
        case .value(let key), .reminder(let key): key.name
        case .part(let kind, _): kind.name
        case .tag: tr("Tags")
        case .avatar: tr("Photo")
        case .me: tr("This Is Me")
        }
    }

    /// A value of the slot in words. `people` has the names of the contacts that values name.
    func words(
        _ value: SlotValue?, people: [AnyContactID: String], countries: Countries,
        atMost limit: Int = ValueDescription.maxLength
    ) -> String {
        switch (self, value) {
        case (_, nil): tr("empty")
        case (.tag(let name), _): PlainText.line(name)
        case (.value(let key), .value(let value)?): ValueDescription.text(value, of: key, people: people, atMost: limit)
        // The contact that is the user.
        case (_, .value(let value)?): ValueDescription.text(value, of: .metThrough, people: people)
        case (_, .part(let value)?):
            ValueDescription.text(value, people: people, countries: countries, atMost: limit)
        case (_, .avatar(let value)?): ValueDescription.text(value)
        case (_, .on?): tr("On")
        }
    }
}

nonisolated extension WaitingChange {
    var isDeletion: Bool { slot == .existence && wanted == nil }

    /// The name of the value that it changes.
    var title: String {
        if isDeletion { return tr("Delete Contact") }
        if let sharedTag { return sharedTag.sentence }
        guard case .part(.field, _) = slot, let words = fieldType?.words, !words.isEmpty else { return slot.name }
        return PlainText.line(words, atMost: ValueDescription.maxLength)
    }

    /// Values in words, each with its difference from the others.
    func words(of values: [SlotValue?], countries: Countries) -> [String] {
        ValueDescription.excerpts(
            of: values.map {
                slot.words($0, people: people, countries: countries, atMost: ValueDescription.maxCompared)
            })
    }

    /// Whether the form of its contact has a field for it, or the contact's page an editor.
    var isEditable: Bool {
        switch slot {
        case .existence where isDeletion: return false
        case .tag where sharedTag != nil: return false
        case .avatar, .me: return false
        case .part(.photo, _): return false
        // A removed entry has no editor, and no editor shows the server's value.
        case .part(let kind, _) where kind.isThing && (wanted == nil || conflict != nil): return false
        case .existence, .value, .reminder, .part, .tag: break
        }
        return switch state {
        case .problem(.gone), .notice: false
        default: true
        }
    }

    /// Whether it can be given up. A deletion that may be under way cannot.
    var isDroppable: Bool { !isDeletion || state != .beingSent && state != .inDoubt }

    /// Whether it goes as soon as the person wants that.
    var isSendable: Bool {
        switch state {
        case .waiting, .inDoubt: true
        case .held, .waitsForContact, .contactGone, .beingSent, .problem, .notice: false
        }
    }

    /// The reason why the server does not have it yet.
    func sentence(countries: Countries) -> String {
        switch state {
        case .waiting: pause?.sentence ?? tr("Waiting to be sent")
        case .held: tr("Waiting to be sent")
        case .waitsForContact: tr("Waiting until the other contact is sent")
        case .contactGone: tr("The other person was deleted on the server.")
        case .beingSent: tr("Being sent")
        case .inDoubt: tr("No answer. Cameo will check whether the change arrived before sending it again.")
        case .problem(.conflict) where isDeletion: tr("It has changed since you deleted it.")
        case .problem(let problem): problem.sentence(people: people, countries: countries)
        case .notice: tr("Sent, but the server shows a different value.")
        }
    }
}

nonisolated extension SharedTag {
    /// The bound of the names, so that the number of contacts stays in sight.
    private static let maxNameLength = 60

    /// The change, and the number of its contacts.
    var sentence: String {
        func line(_ name: String) -> String { PlainText.line(name, atMost: Self.maxNameLength) }
        let change: String? =
            switch (removed, added) {
            case (let removed?, let added?): tr("Tag “%1$s” renamed to “%2$s”", line(removed), line(added))
            case (let removed?, nil): tr("Tag “%1$s” removed", line(removed))
            case (nil, let added?): tr("Tag “%1$s” added", line(added))
            case (nil, nil): nil
            }
        return ContactDetail.joined([change, trn("%d contact", "%d contacts", contacts)])
    }
}

nonisolated extension Problem {
    /// The reason why a change waits for the person.
    func sentence(people: [AnyContactID: String], countries: Countries) -> String {
        switch self {
        case .refused(let sentences) where sentences.isEmpty: return tr("The server refused the request.")
        case .refused(let sentences):
            return tr("The server refused: %1$s", PlainText.line(sentences.joined(separator: " ")))
        case .conflict: return tr("Someone else changed this, too.")
        case .gone:
            return tr(
                "The contact was deleted on the server. Notes, history and photos don’t come back when it is created again."
            )
        case .sideEffects(let values):
            let changed = values.map {
                tr("%1$s: %2$s", $0.slot.name, $0.slot.words($0.value, people: people, countries: countries))
            }
            return tr("The server would also change: %1$s", PlainText.line(changed.joined(separator: tr(", "))))
        }
    }
}

nonisolated extension OutboxPause {
    /// The reason why nothing is sent.
    var sentence: String {
        switch self {
        case .offline: tr("Can’t reach the server.")
        case .unauthorized: tr("The server no longer accepts your token.")
        case .rateLimited: tr("The server asked Cameo to wait.")
        case .page(let obstacle):
            obstacle?.sentence ?? tr("The answer did not come from your server. Cameo will try again.")
        case .unavailable: tr("The server is unavailable.")
        }
    }
}
