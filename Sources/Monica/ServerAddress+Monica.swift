public import Foundation
public import Network

/// Where things are on a Monica server.
extension ServerAddress {
    /// Pages whose addresses people copy from their browser.
    private static let pages: Set<String> = ["api", "settings", "dashboard", "people", "login"]

    /// Takes the address of a Monica server in any form, also that of one of its pages.
    public init(monica typed: String) throws(ServerAddressError) {
        try self.init(typed, droppingPages: Self.pages)
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
    public func page(ofContact hashID: String) -> URL {
        url.appending(path: "people").appending(component: hashID)
    }
}
