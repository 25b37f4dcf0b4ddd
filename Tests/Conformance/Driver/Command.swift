import Foundation
import Model

/// One line of the input.
struct Command: Decodable {
    enum Action: String, Decodable {
        /// Stores all contacts of the server.
        case synchronise
        /// A contact as it is shown.
        case show
        /// A contact as a form begins with it, with its reminders.
        case form
        /// A contact after its notes, calls, tasks and activities were read.
        case sections
        /// Makes a contact.
        case create
        /// Sets slots of a contact.
        case set
        /// Takes the last `create` or `set` back.
        case undo
        /// Sends `picture`, and shows it.
        case photo
        /// Shows the photo `name`, `gravatar` or `initials`.
        case avatar
        /// Removes the photo `name`.
        case removePhoto = "remove_photo"
        case delete
    }

    var action: Action
    /// By its number on this computer.
    var contact: Int64?
    /// The wanted values; no value for nothing. A part that is added has a number below zero. A note, a call, a task or an
    /// activity of the server has its number there, and is set alone.
    var slots: [SlotState]
    /// The name under which a photo was sent.
    var name: String?
    /// A PNG.
    var picture: Data?

    private enum CodingKeys: String, CodingKey {
        case action, contact, slots, name, picture
    }

    init(from decoder: any Decoder) throws {
        let container = try decoder.container(keyedBy: CodingKeys.self)
        action = try container.decode(Action.self, forKey: .action)
        contact = try container.decodeIfPresent(Int64.self, forKey: .contact)
        name = try container.decodeIfPresent(String.self, forKey: .name)
        picture = try container.decodeIfPresent(Data.self, forKey: .picture)
        slots = try container.decodeIfPresent([SlotState].self, forKey: .slots) ?? []
    }
}

/// One line of the output.
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
        /// The days with a yearly reminder; none where they were not read.
        var reminders: [String]?
    }

    /// A change that was not carried out, or that the server keeps otherwise.
    struct Left: Encodable {
        var slot: String
        var state: String
        /// The server's sentences or values.
        var details: String
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
