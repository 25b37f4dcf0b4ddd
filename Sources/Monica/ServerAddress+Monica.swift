public import Foundation
public import Network

/// Where things are on a Monica server.
extension ServerAddress {
    /// Beginnings of the addresses of pages, which people copy from their browser.
    private static let pages: Set<String> = [
        "api", "settings", "dashboard", "people", "journal", "login", "register", "password", "logout", "auth", "oauth",
        "dav", "index.php",
    ]
    private static let maxPlaces = 8

    /// Takes the address of a Monica server in any form, also that of one of its pages.
    public init(monica typed: String) throws(ServerAddressError) {
        let address = try ServerAddress(typed, droppingPages: Self.pages)
        let parts = address.url.pathComponents
        guard let page = parts.firstIndex(where: Self.pages.contains) else {
            self = address
            return
        }
        var url = address.url
        for _ in page..<parts.count { url.deleteLastPathComponent() }
        try self.init(url.absoluteString)
    }

    /// The addresses that the path of a typed one goes through, from its end to the host.
    static func places(above typed: String) -> [ServerAddress] {
        guard let whole = try? ServerAddress(typed), let guess = try? ServerAddress(monica: typed) else { return [] }
        var (places, url) = ([whole], whole.url)
        while url.path.count > 1, places.count < maxPlaces {
            url.deleteLastPathComponent()
            // A place above an address is an address.
            guard let place = try? ServerAddress(url.absoluteString) else { break }
            places.append(place)
        }
        return places.filter { $0 != guess }
    }

    /// The web page where tokens are made.
    public var tokenPage: URL { url.appending(path: "settings/api") }

    /// An address of the API; `path` without a leading slash, empty for its root.
    public func api(_ path: String, _ query: [(String, String)] = []) -> URL {
        let endpoint = url.appending(path: path.isEmpty ? "api" : "api/\(path)")
        guard !query.isEmpty else { return endpoint }
        return endpoint.appending(queryItems: query.map { URLQueryItem(name: $0.0, value: $0.1) })
    }

    /// The web page of a contact.
    public func page(ofContact hashID: String) -> URL { url.appending(path: "people").appending(component: hashID) }

    /// The contact with this web page, or with a page above it; nil for any other address.
    func contact(ofPage address: URL) -> String? {
        // A name before the host passes for the host.
        guard let origin = Origin(address), origin == self.origin, address.user == nil, address.password == nil else {
            return nil
        }
        let above = url.appending(path: "people").pathComponents
        let parts = address.pathComponents
        guard parts.count > above.count, parts.starts(with: above) else { return nil }
        let name = parts[above.count]
        // "h:" and letters; a number is the name of a page of another kind.
        return name.hasPrefix("h:") && name.utf8.count > 2 ? name : nil
    }
}
