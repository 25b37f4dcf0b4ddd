public import Foundation
public import Model

/// A server as the queue of edits knows it.
///
/// A request is sent once: who sends it never tries again by itself, and answers only what is certain.
public protocol EditServer: Sendable {
    /// Asks once. After a cancellation the answer is `lost`, unless it is known better.
    func answer(_ request: EditRequest) async -> EditResponse
}

/// What the queue asks of a server.
public enum EditRequest: Hashable, Sendable {
    /// Only the time by the server's clock.
    case time
    /// The newest copy, with all parts.
    case contact(RemoteID)
    /// Which of some days the server reminds of, as they are in the copy that came before.
    case reminders(RemoteID, of: [ContactKey: ContactValue])
    /// The contacts made since a moment by the server's clock; nil for all. Others may come along.
    case newestContacts(since: Date?)
    /// A contact's photos, as far as they can be read.
    case photos(RemoteID)
    /// A change.
    case write(EditWrite)
    /// Of a contact that was deleted.
    case removePhoto(RemoteID)
}

extension EditRequest {
    /// Of which contact something is asked for.
    var readContact: RemoteID? {
        switch self {
        case .contact(let contact), .reminders(let contact, _), .photos(let contact): contact
        case .time, .newestContacts, .write, .removePhoto: nil
        }
    }
}

/// What is to be changed on a server by one request.
public enum EditWrite: Hashable, Sendable {
    /// Makes a contact.
    case create(ContactCreation)
    /// All values of a group that are known, with those that change; what is not here and not kept is erased.
    case values(
        RemoteID, ContactGroup, [ContactKey: ContactValue], changed: Set<ContactKey>, reminders: Set<ContactKey>)
    /// Gives a contact a part.
    case addPart(RemoteID, PartValue)
    /// Makes a part of a contact say this.
    case changePart(RemoteID, RemotePart, PartValue)
    /// Removes a part of a contact.
    case removePart(RemoteID, RemotePart)
    /// Gives a contact tags, by their names.
    case addTags(RemoteID, [String])
    /// The server's names of the tags.
    case removeTags(RemoteID, [RemoteID])
    /// Says that a contact is the user, or that none is.
    case me(RemoteID, Bool)
    /// Deletes a contact.
    case delete(RemoteID)
}

/// What came of a request.
public struct EditResponse: Sendable {
    /// What is certain of it.
    public var answer: EditAnswer
    /// By the server's clock; nil where no answer came from the server.
    public var date: Date?

    /// An answer; `date` is the server's own clock.
    public init(_ answer: EditAnswer, date: Date? = nil) {
        self.answer = answer
        self.date = date
    }
}

/// What is certain of the answer to a request.
public enum EditAnswer: Sendable {
    /// To a question that only asks for the time.
    case time
    /// The copy that was asked for.
    case contact(ServerContact)
    /// Of the days asked for, those with a reminder; and of these, those where it may be a person's own, so that the server has
    /// none.
    case reminders(Set<ContactKey>, doubtful: Set<ContactKey> = [])
    /// Those that were asked for; not all of them where there are too many.
    case newestContacts([ServerContact], areAll: Bool)
    /// Those of the contact that was asked for, as far as they can be read.
    case photos([ServerPhoto])
    /// Carried out. The whole contact if the answer is a copy of it; the server's name of what was made.
    case done(ServerContact?, made: RemoteID?)
    /// The server has not what was asked for, by its own form of the answer.
    case gone
    /// The contact that the request is about is gone, or somebody whom it names: the server does not say which.
    case goneOrPersonGone
    /// In the server's words, with the values that it names.
    case refused([String], about: Set<ContactKey> = [])
    /// In the server's words: it lets the token change nothing.
    case forbidden([String])
    /// The server does not take the token.
    case unauthorized
    /// Not carried out; after some seconds it may be.
    case rateLimited(wait: TimeInterval)
    /// A gateway answered for the server, which may have carried it out.
    case gateway
    /// A page or a redirect.
    case page
    /// The server failed with this status, and may have carried it out.
    case failed(status: Int)
    /// The request may have left, and no answer came.
    case lost
    /// Not a byte has left.
    case offline
    /// Not a byte has left: the server's limit of requests lets it go after some seconds.
    case postponed(wait: TimeInterval)
}

/// What can be edited of a contact, as a server had it in one answer.
public struct ServerContact: Hashable, Sendable {
    /// What the server calls the contact.
    public var id: RemoteID
    /// The identifier that the contact was made with; nil where the server says none.
    public var uuid: String?
    /// By the server's clock.
    public var createdAt: Date?
    /// False once archived.
    public var isActive = true
    /// Whether it exists only as somebody's relation; then it has no parts, and the server takes only names, gender,
    /// description and days.
    public var isPartial = false
    /// Whether the contact is the user.
    public var isMe = false
    /// Contacts are named as the server does.
    public var values: [ContactKey: ContactValue] = [:]
    /// Its addresses, fields, relationships and other parts, by what the server calls them.
    public var parts: [RemotePart: ServerPart] = [:]
    /// Days that the server cannot keep where it writes what is written together with them.
    public var movingDays: Set<ContactKey> = []
    /// The server's names of the tags, by name.
    public var tags: [String: RemoteID] = [:]
    /// The answer as it came, for the store.
    public var copy = Data()

    /// A contact of which nothing else is known.
    public init(id: RemoteID) { self.id = id }
}

extension ServerContact {
    /// Whether the server has given the same name to another contact: restored from a backup, it gives names anew.
    func isAnother(than other: ServerContact) -> Bool {
        guard id == other.id, let createdAt, let moment = other.createdAt else { return false }
        return createdAt != moment
    }
}

/// A photo on the server.
public struct ServerPhoto: Hashable, Codable, Sendable {
    /// What the server calls the photo.
    public let id: RemoteID
    /// With which the address ends of a picture that is this photo.
    public let fileName: String

    /// A photo by its name and that of its file.
    public init(id: RemoteID, fileName: String) {
        self.id = id
        self.fileName = fileName
    }
}

/// A part by the server's name for it; each kind has names of its own.
public struct RemotePart: Hashable, Sendable {
    /// Which kind of part: the server counts each kind by itself.
    public let kind: PartKind
    /// What the server calls the part.
    public let id: RemoteID

    /// A part by its kind and by what the server calls it.
    public init(_ kind: PartKind, _ id: RemoteID) {
        self.kind = kind
        self.id = id
    }
}

/// A part of a contact as a server had it.
public struct ServerPart: Hashable, Sendable {
    /// What the part says.
    public var value: PartValue
    /// By the server's clock; nil where it says none.
    public var createdAt: Date?

    /// A part that says this.
    public init(value: PartValue, createdAt: Date? = nil) {
        self.value = value
        self.createdAt = createdAt
    }
}
