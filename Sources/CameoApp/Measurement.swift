package import Avatars
package import Contacts
package import Foundation
package import Gtk
import Keyring
package import Model
package import Network
import Platform

/// What the benchmarks use of the program beside running it as a whole.
@MainActor
package enum Measurement {
    /// Leaves an account as a sign-in does, in this process's home folder and keyring; returns where its contacts go.
    package static func signIn(to server: ServerAddress, token: String) async throws -> URL {
        let account = account(on: server)
        try await AccountFile(url: AppDirectories().accountFile).save(account)
        let keyring = TokenKeyring(application: Cameo.applicationID)
        try await keyring.store(token, of: account.tokenOwner, label: "Cameo benchmark")
        return AppDirectories().contacts(of: account.id)
    }

    /// Pictures as in the program. `folder` is that of the disk cache; nil keeps them in memory only.
    package static func avatars(
        kind: any ServerKind, server: ServerAddress, transport: any HTTPTransport, contacts: ContactStore, folder: URL?
    ) -> AvatarStore<Picture> {
        AvatarStore(
            environment: .pictures(
                server: AccountServer(kind: kind, address: server), account: account(on: server).id,
                transport: transport, client: kind.connect(to: server, over: transport), store: contacts,
                folder: folder.map { FolderPath($0) }))
    }

    private static func account(on server: ServerAddress) -> Account {
        Account(
            server: server, userID: 1, userName: nil, trustedFingerprint: nil, tokenExpiry: nil,
            loadsExternalPictures: true)
    }
}

/// The list of the contacts as in the program, in a widget to put into a window.
@MainActor
package final class MeasuredList {
    /// What goes into the window.
    package var root: Widget { sidebar.root }

    private let pictures = AvatarPictures()
    private let sidebar: ContactsSidebar

    /// A list with the pictures of a store.
    package init(avatars: AvatarStore<Picture>) {
        pictures.store = avatars
        sidebar = ContactsSidebar(pictures: pictures, menu: Menu())
    }

    /// Shows these contacts.
    package func show(_ contacts: ContactList) {
        sidebar.contacts.show(contacts)
    }

    /// How many rows there are.
    package var count: Int { sidebar.contacts.model.count }

    /// The pictures that are on the screen now.
    package func shownPictures(top: Int, bottom: Int) -> Set<PictureReference> {
        Set(visible(top, bottom).compactMap { $0.state.current.image == nil ? nil : $0.entry.avatar.picture })
    }

    /// Whether nothing is to come any more for the contacts that are on the screen now.
    package func isSettled(top: Int, bottom: Int) -> Bool {
        visible(top, bottom).allSatisfy { entry, state in
            entry.avatar.picture == .none || state.current.image != nil || state.current.error != nil
        }
    }

    private func visible(_ top: Int, _ bottom: Int) -> [(entry: ContactEntry, state: AvatarState<Picture>)] {
        guard let store = pictures.store else { return [] }
        return sidebar.contacts.model.items[max(top, 0)..<min(bottom, count)].map { entry in
            (entry, store.state(for: entry.avatar.picture, size: ContactRow.avatarSize, scale: root.scaleFactor))
        }
    }
}
