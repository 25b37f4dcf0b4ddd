import Foundation
import GRDB
import Model

@testable import Contacts

// Forms that are left with what is typed in them, and continued later, also by the next process.
extension Simulation {
    static let lostDraft = "a draft lost its contact"

    /// What a draft keeps of a form.
    struct KeptForm {
        let contact: ContactID
        let values: [ContactKey: ContactValue?]
    }

    /// What is typed is kept, and the form left open for a while.
    func keepDraft(of form: FormID, _ contact: ContactID) throws {
        var values: [ContactKey: ContactValue?] = [:]
        for key in keys where random.chance(0.4) { values[key] = .some(newValue(key, of: contact)) }
        guard !values.isEmpty else { return }
        try db.execute(sql: "DELETE FROM draft WHERE contact_id = ?", arguments: [contact.rawValue])
        try db.execute(
            sql: "INSERT INTO draft (account, contact_id, form, names, saved_at) VALUES ('a', ?, x'', '', 0)",
            arguments: [contact.rawValue])
        drafts[contact] = KeptForm(contact: contact, values: values)
        note("person: types for \(thing(contact)) \(values)")
        soon(random.pick([1, 20, 200])) {
            // Perhaps continued in another window meanwhile.
            guard self.engine?.book.forms[form] != nil else { return }
            try self.change { $0.forms[form] = nil }
            if self.random.chance(0.4) { try self.continueDraft(of: contact) }
        }
    }

    func continueSomeDraft() throws {
        let kept = drafts.keys.sorted()
        if !kept.isEmpty { try continueDraft(of: random.pick(kept)) }
    }

    /// The form shows what there is now, and what was typed on top; the person saves or discards it.
    private func continueDraft(of contact: ContactID) throws {
        guard let book = engine?.book, let kept = drafts[contact], book.forms(of: contact).isEmpty,
            book.deletion(of: contact) == nil,
            !book.edits.contains(where: { $0.contact == contact && $0.undo != nil })
        else { return }
        guard copies.all[contact] != nil || book.contacts[contact] != nil else {
            flickers.insert(Self.lostDraft)
            return try removeDraft(of: contact)
        }
        if random.chance(0.15) {
            note("person: discards the draft of \(thing(contact))")
            return try removeDraft(of: contact)
        }
        if book.contacts[contact]?.isGone == true { try createAgain(contact) }
        let form = shown(contact)
        note("person: saves the draft of \(thing(contact)) \(kept.values)")
        var done: [Done] = []
        try change { book in
            try book.lookup?.removeDrafts(of: contact)
            if let remote = copies.all[contact]?.id { book.name(contact, as: remote) }
            for group in ContactGroup.allCases {
                var change = ValueChange(group: group, deltas: [:])
                for (key, value) in kept.values where key.group == group && brief(value) != brief(form.values[key]) {
                    change.deltas[key] = Delta(before: form.values[key], after: value)
                }
                store(change, of: contact, &book, &done)
            }
        }
        drafts[contact] = nil
        try showToast(done)
    }

    private func removeDraft(of contact: ContactID) throws {
        drafts[contact] = nil
        try db.execute(sql: "DELETE FROM draft WHERE contact_id = ?", arguments: [contact.rawValue])
    }
}

extension CopyLookup {
    fileprivate func removeDrafts(of contact: ContactID) throws {
        try db.execute(sql: "DELETE FROM draft WHERE contact_id = ?", arguments: [contact.rawValue])
    }
}
