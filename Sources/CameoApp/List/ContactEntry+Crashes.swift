import Avatars
import Contacts
import GLib

/// The entry of a contact with texts that ended the program: its number alone.
extension ContactEntry {
    /// The digest of this row's texts.
    nonisolated func describe(to digest: inout CrashNotes.Digest) {
        digest.add(id)
        digest.add(name)
        digest.add(secondLine)
    }

    /// The row without any text that came from outside; the picture stays.
    nonisolated var withoutTexts: ContactEntry {
        ContactEntry(hidingTextsOf: avatar)
    }

    /// The name of a contact with a hidden name.
    nonisolated static func name(ofNumber id: Int) -> String {
        tr("Contact %1$s", String(id))
    }
}

extension ContactSummary {
    /// The digest of the texts that a list shows.
    nonisolated func describe(to digest: inout CrashNotes.Digest) {
        digest.add(id)
        for text in [firstName, lastName, nickname, displayName, job, company] { digest.add(text) }
    }
}
