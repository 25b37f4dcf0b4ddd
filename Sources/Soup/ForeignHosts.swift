public import Network

/// The rules for requests to hosts other than the account's own. The server chooses these hosts. The rules keep it from
/// reaching the local network through this program.
public nonisolated struct ForeignHosts: Sendable {
    /// Whether a picture may come from an origin.
    let allowsOrigin: @Sendable (Origin) -> Bool
    /// Whether a host may have an address. Checked before anything is sent to it.
    let allowsAddress: @Sendable (IPAddress) -> Bool

    /// Rules for hosts other than the account's own.
    public init(
        allowsOrigin: @escaping @Sendable (Origin) -> Bool, allowsAddress: @escaping @Sendable (IPAddress) -> Bool
    ) {
        self.allowsOrigin = allowsOrigin
        self.allowsAddress = allowsAddress
    }

    /// Encrypted connections to the default port, at addresses on the internet.
    public static let publicWeb = ForeignHosts(
        allowsOrigin: { $0.scheme == "https" && $0.port == 443 }, allowsAddress: \.isPublic)
}

/// Host names, checked where a proxy resolves them.
nonisolated enum HostName {
    /// Names of one machine or one network (RFC 6761, 6762, 8375, and ICANN's "internal").
    private static let privateDomains: Set<String> = [
        "localhost", "local", "localdomain", "internal", "intranet", "lan", "home", "corp", "private", "home.arpa",
        "arpa", "test", "invalid", "onion",
    ]

    /// Whether it is a name on the internet; an address is none.
    static func isPublic(_ host: String) -> Bool {
        let labels = host.lowercased().split(separator: ".")
        guard labels.count > 1, !host.contains(":"), let last = labels.last,
            // The last part of an IPv4 address is a number in every notation, octal and hexadecimal included.
            last.first?.isNumber == false
        else { return false }
        return !privateDomains.contains(String(last))
    }
}
