import Contacts
import Foundation
import GLib
import Gtk
import Monica
import Network
import Platform
import Soup

@testable import CameoApp

/// Shorthands of tests for Monica servers. The demo server is of this kind.
extension ContactStore {
    static func inMemory() throws(ContactStoreError) -> ContactStore {
        try inMemory(decoder: MonicaKind())
    }

    static func open(at file: URL) async throws(ContactStoreError) -> ContactStore {
        try await open(at: file, decoder: MonicaKind())
    }
}

extension AccountServer {
    static func monica(_ address: String = "https://monica.example.org") throws -> AccountServer {
        AccountServer(kind: MonicaKind(), address: try ServerAddress(address))
    }
}

@MainActor
extension Session {
    convenience init(
        account: Account, token: Token?, store: ContactStore, pictures: FolderPath?, notes: CrashNotes? = nil,
        foreignHosts: ForeignHosts = .publicWeb
    ) {
        self.init(
            account: account, kind: MonicaKind(), token: token, store: store, pictures: pictures, notes: notes,
            foreignHosts: foreignHosts)
    }
}

@MainActor
extension SignIn {
    init(
        address: String, token: String, loadsExternalPictures: Bool, trustedFingerprint: String? = nil,
        renews: Account? = nil
    ) {
        self.init(
            kind: MonicaKind(), address: address, token: token, loadsExternalPictures: loadsExternalPictures,
            trustedFingerprint: trustedFingerprint, renews: renews)
    }
}

@MainActor
extension MainWindow {
    convenience init(application: Application, menu: Menu, preferences: Preferences) {
        self.init(application: application, menu: menu, preferences: preferences, kinds: ServerKinds(MonicaKind()))
    }
}
