import Contacts
import Gtk

/// Opens links in the window: a contact's in the window itself, any other in another program.
final class ContactOpener {
    /// Between two looks for a contact that may still come.
    private static let pause = Duration.seconds(1)

    private unowned let window: MainWindow
    private var detail: DetailPage { window.detail }

    /// The opener belongs to the window.
    init(of window: MainWindow) {
        self.window = window
        Self.offerLink(on: detail)
        window.sidebar.days.journalPage = { [weak window] in window?.session?.server.journalPage }
    }

    /// Shows the contact of the first link, and each other one in a window of its own. Says where one leads to no contact.
    func open(links: [String]) {
        guard let session = window.session else { return }
        Task { [weak self] in
            var (found, isAnyUnknown) = ([Int](), false)
            for link in links.prefix(ContactLinks.maxCount) {
                let target = await Self.target(of: link, in: session)
                if case .contact(let id) = target {
                    if !found.contains(id) { found.append(id) }
                } else {
                    isAnyUnknown = true
                }
            }
            // Another account may have come meanwhile.
            guard let self, session === self.window.session else { return }
            self.show(found)
            guard isAnyUnknown else { return }
            self.window.toast(
                found.isEmpty ? tr("No contact has this link.") : tr("Some links lead to no contact."))
        }
    }

    /// Opens the link of a line of the page.
    func open(_ uri: String) {
        let (own, session) = (detail.contactID, window.session)
        Self.open(uri, from: detail, in: session, over: window.window) { [weak self] id in
            // Another account may have come meanwhile.
            if let self, session === self.window.session { self.window.show(contactID: id, after: own) }
        }
    }

    /// Opens the link of a line of a page: a contact by `show`, any other link in another program.
    static func open(
        _ uri: String, from page: DetailPage, in session: Session?, over window: ApplicationWindow,
        show: @escaping @MainActor (Int) -> Void
    ) {
        let own = page.contactID
        Task { [weak page] in
            var target = ContactLinks.Target.elsewhere
            if let session { target = await ContactLinks.target(of: uri, server: session.server, in: session.store) }
            switch target {
            // The page of the contact itself is wanted as it is on the server.
            case .contact(let id) where id != own || ContactLinks.isOwn(uri): show(id)
            case .unknown where ContactLinks.isOwn(uri): page?.say(tr("No contact has this link."))
            default:
                if let sentence = await LinkOpener(over: window).follow(uri) { page?.say(sentence) }
            }
        }
    }

    /// Finds the contact of a link. During the first synchronisation, a contact may still come.
    private static func target(of link: String, in session: Session) async -> ContactLinks.Target {
        while true {
            let target = await ContactLinks.target(of: link, server: session.server, in: session.store)
            guard target == .unknown, session.isSynchronising,
                let state = try? await session.store.syncState(), state.lastFullPass == nil,
                (try? await Task.sleep(for: Self.pause)) != nil
            else { return target }
        }
    }

    private func show(_ contacts: [Int]) {
        if let first = contacts.first { window.show(contactID: first) }
        for id in contacts.dropFirst() { window.onOpenContactWindow?(id) }
    }

    /// Offers to put the link of the contact on the clipboard. It has the server's number, so a new contact has none yet.
    static func offerLink(on page: DetailPage) {
        page.menu.onCopyLink = { [weak page] in
            guard let page, let id = page.contactID, let store = page.session?.store else { return }
            Task {
                await page.changes.carryOut { () throws(ContactStoreError) in
                    let number = try await store.remoteNumber(of: id)
                    guard page.contactID == id else { return }
                    if let number {
                        page.copy(ContactLinks.link(to: number))
                    } else {
                        page.say(tr("The contact has no link before it is on the server."))
                    }
                }
            }
        }
    }
}
