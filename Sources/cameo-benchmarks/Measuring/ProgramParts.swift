import Avatars
import CameoApp
import Contacts
import Foundation
import Gtk
import Keyring
import Model
import Network
import Platform

/// Parts of the program that are measured without the rest.
@MainActor
enum ProgramParts {
    /// Leaves an account as a sign-in does, in this process's home folder and keyring; returns where its contacts go.
    static func signIn(to server: ServerAddress, token: String) async throws -> URL {
        let account = account(on: server)
        try await AccountFile(url: AppDirectories().accountFile).save(account)
        let keyring = TokenKeyring(application: Cameo.applicationID)
        try await keyring.store(token, of: account.tokenOwner, label: "Cameo benchmark")
        return AppDirectories().contacts(of: account.id)
    }

    /// Pictures as in the program. `folder` is that of the disk cache; nil keeps them in memory only.
    static func avatars(
        kind: any ServerKind, server: ServerAddress, transport: any HTTPTransport, contacts: ContactStore, folder: URL?
    ) -> AvatarStore<Picture> {
        AvatarStore(
            server: AccountServer(kind: kind, address: server), account: account(on: server),
            from: kind.connect(to: server, over: transport).pictureServer { try? await contacts.remoteNumber(of: $0) },
            store: contacts, folder: folder.map { FolderPath($0) })
    }

    private static func account(on server: ServerAddress) -> Account {
        Account(server: server, userID: 1)
    }
}

/// The list of the contacts as in the program, in a widget to put into a window.
@MainActor
final class MeasuredList {
    /// The content of the window.
    var root: Widget { sidebar.root }

    private let pictures = AvatarPictures()
    private let sidebar: ContactsSidebar

    init(avatars: AvatarStore<Picture>) {
        pictures.store = avatars
        sidebar = ContactsSidebar(pictures: pictures, menu: Menu())
    }

    func show(_ contacts: ContactList) {
        sidebar.contacts.show(contacts)
    }

    var count: Int { sidebar.contacts.model.count }

    /// The pictures that are on the screen now.
    func shownPictures(top: Int, bottom: Int) -> Set<PictureReference> {
        Set(visible(top, bottom).compactMap { $0.state.current.image == nil ? nil : $0.entry.avatar.picture })
    }

    /// Whether nothing is to come any more for the contacts that are on the screen now.
    func isSettled(top: Int, bottom: Int) -> Bool {
        visible(top, bottom).allSatisfy { entry, state in
            entry.avatar.picture == .none || state.current.image != nil || state.current.error != nil
        }
    }

    private func visible(_ top: Int, _ bottom: Int) -> [(entry: ContactEntry, state: AvatarState<Picture>)] {
        guard let store = pictures.store else { return [] }
        return sidebar.contacts.model.items[max(top, 0)..<min(bottom, count)].map(\.entry).map { entry in
            (entry, store.state(for: entry.avatar.picture, size: ContactsSidebar.avatarSize, scale: root.scaleFactor))
        }
    }
}
