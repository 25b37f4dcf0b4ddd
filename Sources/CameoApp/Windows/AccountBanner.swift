import Contacts
import Foundation
import Gtk
import MonicaAPI

/// Says what is the matter with the account or its server, above the contacts.
final class AccountBanner {
    /// How long before its end a token is announced.
    private static let tokenNotice: TimeInterval = 14 * 24 * 3600

    /// The person wants a new token for the account.
    var onRenew: (() -> Void)?
    /// The person wants to see a certificate of the server that is not trusted.
    var onUntrusted: ((ServerCertificate) -> Void)?

    private let banner: Banner
    /// The certificate that the banner is about.
    private var untrusted: ServerCertificate?
    /// What was last to be said: an answer that comes later is about something else.
    private var version = 0

    init(_ banner: Banner) {
        self.banner = banner
        banner.onButtonClicked = { [weak self] in self?.clicked() }
    }

    func hide() {
        show(nil)
    }

    /// Says whether there is a token, for what the keyring said, and whether it ends soon.
    func showToken(of session: Session, _ stored: AccountKeyring.StoredToken = .none) {
        if session.token == nil {
            let why =
                switch stored {
                case .locked: tr("Showing saved contacts: the keyring is locked.")
                case .unavailable: tr("Showing saved contacts: there is no keyring with your token.")
                case .none, .found: tr("Showing saved contacts: your token is not in the keyring.")
                }
            show(why, button: tr("New Token…"))
        } else if let end = session.account.tokenExpiry, end < .now + Self.tokenNotice {
            let day = DayText.day(ofMoment: end)
            show(
                end < .now ? tr("Your token expired on %1$s.", day) : tr("Your token expires on %1$s.", day),
                button: tr("New Token…"))
        } else {
            hide()
        }
    }

    /// Says why contacts did not come.
    func show(_ error: SynchronisationError, of session: Session) {
        switch error {
        case .server(.transport(.untrustedCertificate(let certificate))):
            show(MonicaError.transport(.untrustedCertificate(certificate)).sentence, button: tr("Certificate…"))
            untrusted = certificate
        case .server(.unauthorized):
            show(tr("Showing saved contacts: the server no longer accepts your token."), button: tr("New Token…"))
        case .server(.transport(.unreachable)), .server(.transport(.timedOut)), .server(.transport(.handshakeFailed)):
            showOffline(session)
        case .server(let error): show(tr("Showing saved contacts. %1$s", error.sentence))
        case .store(let error): show(error.sentence)
        }
    }
}

private extension AccountBanner {
    func show(_ sentence: String?, button: String? = nil) {
        version += 1
        untrusted = nil
        banner.show(sentence, button: button)
    }

    func showOffline(_ session: Session) {
        version += 1
        Task { [weak self, version] in
            let last = await session.lastSynchronised()
            guard let self, self.version == version else { return }
            self.show(
                last.map { tr("Can’t reach the server. Last updated %1$s.", DayText.recentMoment($0)) }
                    ?? tr("Can’t reach the server, and no contacts are saved yet."))
        }
    }

    func clicked() {
        if let untrusted { onUntrusted?(untrusted) } else { onRenew?() }
    }
}
