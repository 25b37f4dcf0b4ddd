public import Foundation

/// The scheme, host and port of a URL (RFC 6454). Credentials never go to another origin.
public struct Origin: Hashable, Sendable, CustomStringConvertible {
    /// `http` or `https`.
    public let scheme: String
    /// In lower case; an international name in its ASCII form, an IPv6 address without brackets.
    public let host: String
    /// The port, also if the URL leaves out the default one.
    public let port: Int

    /// The origin of an http or https URL; nil for any other.
    public init?(_ url: URL) {
        guard let scheme = url.scheme?.lowercased(), let host = url.host(percentEncoded: false)?.lowercased(),
            !host.isEmpty
        else { return nil }
        switch scheme {
        case "http": port = url.port ?? 80
        case "https": port = url.port ?? 443
        default: return nil
        }
        self.scheme = scheme
        self.host = host
    }

    public var description: String {
        "\(scheme)://\(host.contains(":") ? "[\(host)]" : host):\(port)"
    }
}
