import Foundation
import Network

/// The target of a redirect. libsoup's own redirects are off: some versions sent the token along to other servers.
nonisolated enum Redirect {
    /// The most redirects in a row.
    static let limit = 5

    private static let maxLocationLength = 8 << 10

    /// The next URL of an answer, or nil when it is not a redirect.
    ///
    /// Throws `refusedRedirect` without a usable target, for another scheme than http and https, and from https to http.
    static func target(of response: HTTPResponse) throws(TransportError) -> URL? {
        guard [301, 302, 303, 307, 308].contains(response.status) else { return nil }
        guard let location = response.headers["location"], !location.isEmpty, location.utf8.count <= maxLocationLength,
            let target = URL(string: location, relativeTo: response.url)?.absoluteURL,
            let from = Origin(response.url), let to = Origin(target),
            from.scheme == to.scheme || to.scheme == "https"
        else { throw .refusedRedirect }
        return target
    }
}
