public import Contacts
import Foundation
import Model
package import Network

/// The kinds of servers that the program supports. The main program passes them in, so that this module depends on none.
public nonisolated struct ServerKinds: Sendable {
    /// The kind of server that a person can sign in to.
    let first: any ServerKind
    private let others: [any ServerKind]

    /// At least one kind.
    public init(_ first: any ServerKind, _ others: any ServerKind...) {
        self.first = first
        self.others = others
    }

    /// The kind of an account's server; nil when this program does not know it.
    func kind(of account: Account) -> (any ServerKind)? {
        ([first] + others).first { $0.name == account.kindOfServer }
    }
}

/// An account's server as far as it need not be asked.
nonisolated package struct AccountServer: Sendable {
    let kind: any ServerKind
    let address: ServerAddress

    package init(kind: any ServerKind, address: ServerAddress) {
        self.kind = kind
        self.address = address
    }

    /// The web page of a contact; nil if it has none.
    func page(of contact: Contact) -> URL? {
        kind.page(of: contact, on: address)
    }

    /// The web page of the user's journal; nil if it has none.
    var journalPage: URL? { kind.journalPage(on: address) }

    /// The request for a picture. Nil for a picture that is in a contact's copy or has no usable address.
    func pictureRequest(for picture: PictureReference) -> HTTPRequest? {
        kind.pictureRequest(for: picture, on: address)
    }
}
