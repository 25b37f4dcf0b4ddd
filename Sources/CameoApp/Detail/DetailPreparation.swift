import Contacts
import GLib
import Model

/// Makes what the detail view shows off the main thread, since long texts take their time; always of the newest that was
/// asked for.
final class DetailPreparation {
    var onReady: ((ContactDetail) -> Void)?

    private struct Wish {
        let contact: StoredContact
        let gaps: [ContactSection: SectionGap]
        let server: AccountServer
        let nameOrder: NameOrder
        let subject: CrashNotes.Subject?
    }

    private var wish: Wish?
    private var work: Task<Void, Never>?

    isolated deinit {
        work?.cancel()
    }

    /// `subject` is what notes call the contact's texts.
    func prepare(
        _ contact: StoredContact, gaps: [ContactSection: SectionGap], server: AccountServer, nameOrder: NameOrder,
        subject: CrashNotes.Subject? = nil
    ) {
        wish = Wish(contact: contact, gaps: gaps, server: server, nameOrder: nameOrder, subject: subject)
        guard work == nil else { return }
        work = Task { [weak self] in
            while let wish = self?.takeWish() {
                let detail = await Self.detail(wish)
                guard !Task.isCancelled else { return }
                // A newer wish does not hold up this one, or constant news would keep the page empty.
                self?.onReady?(detail)
            }
            if !Task.isCancelled { self?.work = nil }
        }
    }

    /// What was asked for is not wanted any more.
    func cancel() {
        wish = nil
        work?.cancel()
        work = nil
    }

    private func takeWish() -> Wish? {
        defer { wish = nil }
        return wish
    }

    @concurrent
    private nonisolated static func detail(_ wish: Wish) async -> ContactDetail {
        func make() -> ContactDetail {
            let contact = wish.contact
            return ContactDetail(
                contact.contact, sections: contact.sections, related: contact.related, genders: contact.genders,
                gaps: wish.gaps, server: wish.server, nameOrder: wish.nameOrder)
        }
        // The note on the page is one of the main thread.
        return wish.subject?.noting(make) ?? make()
    }
}
