public import Contacts
public import Foundation
public import Model
public import Network

/// Monica 4, a personal relationship manager that people run on servers of their own.
public struct MonicaKind: ServerKind {
    private static let maxPlaces = 8

    public var name: String { "monica" }

    public var valueGroups: [Set<ContactKey>] { ContactGroup.allCases.map { Set($0.keys) } }

    /// Everything about this kind of server; it has no state.
    public init() {}

    public func address(_ typed: String) throws(ServerAddressError) -> ServerAddress {
        try ServerAddress(monica: typed)
    }

    public func addresses(above typed: String) -> [ServerAddress] {
        guard let whole = try? ServerAddress(typed), let guess = try? ServerAddress(monica: typed) else { return [] }
        var (places, url) = ([whole], whole.url)
        while url.path.count > 1, places.count < Self.maxPlaces {
            url.deleteLastPathComponent()
            // A place above an address is an address.
            guard let place = try? ServerAddress(url.absoluteString) else { break }
            places.append(place)
        }
        return places.filter { $0 != guess }
    }

    public func tokenPage(on server: ServerAddress) -> URL { server.url.appending(path: "settings/api") }

    public func page(of contact: Contact, on server: ServerAddress) -> URL? {
        contact.hashID.map { server.url.appending(path: "people").appending(component: $0) }
    }

    public func journalPage(on server: ServerAddress) -> URL? { server.url.appending(path: "journal") }

    public func contactName(inPage address: URL, on server: ServerAddress) -> String? {
        // A name before the host passes for the host.
        guard Origin(address) == server.origin, address.user == nil, address.password == nil else { return nil }
        let above = server.url.appending(path: "people").pathComponents
        let parts = address.pathComponents
        guard parts.count > above.count, parts.starts(with: above) else { return nil }
        let name = parts[above.count]
        // "h:" and letters; a number is the name of a page of another kind.
        return name.hasPrefix("h:") && name.utf8.count > 2 ? name : nil
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
        let avatar: AvatarInfo
        switch picture {
        case .none, .inline, .pending: return nil
        case .url(let url, let source): avatar = AvatarInfo(url: url, source: source)
        case .server(let key, _): avatar = AvatarInfo(url: key, source: .photo)
        }
        guard let url = avatar.avatarURL(server: server) else { return nil }
        var request = HTTPRequest(url, content: .image)
        request.sendsCredentials = Origin(url) == server.origin
        // The account's own server redirects pictures only to its login page.
        request.followsRedirects = !request.sendsCredentials
        return request
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

    public func withoutPictures(_ copy: Data) -> Data {
        copy.withUnsafeBytes { JSONScanner(bytes: $0).withoutPictures() } ?? copy
    }
}
