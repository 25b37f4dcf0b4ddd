public import Contacts
public import Foundation
public import Model
public import Network

/// Monica 4, a personal relationship manager that people run on servers of their own.
public struct MonicaKind: ServerKind {
    public var name: String { "monica" }

    /// Everything about this kind of server; it has no state.
    public init() {}

    public func address(_ typed: String) throws(ServerAddressError) -> ServerAddress {
        try ServerAddress(monica: typed)
    }

    public func addresses(above typed: String) -> [ServerAddress] { ServerAddress.places(above: typed) }

    public func tokenPage(on server: ServerAddress) -> URL { server.tokenPage }

    public func page(of contact: Contact, on server: ServerAddress) -> URL? {
        contact.hashID.map { server.page(ofContact: $0) }
    }

    public func contactName(inPage address: URL, on server: ServerAddress) -> String? {
        server.contact(ofPage: address)
    }

    public func kin(of relationship: String) -> Kin? {
        switch relationship {
        case "parent", "stepparent": .parent
        case "sibling": .sibling
        case "partner", "spouse": .partner
        case "child", "stepchild": .child
        default: nil
        }
    }

    public func pictureRequest(for picture: PictureReference, on server: ServerAddress) -> HTTPRequest? {
        HTTPRequest(picture, on: server)
    }

    @MainActor
    public func connect(to server: ServerAddress, over transport: any HTTPTransport) -> any ContactServer {
        MonicaClient(server: server, transport: transport)
    }

    public func contact(from copy: Data) -> Contact? {
        // Nil makes the caller ask the server again.
        try? Contact(json: copy)
    }

    public func sections(from copies: [ContactSection: Data]) -> ContactSections { ContactSections(json: copies) }

    public func withoutPictures(_ copy: Data) -> Data { JSONText.withoutPictures(copy) }
}
