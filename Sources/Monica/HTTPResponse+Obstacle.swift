import Foundation
import Network

/// Answers that do not come from the API, or not from the API alone.
extension HTTPResponse {
    /// The bytes of a page that are read, and the most other text before JSON, in bytes.
    private static let (maxRead, maxBefore) = (16 << 10, 64 << 10)
    /// The most headings of a kind that are read, and the most of one, in bytes.
    private static let (maxHeadings, maxHeading) = (3, 500)

    /// Why this is no answer of the API at an address; nil where nothing tells, as for other web pages.
    ///
    /// Servers in trouble send pages too, and their status tells more.
    func obstacle(asked: URL) -> ServerError? {
        switch status {
        case 407: .inFront(.proxyPassword)
        // For networks that want a sign-in (RFC 6585).
        case 511: .webPage
        case _ where headers["cf-mitigated"]?.lowercased().contains("challenge") == true: .inFront(.challenge)
        case 401 where asksForPassword: .inFront(.password)
        case 304, 429, 500...: nil
        case 300..<400 where leadsToSame(asked: asked): .inFront(.moved)
        case 300..<400: leadsToPage && !isOfNetwork(asked: asked) ? .inFront(.loginPage) : .webPage
        case _ where hasOtherText: .inFront(.warnings)
        case _ where isJSON: nil
        default: refusal ?? (isHTML ? pageObstacle(asked: asked) : nil)
        }
    }

    /// An answer without JSON that has the status of a refusal.
    private var refusal: ServerError? {
        switch status {
        // nginx says so to a client without a certificate, with a page of its own.
        case 400 where text.contains("ssl certificate"): .inFront(.certificate)
        case 401: .inFront(.loginPage)
        // Forbidden, not acceptable, unavailable for legal reasons.
        case 403, 406, 451: .inFront(.challenge)
        default: nil
        }
    }

    private func pageObstacle(asked: URL) -> ServerError? {
        guard (200..<300).contains(status) else { return nil }
        let (text, head) = (text, heading)
        if PageWords.challenge.contains(where: head.contains) { return .inFront(.challenge) }
        if isOfNetwork(asked: asked) { return .webPage }
        // The API redirects to no page.
        if url.lastPathComponent != asked.lastPathComponent || isElsewhere(asked: asked) { return .inFront(.loginPage) }
        let asksForLogin =
            PageWords.login.contains(where: head.contains) || PageWords.passwordFields.contains(where: text.contains)
        return asksForLogin ? .inFront(.loginPage) : nil
    }

    /// Whether the page is another host's, to which a network may send all questions that are not encrypted. A host of the
    /// same domain belongs to the server.
    private func isOfNetwork(asked: URL) -> Bool {
        guard let from = Origin(asked), from.scheme == "http", let to = Origin(redirectTarget ?? url) else {
            return false
        }
        let domains = [from, to].map { $0.host.split(separator: ".").suffix(2) }
        return domains[0] != domains[1] && from.host != "localhost" && !from.host.hasPrefix("127.")
    }

    /// Whether another host has answered, and not the same one with or without a "www".
    private func isElsewhere(asked: URL) -> Bool {
        guard let from = Origin(asked)?.host, let to = Origin(url)?.host else { return false }
        return from != to && !to.hasSuffix(".\(from)") && !from.hasSuffix(".\(to)")
    }

    private var redirectTarget: URL? { headers["location"].flatMap { URL(string: $0, relativeTo: url)?.absoluteURL } }

    /// Whether this leads to the same question at another address.
    private func leadsToSame(asked: URL) -> Bool {
        guard let target = redirectTarget, target != asked, let api = asked.path.range(of: "/api", options: .backwards)
        else { return false }
        return target.path.hasSuffix(asked.path[api.lowerBound...])
    }

