import Contacts
import GLib
import Model

/// Makes the content of the detail view off the main thread, since long texts take their time. Each run takes
/// the newest request.
final class DetailPreparation {
    var onReady: ((ContactDetail) -> Void)?

    private struct Input {
        let contact: StoredContact
        let gaps: [ContactSection: SectionGap]
        let server: AccountServer
        let nameOrder: NameOrder
        let subject: CrashNotes.Subject?
    }

    private var input: Input?
    private var work: Task<Void, Never>?

    isolated deinit {
        work?.cancel()
    }

    /// `subject` is the name of the contact's texts in crash notes.
    func prepare(
        _ contact: StoredContact, gaps: [ContactSection: SectionGap], server: AccountServer, nameOrder: NameOrder,
        subject: CrashNotes.Subject? = nil
    ) {
        input = Input(contact: contact, gaps: gaps, server: server, nameOrder: nameOrder, subject: subject)
        guard work == nil else { return }
        work = Task { [weak self] in
            while let input = self?.takeInput() {
                let detail = await Self.detail(input)
                // A newer input does not hold up this one, or constant news would keep the page empty.
                await MainLoop.inTurnOfItsOwn { self?.onReady?(detail) }
                guard !Task.isCancelled else { return }
            }
            if !Task.isCancelled { self?.work = nil }
        }
    }

    /// The preparation is not wanted any more.
    func cancel() {
        input = nil
        work?.cancel()
        work = nil
    }

    /// Returns when the preparation is ready.
    func settled() async {
        await work?.value
    }

    private func takeInput() -> Input? {
        defer { input = nil }
        return input
    }

    @concurrent
    private nonisolated static func detail(_ input: Input) async -> ContactDetail {
        func make() -> ContactDetail {
            let contact = input.contact
            return ContactDetail(
                contact.contact, sections: contact.sections, related: contact.related, genders: contact.genders,
                holders: contact.holders, gaps: input.gaps, server: input.server, nameOrder: input.nameOrder)
        }
        // The note on the page is one of the main thread.
        return input.subject?.noting(make) ?? make()
    }
}
