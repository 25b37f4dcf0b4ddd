import Gtk

/// A window with nothing but the detail of one contact.
final class ContactWindow {
    private static let size = (width: 560, height: 680)

    let window: ApplicationWindow
    let contactID: Int
    /// A line leads to another contact.
    var onShow: ((Int) -> Void)? {
        get { page.onShow }
        set { page.onShow = newValue }
    }

    private let page: DetailPage

    init(application: Application, contactID: Int, session: Session, pictures: AvatarPictures) {
        self.contactID = contactID
        window = ApplicationWindow(application)
        page = DetailPage(pictures: pictures)
        page.hasBackButton = false
        window.setContent(page.root)
        window.title = tr("Cameo")
        window.setDefaultSize(width: Self.size.width, height: Self.size.height)
        window.setMinimumSize(width: 360, height: 294)
        page.onOpen = { [weak self] in self?.open($0) }
        page.onName = { [weak self] in self?.window.title = $0 ?? tr("Cameo") }
        page.show(contactID: contactID, of: session)
    }

    private func open(_ uri: String) {
        Task { [weak self, opener = LinkOpener(over: window)] in
            if let sentence = await opener.follow(uri) { self?.page.say(sentence) }
        }
    }

    /// Asks the server again for news of the contact.
    func refresh(of session: Session) {
        page.refresh(of: session)
    }
}
