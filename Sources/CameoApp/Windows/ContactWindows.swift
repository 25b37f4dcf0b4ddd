import Gtk

/// The windows of single contacts. Each contact has at most one window.
final class ContactWindows {
    /// The application owns a window as long as it is open.
    private struct Entry {
        weak var window: ContactWindow?
    }

    let application: Application
    private var entries: [Entry] = []

    /// Called with each new window before it shows.
    var onOpen: ((ContactWindow) -> Void)?
    /// Called when a window has closed and is no longer in `all`.
    var onClose: (() -> Void)?
    /// Whether changes on the server are allowed.
    var access = WriteAccess.allowed {
        didSet { for window in all { window.access = access } }
    }

    init(_ application: Application) {
        self.application = application
    }

    /// The open windows.
    var all: [ContactWindow] { entries.compactMap(\.window) }

    /// Opens the window of a contact, or brings its open window to the front.
    func show(contactID: Int, of session: Session, pictures: AvatarPictures) {
        if let open = all.first(where: { $0.contactID == contactID }) { return open.window.present() }
        let window = ContactWindow(
            application: application, contactID: contactID, session: session, pictures: pictures)
        window.access = access
        window.window.onCloseRequest { [weak self, weak window] in
            self?.entries.removeAll { $0.window === window }
            self?.onClose?()
        }
        entries.removeAll { $0.window == nil }
        entries.append(Entry(window: window))
        application.keep(window, with: window.window)
        onOpen?(window)
        window.window.present()
    }

    /// Shows names in the order that the person prefers, and offers the kind that was logged last.
    func follow(_ preferences: Preferences) {
        for window in all {
            window.page.nameOrder = preferences.nameOrder
            window.page.entries.preferences = preferences
        }
    }

    func refresh(of session: Session) {
        for window in all { window.refresh(of: session) }
    }

    /// Closes all windows: no account is signed in any more.
    func closeAll() {
        for window in all {
            window.abandon()
            window.window.destroy()
        }
        entries = []
    }
}
