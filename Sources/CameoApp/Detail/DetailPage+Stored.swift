import Contacts
import GLib
import Model

/// The values of a form, as soon as they are stored.
extension DetailPage {
    /// Shows what was just stored of the contact on the page, which a form covers, and has its row show it: when the form
    /// goes, nobody sees for a moment what was there before.
    func showStored(_ contact: ContactID) async {
        guard let session, let id = contactID, ContactID(Int64(id)) == contact else { return }
        let before = arrivals
        guard let (stored, subject, summary) = await Self.stored(id, in: session.store, notes: session.notes) else {
            return
        }
        // A value that the observation brought meanwhile may be newer.
        if arrivals == before { changed(to: stored, id: id, server: session.server, subject: subject) }
        await preparation.settled()
        if let summary { onStored?(summary) }
    }

    /// Nil also for one that cannot be read: whoever observes it says so.
    @concurrent
    private nonisolated static func stored(
        _ id: Int, in store: ContactStore, notes: CrashNotes?
    ) async -> (StoredContact, CrashNotes.Subject?, ContactSummary?)? {
        guard let stored = try? await store.storedContact(id: id) else { return nil }
        // A contact that no list has, or that cannot be read, has no row.
        let summary = (try? await store.summary(id: id)) ?? nil
        return (stored, notes?.subject(stored.describe(to:)), summary)
    }
}
