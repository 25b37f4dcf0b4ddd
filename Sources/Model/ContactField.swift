public import Foundation

/// A way to reach a contact: a mail address, a phone number, an account somewhere.
public struct ContactField: Sendable, Equatable {
    /// The kinds that the server itself knows.
    public enum Kind: String, Sendable {
        case email, phone
    }

    /// The keys of the server's own labels.
    public static let serverLabels = ["home", "work", "cell", "fax", "pager", "main", "other", "personal"]

    /// Nil if the server sends none.
    public var id: Int?
    /// The address, number or name itself.
    public var content: String
    /// The name of the type, such as "Email" or the user's own.
    public var typeName: String?
    /// Nil for all types but the server's own mail and phone.
    public var type: Kind?
    /// The text in front of the content that makes a link of it, such as `mailto:`.
    public var protocolPrefix: String?
    /// The user's words for this entry, such as "Work".
    public var labels: [String]

    /// A way to reach the contact.
    public init(
        id: Int? = nil, content: String, typeName: String? = nil, type: Kind? = nil, protocolPrefix: String? = nil,
        labels: [String] = []
    ) {
        self.id = id
        self.content = content
        self.typeName = typeName
        self.type = type
        self.protocolPrefix = protocolPrefix
        self.labels = labels
    }

    /// The field of a value. `type` is nil for an unknown type.
    public init(_ value: FieldValue, id: Int? = nil, of type: FieldTypeChoice?) {
        let kind: Kind? =
            switch type?.kind {
            case .email: .email
            case .phone: .phone
            case .other, nil: nil
            }
        self.init(
            id: id, content: value.content, typeName: type?.title, type: kind, protocolPrefix: type?.protocolPrefix,
            labels: value.labels)
    }

    /// The kind of the field's type. The user's own types tell the kind by their prefix, such as `mailto:`. Other types have
    /// none. The content of a field decides nothing.
    public var kind: Kind? {
        if let type { return type }
        return switch protocolPrefix?.prefix(while: { $0 != ":" }).lowercased() {
        case "mailto": .email
        case "tel", "sms", "callto": .phone
        default: nil
        }
    }

    /// The link that writes a mail or makes a call. Nil for a field of another kind, and for a link with another scheme, such
    /// as `sms:`.
    public func link(for kind: Kind) -> URL? {
        guard self.kind == kind, let link, link.scheme == (kind == .email ? "mailto" : "tel") else { return nil }
        return link
    }

    /// The URL that a click opens; nil unless it leads to a person or a web page, and does nothing there.
    public var link: URL? {
        ContactLink.url(content, prefix: protocolPrefix ?? (type == .email ? "mailto:" : type == .phone ? "tel:" : ""))
    }
}
