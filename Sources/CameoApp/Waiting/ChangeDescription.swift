import Contacts
import Foundation
import Model

/// A waiting change in words.
nonisolated struct ChangeDescription {
    /// One value, before and after.
    struct Line: Hashable {
        let label: String
        let before: String
        let after: String
    }

    /// The subject of the change, on one line.
    let title: String
    let lines: [Line]

    init(_ waiting: WaitingChange, countries: Countries) {
        let people = waiting.people
        switch waiting.edit.change {
        case .create(let creation):
            title = tr("New Contact")
            lines = ContactKey.allCases.compactMap { key in
                creation.values[key].map {
                    Line(label: key.name, before: "", after: ValueDescription.text($0, of: key, people: people))
                }
            }
        case .values(let values):
            let keys = ContactKey.allCases.filter { values.changed.contains($0) }
            let switched = ContactKey.allCases.filter { values.reminders[$0] != nil }
            let names = keys.map(\.name) + switched.filter { values.deltas[$0] == nil }.map(\.name)
            title = names.joined(separator: tr(", "))
            lines =
                keys.compactMap { key in
                    values.deltas[key].map {
                        Line(
                            label: key.name, before: ValueDescription.text($0.before, of: key, people: people),
                            after: ValueDescription.text($0.after, of: key, people: people))
                    }
                }
                + switched.map { key in
                    let isOn = values.reminders[key] == true
                    return Line(
                        label: tr("Remind Me Every Year"), before: isOn ? tr("Off") : tr("On"),
                        after: isOn ? tr("On") : tr("Off"))
                }
        case .part(let part):
            title = waiting.name(of: part.kind)
            lines = [
                Line(
                    label: waiting.name(of: part.kind),
                    before: ValueDescription.text(part.before, people: people, countries: countries),
                    after: ValueDescription.text(part.after, people: people, countries: countries))
            ]
        case .addTags(let names):
            title = tr("Tags")
            lines = [Line(label: tr("Tags"), before: "", after: names.joined(separator: tr(", ")))]
        case .removeTags(let names):
            title = tr("Tags")
            lines = [Line(label: tr("Tags"), before: names.joined(separator: tr(", ")), after: tr("empty"))]
        case .me(let isMe):
            title = tr("This Is Me")
            lines = [
                Line(label: tr("This Is Me"), before: isMe ? tr("No") : tr("Yes"), after: isMe ? tr("Yes") : tr("No"))
            ]
        case .delete:
            title = tr("Delete Contact")
            lines = []
        }
    }
}

nonisolated extension ChangeDescription {
    /// The server's values in place of the sent ones.
    static func found(_ found: EditConflict, _ waiting: WaitingChange, countries: Countries) -> [Line] {
        let people = waiting.people
        func described(_ values: [ContactKey: ContactValue?]) -> [ContactKey: String] {
            Dictionary(
                uniqueKeysWithValues: values.map { ($0, ValueDescription.text($1, of: $0, people: people)) })
        }
        // What nobody asked for has changed along with it, and has nothing beside it.
        var meant: [ContactKey: String] = [:]
        switch waiting.edit.change {
        case .part(let part):
            return [
                Line(
                    label: waiting.name(of: part.kind),
                    before: ValueDescription.text(part.after, people: people, countries: countries),
                    after: ValueDescription.text(found.part, people: people, countries: countries))
            ]
        // As an earlier version told it.
        case .addTags(let names) where found.isEmpty:
            return [Line(label: tr("Tags"), before: names.joined(separator: tr(", ")), after: tr("empty"))]
        case .removeTags(let names) where found.isEmpty:
            return [Line(label: tr("Tags"), before: tr("empty"), after: names.joined(separator: tr(", ")))]
        case .values(let values): meant = described(values.deltas.mapValues(\.after))
        case .create(let creation): meant = described(creation.values)
        case .addTags, .removeTags, .me, .delete: break
        }
        let values = ContactKey.allCases.compactMap { key in
            found.values[key].map {
                Line(
                    label: key.name, before: meant[key] ?? "",
                    after: ValueDescription.text($0, of: key, people: people))
            }
        }
        let parts = found.otherParts.map { part in
            Line(
                label: (part.before ?? part.after)?.kind.name ?? "",
                before: ValueDescription.text(part.before, people: people, countries: countries),
                after: ValueDescription.text(part.after, people: people, countries: countries))
        }
        let tags = found.tags.map {
            Line(
                label: tr("Tags"), before: $0.before.map { PlainText.line($0) } ?? tr("empty"),
                after: $0.after.map { PlainText.line($0) } ?? tr("empty"))
        }
        return values + parts + tags
    }
}

