import Foundation
import Model

/// One line of the input: what is to be done.
struct Command: Decodable {
    enum Action: String, Decodable {
        /// Stores all contacts of the server.
        case synchronise
        /// What can be edited of a contact.
        case show
        /// Makes a contact, with further changes of it.
        case create
        /// Changes a contact.
        case store
        /// Takes back what the last `create` or `store` did.
        case undo
        case delete
    }

    var action: Action
    /// By the number that the program gave it.
    var contact: Int64?
    var changes: [Change] = []

    /// As the program stores it; a part that is added has a number below zero.
    struct Change: Decodable {
        var planned: (change: ContactChange, needs: [Int])

        private enum CodingKeys: String, CodingKey {
            case change, needs
        }

        init(from decoder: any Decoder) throws {
            let container = try decoder.container(keyedBy: CodingKeys.self)
            let text = try container.decode(String.self, forKey: .change)
            planned = (
                try ContactChange(stored: Data(text.utf8)),
                try container.decodeIfPresent([Int].self, forKey: .needs) ?? []
            )
        }
    }

    private enum CodingKeys: String, CodingKey {
        case action, contact, changes
    }

    init(from decoder: any Decoder) throws {
        let container = try decoder.container(keyedBy: CodingKeys.self)
        action = try container.decode(Action.self, forKey: .action)
        contact = try container.decodeIfPresent(Int64.self, forKey: .contact)
        changes = try container.decodeIfPresent([Change].self, forKey: .changes) ?? []
    }
}

/// One line of the output: what came of it.
struct Report: Encodable {
    struct Part: Encodable {
        var part: PartID
        var kind: PartKind
        var value: PartValue
    }

    struct Contact: Encodable {
        var contact: ContactID
        var remote: RemoteID?
        var isActive: Bool
        var isMe: Bool
        var values: [String: ContactValue]
        var parts: [Part]
        var tags: [String]
    }

    /// An edit that was not carried out.
    struct Left: Encodable {
        var kind: String
        var state: String
        var issue: String
    }

    /// All requests to the server so far.
    var requests = 0
    var contact: Contact?
    /// The names of all contacts, by their numbers.
    var names: [String: String]?
    var left: [Left] = []
    /// Why nothing was done.
    var error: String?
}
