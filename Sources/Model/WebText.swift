import Foundation

/// A typed web address, often without a scheme.
enum WebText {
    /// The endings of names that stand for nothing but a place on the web. Names of people have a point as well, so that not every
    /// word behind one is an ending. Endings of countries have two letters.
    private static let endings: Set<String> = [
        "com", "org", "net", "edu", "gov", "mil", "int", "info", "biz", "name", "pro", "app", "dev", "blog", "cloud",
        "online",
        "site", "shop", "store", "page", "wiki", "club", "social", "live", "life", "world", "space", "website", "tech",
        "agency",
        "photography", "studio", "design", "art", "music", "berlin", "hamburg", "wien", "paris", "london", "example",
        "coop",
        "museum", "mobi", "tel", "cat", "eus", "link", "news", "media", "xyz", "email", "digital", "academy", "family",
    ]

    /// Whether a text without a scheme is a web address: "www." in front, a path behind a host, or a known ending.
    static func isAddress(_ text: String) -> Bool {
        let form = /((?:[\p{L}\p{N}][\p{L}\p{N}-]{0,62}\.)+)([\p{L}-]{2,63}|(?i:xn--[a-z0-9-]+))(:\d{1,5})?([\/?#]\S*)?/
        guard let match = text.wholeMatch(of: form) else { return false }
        if match.1.lowercased().hasPrefix("www.") || match.4 != nil { return true }
        let ending = match.2.lowercased()
        // An ending in another script begins with "xn--" where it is written in ASCII.
        return endings.contains(ending) || ending.count == 2 || ending.hasPrefix("xn--")
    }

    /// Whether the text begins with a host and a port rather than with a scheme.
    static func hasPort(_ text: String) -> Bool {
        text.prefixMatch(of: /[A-Za-z0-9-]+(\.[A-Za-z0-9-]+)+:\d{1,5}(\/|$)/) != nil
    }

    /// The host of a web address in small letters, without "www."; nil for any other text.
    static func host(of address: String) -> String? {
        guard let url = URL(string: address), url.isWebPage, let host = url.host(percentEncoded: false)?.lowercased()
        else { return nil }
        return host.hasPrefix("www.") ? String(host.dropFirst(4)) : host
    }
}
