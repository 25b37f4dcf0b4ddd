public import Foundation

/// A way to reach a contact: a mail address, a phone number, an account somewhere.
public struct ContactField: Sendable, Equatable {
    /// The kinds that the server itself knows.
    public enum Kind: String, Sendable {
        case email, phone
    }

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

    /// What a click opens; nil unless it leads to a person or a web page, and does nothing there.
    public var link: URL? {
        ContactLink.url(content, prefix: protocolPrefix ?? (type == .email ? "mailto:" : type == .phone ? "tel:" : ""))
    }

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