    /// Whether this leads to a page to log in at. A server that has moved leads to its API, and Monica to its own first page.
    var leadsToPage: Bool {
        guard (300..<400).contains(status), status != 304, let target = redirectTarget else { return false }
        let isFirstPage = target.pathComponents.allSatisfy { $0 == "/" } && target.query == nil
        return !isFirstPage && !target.pathComponents.contains("api")
    }

    /// Whether a browser would ask a person for a user name and password.
    private var asksForPassword: Bool {
        let ways = headers["www-authenticate"]?.lowercased().split(separator: ",") ?? []
        return ways.contains { way in
            let name = way.drop { $0 == " " }.prefix { $0 != " " }
            return ["basic", "digest", "negotiate", "ntlm"].contains(name)
        }
    }

    private var isJSON: Bool { body.first { !Self.isSpace($0) }.map(Self.opensJSON) ?? false }

    /// Whether JSON follows text that is no page, or text with PHP's words follows JSON.
    private var hasOtherText: Bool {
        guard let end = body.lastIndex(where: { !Self.isSpace($0) }) else { return false }
        if isJSON { return !Self.closesJSON(body[end]) && Self.isFromPHP(body.suffix(Self.maxRead)) }
        if Self.isFromPHP(body.prefix(Self.maxRead)) { return true }
        let start = body.prefix(Self.maxBefore)
        guard Self.closesJSON(body[end]),
            let brace = start.indices.first(where: { Self.opensJSON(body[$0]) && Self.isObject(body[$0...]) })
        else { return false }
        let before = String(decoding: start[..<brace], as: UTF8.self).lowercased()
        return !PageWords.page.contains(where: before.contains)
    }

    /// The beginning of the body in lower case.
    private var text: String { String(decoding: body.prefix(Self.maxRead), as: UTF8.self).lowercased() }

    /// The titles and headings of a page, in lower case.
    private var heading: String {
        ["<title", "<h1", "<h2"].flatMap { text.components(separatedBy: $0).dropFirst().prefix(Self.maxHeadings) }
            .map { $0.prefix(Self.maxHeading).drop { $0 != ">" }.prefix { $0 != "<" } }.joined(separator: "\n")
    }

    /// How PHP says where it has something to say, in HTML or not.
    private static func isFromPHP(_ text: Data) -> Bool {
        let parts = String(decoding: text, as: UTF8.self).split(separator: " on line ", maxSplits: 1)
        guard parts.count == 2, parts[0].contains(" in ") else { return false }
        return (parts[1].hasPrefix("<b>") ? parts[1].dropFirst(3) : parts[1]).first?.isNumber == true
    }

    private static func isSpace(_ byte: UInt8) -> Bool { byte == 0x20 || (0x09...0x0D).contains(byte) }
    private static func opensJSON(_ byte: UInt8) -> Bool { byte == UInt8(ascii: "{") || byte == UInt8(ascii: "[") }
    private static func closesJSON(_ byte: UInt8) -> Bool { byte == UInt8(ascii: "}") || byte == UInt8(ascii: "]") }

    /// Whether a brace begins an object or a list, and not a rule of a style or a piece of prose.
    private static func isObject(_ text: Data) -> Bool {
        let next = text.dropFirst().first { !isSpace($0) }
        return next.map { $0 == UInt8(ascii: "\"") || opensJSON($0) || closesJSON($0) } ?? false
    }
}

/// Words in the headings of pages that are no answer.
private enum PageWords {
    static let challenge = [
        "robot", "not a bot", "captcha", "just a moment", "checking", "verify", "human", "challenge", "access denied",
        "attention required", "security check", "ddos",
    ]
    static let login = [
        "sign in", "sign-in", "signin", "log in", "log-in", "login", "log on", "logon", "single sign", "sso",
        "authenti", "authori", "anmeld", "einloggen", "connexion", "connect", "identifi", "sesión", "acceso",
    ]
    static let passwordFields = ["type=\"password", "type='password", "type=password"]
    static let page = ["<html", "<!doctype", "<head", "<body", "<script", "<style"]
}
