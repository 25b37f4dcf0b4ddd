/// Why an edit waits, or is not carried out.
public enum EditIssue: Hashable, Sendable {
    /// No answer came to a request that may have left.
    case lost
    /// No request left.
    case offline
    /// A gateway answered for the server, which may have carried out the request.
    case gateway
    /// A page or a redirect came instead of an answer.
    case page
    /// The server does not take the token.
    case unauthorized
    /// The server's limit of requests is reached; nothing was carried out.
    case rateLimited
    /// The server failed, with this status.
    case failed(status: Int)
    /// The server does not take it, in its own words.
    case refused([String])
    /// The server lets the token change nothing, in its own words.
    case forbidden([String])
    /// The server has the contact no more.
    case contactGone
    /// The server has the part no more.
    case partGone
    /// Somebody whom it names, in a relationship or as who introduced them, is gone from the server.
    case personGone
    /// Archived contacts refuse it.
    case archived
    /// What it needs was refused or taken back.
    case needed
    /// What it belongs to, a contact or an earlier edit, was lost with a damaged database.
    case lostInDamage
    /// Another process of the program sends.
    case elsewhere
    /// Nothing keeps two processes from sending it at once, since the lock for that cannot be set.
    case unlockable
    /// Of a deletion: a relationship with the contact is on its way.
    case relationship

    /// Whether it keeps this process from sending anything.
    var isNotOurTurn: Bool { self == .elsewhere || self == .unlockable }

    /// Whether the server lets the token change nothing.
    public var isForbidden: Bool { if case .forbidden = self { true } else { false } }

    /// Whether a request that ended so may have been carried out all the same.
    var leavesDoubt: Bool {
        switch self {
        case .lost, .gateway, .page, .failed: true
        default: false
        }
    }

    /// Whether a request that ended so may still be carried out later.
    func mayBeUnderWay(_ policy: EditPolicy) -> Bool {
        switch self {
        case .lost: true
        case .gateway, .page: policy.holdsGateways
        default: false
        }
    }
}

extension EditIssue {
    /// Stored: these words never change.
    var stored: String {
        switch self {
        case .lost: "lost"
        case .offline: "offline"
        case .gateway: "gateway"
        case .page: "page"
        case .unauthorized: "unauthorized"
        case .rateLimited: "rate limited"
        case .failed(let status): "failed \(status)"
        case .refused(let messages): (["refused"] + messages).joined(separator: "\n")
        case .forbidden(let messages): (["forbidden"] + messages).joined(separator: "\n")
        case .contactGone: "contact gone"
        case .partGone: "part gone"
        case .personGone: "person gone"
        case .archived: "archived"
        case .needed: "needed"
        case .lostInDamage: "unreadable"
        case .elsewhere: "elsewhere"
        case .unlockable: "unlockable"
        case .relationship: "relationship"
        }
    }

    private static let plain: [EditIssue] = [
        .lost, .offline, .gateway, .page, .unauthorized, .rateLimited, .contactGone, .partGone, .personGone, .archived,
        .needed, .lostInDamage, .elsewhere, .unlockable, .relationship,
    ]

    /// One that a newer version stored reads as a refusal in its words.
    init(stored text: String) {
        let lines = text.split(separator: "\n", omittingEmptySubsequences: false).map(String.init)
        if let plain = Self.plain.first(where: { $0.stored == text }) {
            self = plain
        } else if text.hasPrefix("failed "), let status = Int(text.dropFirst("failed ".count)) {
            self = .failed(status: status)
        } else if lines.first == "forbidden" {
            self = .forbidden(Array(lines.dropFirst()))
        } else {
            self = .refused(lines.first == "refused" ? Array(lines.dropFirst()) : lines)
        }
    }
}
