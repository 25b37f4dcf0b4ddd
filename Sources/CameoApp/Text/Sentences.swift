import Avatars
import Contacts
import Foundation
import Keyring
import Model
import Network

/// Sentences for errors: the fact and, where there is one, the way out.
extension ServerError {
    nonisolated var sentence: String {
        switch self {
        case .transport(let error): error.sentence
        case .unauthorized:
            tr(
                "The server does not accept this token. It may have expired or been revoked: create a new one on the server."
            )
        case .notFound: tr("Nothing found at this address. Has the server moved?")
        case .invalidRequest(let messages):
            messages.first.map { tr("The server refused the request: %1$s", PlainText.line($0, atMost: 200)) }
                ?? tr("The server refused the request.")
        case .rateLimited(let wait):
            tr("Too many requests. Try again in %1$s.", wait.localizedDescription)
        case .unavailable: tr("The server is under maintenance. Try again in a few minutes.")
        case .server(let status): tr("The server reported an error (%1$s). Try again later.", String(status))
        case .webPage:
            tr("This network may want you to log in first: a web page came in place of the server’s response.")
        case .inFront(let obstacle): obstacle.sentence
        case .unreadable:
            tr("Can’t read the server’s response. Something between you and the server may have changed it.")
        case .tooManyEntries:
            tr("The server sent more than Cameo asked for, so the response was not read.")
        case .otherServer:
            tr(
                "There is a server at this address, but it is not Monica. If something is in front of Monica, exempt /api from it."
            )
        case .unsupportedVersion:
            tr("This is Monica 5, which does not offer contacts to other apps. Cameo works with Monica 4.")
        }
    }
}

extension Obstacle {
    nonisolated var sentence: String {
        switch self {
        case .password:
            tr(
                "The web server asks for a user name and password of its own. Monica may be behind it: exempt /api from this password."
            )
        case .challenge:
            tr(
                "Something turns apps away here, such as a check for robots. Monica may be behind it: exempt /api from this check."
            )
        case .loginPage:
            tr("A web page wants you to log in first. Monica may be behind it: exempt /api from this page.")
        case .proxyPassword:
            tr("The proxy of this network asks for a user name and password. Enter them in the proxy settings.")
        case .certificate:
            tr("The server asks for a certificate of yours, which Cameo can’t show. Exempt /api from this check.")
        case .warnings:
            tr(
                "The server’s response has other text in it, such as PHP warnings. Turn off display_errors on the server."
            )
        case .moved: tr("The server has moved to another address. Use the new one.")
        }
    }
}

extension TransportError {
    nonisolated var sentence: String {
        switch self {
        case .cancelled: tr("Cancelled.")
        case .unreachable: tr("Can’t reach the server. Check the address and your network connection.")
        case .timedOut: tr("The server did not answer in time.")
        case .tooLarge: tr("The server’s response is too large.")
        case .truncated: tr("The connection to the server was lost.")
        case .malformed: tr("The server’s response is not valid HTTP.")
        case .handshakeFailed:
            tr(
                "There is no encrypted connection to the server. If it has no encryption, type http:// in front of its address."
            )
        case .untrustedCertificate(let certificate):
            certificate.replacesTrusted
                ? tr(
                    "The certificate of %1$s is not the one that you trusted. Your token was not sent.",
                    certificate.host)
                : tr(
                    "The certificate of %1$s is not trusted, so the connection may not be private. Your token was not sent.",
                    certificate.host)
        case .certificateRequired: Obstacle.certificate.sentence
        case .refusedRedirect: tr("The server redirects too often, or to an address that Cameo does not follow.")
        case .refusedHost:
            tr(
                "The server redirects to an address in your local network, which Cameo does not follow. If it is a page to log in, exempt /api from it."
            )
        case .rateLimited(let wait): tr("Too many requests. Try again in %1$s.", wait.localizedDescription)
        }
    }
}

extension ServerAddressError {
    nonisolated var sentence: String {
        switch self {
        case .empty: tr("Enter the address of your Monica server.")
        case .invalid: tr("This is not a web address.")
        case .unsupportedScheme: tr("The address must begin with https:// or http://.")
        case .containsCredentials: tr("Remove the user name and password from the address.")
        }
    }
}

extension TokenError {
    nonisolated var sentence: String {
        switch self {
        case .empty: tr("Enter an API token of your account.")
        case .containsLineBreak: tr("The token contains a line break. Copy it again, in one piece.")
        case .containsInvalidCharacter: tr("The token contains invalid characters, such as a space. Copy it again.")
        case .tooLong: tr("This is too long to be a token.")
        }
    }
}

extension ContactStoreError {
    nonisolated var sentence: String {
        switch self {
        case .full: tr("The disk is full. Saved contacts are safe, but updates can’t be stored.")
        case .noRoom:
            tr("The disk is almost full. Saved contacts are safe, but updates aren’t stored until there is room.")
        case .tooLarge: tr("The saved contacts have reached the most that Cameo stores. Updates aren’t stored.")
        case .tooManyContacts: tr("The server has more contacts than Cameo can store, which is one million.")
        case .tooManyPhotos: tr("Too many photos wait to be sent. Try again once they are sent.")
        case .notWritable: tr("Can’t update the saved contacts: their folder is read-only.")
        case .damaged: tr("The saved contacts are damaged. Restart Cameo to download them again.")
        case .damagedInUse:
            tr("The saved contacts are damaged, and another running Cameo uses them. Quit it, then try again.")
        case .replaced: tr("Another Cameo has removed or replaced the saved contacts. Restart Cameo.")
        case .madeByNewer(let version?):
            tr("A newer version of Cameo saved these contacts. Update Cameo to %1$s or newer.", version)
        case .madeByNewer(nil): tr("A newer version of Cameo saved these contacts. Update Cameo.")
        case .unreadableDraft: tr("The unsaved changes can’t be read. Discard them to edit the contact.")
        case .notRemoved(let files):
            tr("%1$s could not be removed.", files.map(\.path).joined(separator: ", "))
        case .closed, .cancelled: tr("Cancelled.")
        case .other(let code): tr("Can’t read the saved contacts (error %1$s).", String(code))
        }
    }
}

extension KeyringError {
    nonisolated var sentence: String {
        switch self {
        case .locked: tr("The keyring is locked.")
        case .unavailable: tr("There is no keyring on this desktop.")
        case .noAnswer: tr("The keyring does not answer.")
        case .cancelled: tr("Cancelled.")
        case .failed: tr("The keyring does not work.")
        }
    }
}

extension Duration {
    /// A wait in words, rounded up.
    nonisolated var localizedDescription: String {
        let seconds = max(1, Int(components.seconds) + (components.attoseconds > 0 ? 1 : 0))
        if seconds < 90 { return trn("%d second", "%d seconds", seconds) }
        return trn("%d minute", "%d minutes", (seconds + 59) / 60)
    }
}