nonisolated extension ContactKey {
    /// The name of a value, without a mnemonic.
    var name: String { label.replacing("_", with: "") }
}

nonisolated extension PartKind {
    var name: String {
        switch self {
        case .field: tr("Contact Details")
        case .address: tr("Address")
        case .relationship: tr("Relationship")
        }
    }
}

nonisolated extension WaitingChange {
    /// What a part of the kind that it changes is called: of a field what is reached by it.
    func name(of kind: PartKind) -> String {
        guard kind == .field, let words = fieldType?.words, !words.isEmpty else { return kind.name }
        return words
    }

    /// Whether the person has to look at the change.
    var needsPerson: Bool { state.needsDecision || difference != nil }

    /// Whether a form can put the refused change right.
    var isMendable: Bool {
        if case .delete = edit.change { return false }
        return switch issue {
        case .contactGone, .archived, .lostInDamage: false
        default: state == .refused
        }
    }

    /// Whether a person can change it before it goes: in the form of its contact.
    var isEditable: Bool {
        switch edit.change {
        case .delete, .me: false
        default: state == .waiting && issue != .needed
        }
    }

    /// Whether sending the change at once makes sense.
    var isWorthSending: Bool { isSendable && !isTakenBack && !(state == .refused && issue == .partGone) }

    /// Whether a person is asked the same about the same edit, whatever else has become of it.
    func asksTheSame(as other: WaitingChange) -> Bool {
        id == other.id && state == .conflicting && other.state == .conflicting && edit.change == other.edit.change
            && edit.conflict == other.edit.conflict
    }

    /// Why it is not on the server yet.
    var sentence: String {
        if difference != nil { return tr("Sent, but the server shows a different value.") }
        return switch state {
        case .conflicting: tr("Someone else changed this, too.")
        case .sending where isTakenBack: tr("To be undone once Cameo knows whether it arrived")
        case .sent, .sending: issue?.sentence ?? tr("Being sent")
        case .waiting, .refused: issue?.sentence ?? tr("Waiting to be sent")
        }
    }
}

nonisolated extension EditIssue {
    /// Why an edit waits, or is not carried out, for a person.
    var sentence: String {
        switch self {
        case .lost: tr("No answer. Cameo will check whether the change arrived before sending it again.")
        case .offline: tr("Can’t reach the server.")
        case .gateway, .page: tr("The answer did not come from your server. Cameo will try again.")
        case .unauthorized: tr("The server no longer accepts your token.")
        case .rateLimited: tr("The server asked Cameo to wait.")
        case .failed(let status): tr("The server failed with status %1$s.", "\(status)")
        case .refused(let words):
            tr("The server refused: %1$s", PlainText.line(words.joined(separator: " ")))
        case .forbidden(let words):
            words.isEmpty
                ? tr("The server doesn’t let your token change anything.")
                : tr(
                    "The server doesn’t let your token change anything: %1$s",
                    PlainText.line(words.joined(separator: " ")))
        case .contactGone:
            tr(
                "The contact was deleted on the server. Notes, history and photos don’t come back when it is created again."
            )
        case .partGone: tr("This was deleted on the server.")
        case .personGone: tr("The other person was deleted on the server.")
        case .archived: tr("Archived contacts can only be changed on the server.")
        case .needed: tr("A change that it needs was refused or discarded.")
        case .lostInDamage:
            tr("Cameo’s saved contacts were damaged, and what this change belongs to was lost.")
        case .relationship: tr("Waiting until Cameo knows whether a relationship with this contact has arrived")
        case .elsewhere: tr("Waiting for another running Cameo to send it")
        case .unlockable:
            tr("Not sent: Cameo can’t lock its own files, and without that a change could be sent twice.")
        }
    }
}
