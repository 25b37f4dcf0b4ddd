public import Foundation

/// A way to reach a contact: a mail address, a phone number, an account somewhere.
public struct ContactField: Sendable, Equatable {
    /// The kinds that the server itself knows.
    public enum Kind: String, Sendable {
        case email, phone
    }

    /// What a click may open: each leads to a person, none runs anything.
    private static let harmlessSchemes: Set<String> = [
        "http", "https", "mailto", "tel", "sms", "sip", "sips", "xmpp", "matrix", "irc", "ircs", "skype", "telegram",
        "tg", "whatsapp", "sgnl", "threema",
    ]

    /// Nil if the server sends none.
    public let id: Int?
    public let content: String
    /// The name of the type, such as "Email" or the user's own.
    public let typeName: String?
    /// Nil for all types but the server's own mail and phone.
    public let type: Kind?
    /// What goes in front of the content to make a link, such as `mailto:`.
    public let protocolPrefix: String?
    /// The user's words for this entry, such as "Work".
    public let labels: [String]

    /// What a click opens; nil unless it is a well-formed URL of a harmless scheme.
    public var link: URL? {
        let prefix = protocolPrefix ?? (type == .email ? "mailto:" : type == .phone ? "tel:" : "")
        let trimmed = content.trimmingCharacters(in: .whitespacesAndNewlines)
        let target =
            switch prefix.lowercased() {
            // Spaces and dots are for the eye (RFC 3966, 5.1.1). Codes with * and # change settings of a telephone.
            case "tel:", "sms:":
                trimmed.contains { "*#".contains($0) }
                    ? "" : trimmed.filter { $0.isASCII && ($0.isNumber || "+,;".contains($0)) }
            // A question mark would start header fields such as a body (RFC 6068, 2).
            case "mailto:": trimmed.addingPercentEncoding(withAllowedCharacters: Self.mailCharacters) ?? ""
            default: trimmed
            }
        guard !target.isEmpty, !target.contains(where: \.isWhitespace), let url = URL(string: prefix + target),
            let scheme = url.scheme?.lowercased(), Self.harmlessSchemes.contains(scheme)
        else { return nil }
        if scheme == "http" || scheme == "https" { return Origin(url) == nil ? nil : url }
        return url
    }

    private static let mailCharacters = CharacterSet(
        charactersIn: "abcdefghijklmnopqrstuvwxyzABCDEFGHIJKLMNOPQRSTUVWXYZ0123456789@.+-_!$'*~")

    init?(_ object: JSONObject) {
        guard let content = object.string("content") else { return nil }
        let type = object.object("contact_field_type")
        self.content = content
        id = object.int("id")
        typeName = type?.string("name")
        self.type = type?.string("type").flatMap(Kind.init)
        protocolPrefix = type?.string("protocol")
        labels = object.objects("labels").compactMap { $0.string("label") }
    }
}
