public import Foundation

/// A complete answer.
public struct HTTPResponse: Sendable {
    /// The status code, 100 to 999.
    public let status: Int
    /// The URL that answered, after redirects.
    public let url: URL
    /// Header fields by lower-case name. Repeated fields have their values joined by ", ".
    public let headers: [String: String]
    /// The decompressed body; empty where there is none.
    public let body: Data

    /// An answer; the names of `headers` are in lower case.
    public init(status: Int, url: URL, headers: [String: String], body: Data) {
        self.status = status
        self.url = url
        self.headers = headers
        self.body = body
    }
}
