import Avatars
import Contacts
import Foundation
import GLib
import Gtk
import Model
import Network
import Resources

/// The preferences window: the display of contacts, the stored data and its size.
final class PreferencesWindow {
    let window: SecondaryWindow
    var onSort: ((ContactOrder.Key) -> Void)?
    var onNameOrder: ((NameOrder) -> Void)?
    /// Pictures from other services were turned on or off.
    var onExternalPictures: ((Bool) -> Void)?
    /// The person wants to enter a new address of the server.
    var onChangeAddress: (() -> Void)?
    /// The person no longer trusts the certificate of the server.
    var onDistrust: (() -> Void)?

    private let session: Session?
    private let contactsFolder: URL?
    private let certificate: Widget
    private let contacts: ActionRow
    private let storedPictures: ActionRow
    private let clear: Button
    private var work: Task<Void, Never>?

    /// Without a session only preferences that need no account are shown. `contactsFolder` has the files of the stored
    /// contacts.
    init(_ preferences: Preferences, session: Session?, contactsFolder: URL?, isDemo: Bool = false) {
        self.session = session
        self.contactsFolder = contactsFolder
        let builder = Builder(Resources.preferencesWindow, translationDomain: translationDomain)
        window = SecondaryWindow(borrowing: builder.pointer("window", of: SecondaryWindow.self))
        certificate = Widget(borrowing: builder.pointer("certificate"))
        contacts = ActionRow(borrowing: builder.pointer("stored_contacts", of: ActionRow.self))
        storedPictures = ActionRow(borrowing: builder.pointer("stored_pictures", of: ActionRow.self))
        clear = Button(borrowing: builder.pointer("clear", of: Button.self))
        window.nameButtonsByLabels()
        clear.setAccessibleLabel(tr("Clear Pictures"))

        let sort = ComboRow(borrowing: builder.pointer("sort", of: ComboRow.self))
        sort.selected = Self.sortKeys.firstIndex(of: preferences.order.key) ?? 0
        sort.onSelected { [weak self] in self?.onSort?(Self.sortKeys[$0]) }
        let nameOrder = ComboRow(borrowing: builder.pointer("name_order", of: ComboRow.self))
        nameOrder.selected = Self.nameOrders.firstIndex(of: preferences.nameOrder) ?? 0
        nameOrder.onSelected { [weak self] in self?.onNameOrder?(Self.nameOrders[$0]) }
        let external = Switch(borrowing: builder.pointer("external", of: Switch.self))
        external.isActive = session?.account.loadsExternalPictures ?? true
        external.onActiveChange { [weak self] in self?.onExternalPictures?($0) }
        clear.onClicked { [weak self] in self?.clearPictures() }
        Button(borrowing: builder.pointer("distrust", of: Button.self)).onClicked { [weak self] in self?.distrust() }
        ActionRow(borrowing: builder.pointer("fingerprint", of: ActionRow.self)).subtitle =
            session?.account.trustedFingerprint.map(CertificateText.fingerprint) ?? ""
        certificate.isVisible = session?.account.trustedFingerprint != nil
        let user = ActionRow(borrowing: builder.pointer("user", of: ActionRow.self))
        user.subtitle = PlainText.line(session?.account.userName ?? "")
        user.isVisible = !user.subtitle.isEmpty
        let changeAddress = Button(borrowing: builder.pointer("change_address", of: Button.self))
        changeAddress.setAccessibleLabel(tr("Change Server Address…"))
        changeAddress.onClicked { [weak self] in
            // Closing the window may release this object.
            let go = self?.onChangeAddress
            self?.window.close()
            go?()
        }
        ActionRow(borrowing: builder.pointer("server", of: ActionRow.self)).subtitle =
            session?.account.server.url.absoluteString ?? ""
        for group in ["account", "privacy", "storage"] {
            Widget(borrowing: builder.pointer(group)).isVisible = session != nil
        }
        // The server of the demo is inside the program, so its address is of no use to a person.
        if isDemo { Widget(borrowing: builder.pointer("account")).isVisible = false }
        count()
    }

    /// In the order of the rows in the interface file.
    private static let sortKeys: [ContactOrder.Key] = [
        .shownName, .firstName, .lastName, .lastActivity, .newest,
    ]
    private static let nameOrders: [NameOrder] = [.asOnServer, .firstNameFirst, .lastNameFirst]
}

private extension PreferencesWindow {
    func count() {
        guard let session else { return }
        work = Task { [weak self, contactsFolder] in
            let use = await session.storageUse(contactsIn: contactsFolder)
            self?.show(use)
        }
    }

    func show(_ use: StorageUse) {
        let count = use.contacts.map { trn("%d contact", "%d contacts", $0) } ?? tr("Unknown")
        contacts.subtitle =
            use.contactBytes > 0 ? tr("%1$s, %2$s", count, formattedSize(bytes: use.contactBytes)) : count
        storedPictures.subtitle = use.storedPictures.localizedDescription
    }

    func clearPictures() {
        guard let session else { return }
        clear.isSensitive = false
        work = Task { [weak self, contactsFolder] in
            let left = await session.clearPictures()
            let use = await session.storageUse(contactsIn: contactsFolder)
            guard let self else { return }
            self.show(use)
            self.clear.isSensitive = true
            self.window.toast(
                left == 0
                    ? tr("The pictures were cleared.")
                    : trn("%d picture could not be removed.", "%d pictures could not be removed.", left))
        }
    }

    func distrust() {
        certificate.isVisible = false
        onDistrust?()
        window.toast(tr("The certificate is no longer trusted."))
    }
}

private extension CacheUse {
    var localizedDescription: String {
        tr("%1$s, %2$s", trn("%d picture", "%d pictures", pictures), formattedSize(bytes: bytes))
    }
}
