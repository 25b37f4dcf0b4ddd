import Contacts
import Foundation
import Gtk
import Network
import Soup

/// The banner above the contacts about problems with the account or its server.
final class AccountBanner {
    /// The time before a token's expiry from which the banner announces it, in seconds.
    private static let tokenNotice: TimeInterval = 14 * 24 * 3600

    /// The person wants a new token for the account.
    var onRenew: (() -> Void)?
    /// The person wants to unlock the keyring.
    var onUnlock: (() -> Void)?
    /// The person wants to see an untrusted certificate of the server.
    var onUntrusted: ((ServerCertificate) -> Void)?

    /// The person wants a new try to reach the server.
    var onTryAgain: (() -> Void)?

    /// The problem that the banner shows and that its button solves.
    fileprivate enum Subject {
        case token, keyring
        case untrusted(ServerCertificate)
        /// The server cannot be reached, or its answers are errors for now.
        case reach, server
        /// Contacts cannot be changed here.
        case rights
        case other
    }

    private let banner: Banner
    private let isOnline: () -> Bool
    private var subject = Subject.other
    /// The number of the latest message. An answer about an older message is ignored.
    private var version = 0

    /// `isOnline` says whether the machine has a network.
    init(_ banner: Banner, isOnline: @escaping () -> Bool = { NetworkMonitor().isAvailable }) {
        self.banner = banner
        self.isOnline = isOnline
        banner.onButtonClicked = { [weak self] in self?.clicked() }
    }

    func hide() {
        show(nil)
    }

    /// Shows the keyring's answer when there is no token; otherwise shows a coming expiry.
    func showToken(of session: Session, _ stored: AccountKeyring.StoredToken = .none) {
        if session.token == nil {
            switch stored {
            case .locked:
                show(tr("Showing saved contacts: the keyring is locked."), button: tr("Unlock…"), about: .keyring)
            case .unavailable: showMissing(tr("Showing saved contacts: there is no keyring with your token."))
            case .none, .found: showMissing(tr("Showing saved contacts: your token is not in the keyring."))
            }
        } else if let sentence = session.access.sentence {
            show(sentence, about: .rights)
        } else if let end = session.account.tokenExpiry, end < .now + Self.tokenNotice {
            let day = DayText.localDay(of: end)
            show(
                end < .now ? tr("Your token expired on %1$s.", day) : tr("Your token expires on %1$s.", day),
                button: tr("New Token…"), about: .token)
        } else {
            hide()
        }
    }

    /// Shows that the keyring is not open yet.
    func showKeyringWaits() {
        showMissing(tr("Showing saved contacts while the keyring is being opened."))
    }

    /// The person turned Read-Only on or off.
    func showRights(of session: Session) {
        // The token's rights are unknown until the keyring returns it.
        guard session.token != nil else { return }
        switch subject {
        case .rights: showToken(of: session)
        // Another sentence, such as an unreachable server, is more important.
        case .other where session.access != .allowed && banner.text == nil: showToken(of: session)
        default: break
        }
    }

    /// Shows the reason why contacts did not arrive.
    func show(_ error: SynchronisationError, of session: Session) {
        switch error {
        case .server(.transport(.untrustedCertificate(let certificate))):
            show(
                ServerError.transport(.untrustedCertificate(certificate)).sentence, button: tr("Certificate…"),
                about: .untrusted(certificate))
        case .server(.unauthorized):
            show(
                tr("Showing saved contacts: the server no longer accepts your token."), button: tr("New Token…"),
                about: .token)
        case .server(.transport(.unreachable)), .server(.transport(.timedOut)), .server(.transport(.handshakeFailed)):
            showOutOfReach(session)
        case .server(let error): showFailure(error, of: session)
        case .store(let error): show(error.sentence)
        }
    }

    /// The network has changed: the reason why the server cannot be reached may be another one.
    func networkChanged(_ session: Session) {
        if case .reach = subject { showOutOfReach(session) }
    }
}

private extension AccountBanner {
    func show(_ sentence: String?, button: String? = nil, about subject: Subject = .other) {
        version += 1
        self.subject = subject
        banner.show(sentence, button: button)
    }

    func showMissing(_ sentence: String) {
        show(sentence, button: tr("New Token…"), about: .token)
    }

    func showOutOfReach(_ session: Session) {
        version += 1
        // A server on this machine needs no network.
        let isServer = session.account.server.isLoopback || isOnline()
        Task { [weak self, version] in
            let last = await session.lastSynchronised()
            let isEmpty = await Self.isEmpty(session.store)
            guard let self, self.version == version else { return }
            let sentence =
                if let day = last.map({ DayText.recentMoment($0) }) {
                    isServer
                        ? tr("Can’t reach the server. Last updated %1$s.", day)
                        : tr("You’re offline. Last updated %1$s.", day)
                } else if isEmpty {
                    isServer
                        ? tr("Can’t reach the server, and no contacts are saved yet.")
                        : tr("You’re offline, and no contacts are saved yet.")
                } else {
                    // The first download was interrupted.
                    tr("Showing saved contacts. %1$s", isServer ? tr("Can’t reach the server.") : tr("You’re offline."))
                }
            self.show(sentence, button: tr("Try Again"), about: .reach)
        }
    }

    /// False for a store that cannot be read, which has another sentence.
    static func isEmpty(_ store: ContactStore) async -> Bool {
        (try? await store.count()) == 0
    }

    /// Shows an error. Without stored contacts the sentence does not mention them.
    func showFailure(_ error: ServerError, of session: Session) {
        version += 1
        Task { [weak self, version] in
            let isEmpty = await Self.isEmpty(session.store)
            guard let self, self.version == version else { return }
            let sentence = isEmpty ? error.sentence : tr("Showing saved contacts. %1$s", error.sentence)
            self.show(
                sentence, button: error.isTransient ? tr("Try Again") : nil, about: error.isTransient ? .server : .other
            )
        }
    }

    func clicked() {
        switch subject {
        case .token: onRenew?()
        case .keyring: onUnlock?()
        case .untrusted(let certificate): onUntrusted?(certificate)
        case .reach, .server: onTryAgain?()
        case .rights, .other: break
        }
    }
}
