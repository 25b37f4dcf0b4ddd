import Gtk

/// The windows of single contacts, one for each contact at most.
final class ContactWindows {
    /// The application keeps a window as long as it is open.
    private struct Entry {
        weak var window: ContactWindow?
    }

    let application: Application
    private var entries: [Int: Entry] = [:]

    init(_ application: Application) {
        self.application = application
    }

    /// Those that are open.
    var all: [ContactWindow] { entries.values.compactMap(\.window) }

    /// Opens the window of a contact, or brings the one that is open to the front.
    func show(contactID: Int, of session: Session, pictures: AvatarPictures) {
        if let open = entries[contactID]?.window { return open.window.present() }
        let window = ContactWindow(
            application: application, contactID: contactID, session: session, pictures: pictures)
        entries = entries.filter { $0.value.window != nil }
        entries[contactID] = Entry(window: window)
        application.keep(window, with: window.window)
        window.onShow = { [weak self, weak session, weak pictures] in
            guard let session, let pictures else { return }
            self?.show(contactID: $0, of: session, pictures: pictures)
        }
        window.window.present()
    }

    func refresh(of session: Session) {
        for window in all { window.refresh(of: session) }
    }

    /// Nobody is signed in any more.
    func closeAll() {
        for window in all { window.window.destroy() }
        entries = [:]
    }
}
