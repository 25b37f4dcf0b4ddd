import Foundation

/// An HTTP request, as far as the server looks at it.
package struct Request: Sendable {
    var method: String
    /// Still percent-encoded, without the query.
    var path: String
    /// Still percent-encoded.
    var query: String?
    var body = Data()
    private var headers: [String: String] = [:]

    init(
        method: String = "GET", path: String, query: String? = nil, headers: [(String, String)] = [],
        body: Data = Data()
    ) {
        self.method = method
        self.path = path
        self.query = query
        self.body = body
        for (name, value) in headers { self.headers[name.lowercased()] = value }
    }

    /// The value of a header; names without regard to case.
    subscript(name: String) -> String? {
        headers[name.lowercased()]
    }

    /// For an encoded slash or zero in its path.
    var isRefusedByApache: Bool {
        let small = path.lowercased()
        return small.contains("%2f") || small.contains("%00")
    }

    /// In small letters.
    var headerNames: Set<String> {
        Set(headers.keys)
    }

    /// The result of Laravel's `expectsJson()`. It decides between a JSON error and a redirect to the login page.
    var expectsJSON: Bool {
        let first = self["Accept"]?.split(separator: ",").first.map { $0.trimmingCharacters(in: .whitespaces) } ?? ""
        if first.contains("/json") || first.contains("+json") { return true }
        let acceptsAnything = first.isEmpty || first == "*/*" || first == "*"
        return acceptsAnything && self["X-Requested-With"] == "XMLHttpRequest"
    }

    /// The last value of each parameter of the query; one of PHP's arrays (`limit[]=1`) counts as `.array`.
    var parameters: [String: Parameter] {
        var result: [String: Parameter] = [:]
        for pair in (query ?? "").split(separator: "&") {
            let parts = pair.split(separator: "=", maxSplits: 1, omittingEmptySubsequences: false)
            let name = Request.decoded(parts[0])
            let value = parts.count > 1 ? Request.decoded(parts[1]) : ""
            if let bracket = name.firstIndex(of: "[") {
                result[String(name[..<bracket])] = .array
            } else {
                result[name] = .text(value)
            }
        }
        return result
    }

    enum Parameter: Equatable, Sendable {
        case text(String)
        case array

        var text: String? {
            guard case .text(let text) = self else { return nil }
            return text
        }
    }

    private static func decoded(_ text: Substring) -> String {
        let spaced = String(text.replacing("+", with: " "))
        return spaced.removingPercentEncoding ?? spaced
    }
}
