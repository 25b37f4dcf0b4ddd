public import Foundation
public import Model
public import Network

/// A kind of server: decodes its stored copies, answers questions about a server without a request, and connects to it.
public protocol ServerKind: ContactDecoder {
    /// The name of the kind of server in a stored account.
    var name: String { get }

    /// The base address of a server in any form that people type or copy from their browser.
    func address(_ typed: String) throws(ServerAddressError) -> ServerAddress

    /// The addresses above a typed address, the nearest first; at most eight. The server may be at any of them.
    func addresses(above typed: String) -> [ServerAddress]

    /// The web page where tokens are made.
    func tokenPage(on server: ServerAddress) -> URL

    /// The web page of a contact; nil if it has none.
    func page(of contact: Contact, on server: ServerAddress) -> URL?

    /// The web page of the user's journal; nil if it has none.
    func journalPage(on server: ServerAddress) -> URL?

    /// The name of the contact with this web page, as in `Contact.hashID`; nil for any other address.
    func contactName(inPage address: URL, on server: ServerAddress) -> String?

    /// The place of a relative in the family, by the name of the relationship; nil for anybody else.
    func kin(of relationship: String) -> Kin?

    /// The values of a contact in groups. A request that writes one value replaces its whole group.
    var valueGroups: [Set<ContactKey>] { get }

    /// The request for a picture; nil for a picture inside a contact's copy, or without a usable address.
    ///
    /// Only a request to the server itself carries credentials.
    func pictureRequest(for picture: PictureReference, on server: ServerAddress) -> HTTPRequest?

    /// A server of this kind; `transport` adds the token.
    @MainActor
    func connect(to server: ServerAddress, over transport: any HTTPTransport) -> any ContactServer
}
