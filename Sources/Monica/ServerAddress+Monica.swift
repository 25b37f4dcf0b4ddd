public import Foundation
public import Network

/// Where things are on a Monica server.
extension ServerAddress {
    /// Beginnings of the addresses of pages, which people copy from their browser.
    private static let pages: Set<String> = [
        "api", "settings", "dashboard", "people", "journal", "login", "register", "password", "logout", "auth", "oauth",
        "dav", "index.php",
    ]

    /// Takes the address of a Monica server in any form, also that of one of its pages.
    public init(monica typed: String) throws(ServerAddressError) {
        try self.init(typed, droppingPages: Self.pages)
    }

    /// The server of an API that has answered at an address; nil for an address of another answer.
    init?(redirected url: URL) {
        // The API's root, with or without a slash behind it.
        guard url.lastPathComponent == "api" else { return nil }
        // An address that we could not use is as good as none.
        guard let address = try? ServerAddress(url.deletingLastPathComponent().absoluteString) else { return nil }
        self = address
    }

    /// An address of the API; `path` without a leading slash, empty for its root.
    public func api(_ path: String, _ query: [(String, String)] = []) -> URL {
        let endpoint = url.appending(path: path.isEmpty ? "api" : "api/\(path)")
        guard !query.isEmpty else { return endpoint }
        return endpoint.appending(queryItems: query.map { URLQueryItem(name: $0.0, value: $0.1) })
    }
}
