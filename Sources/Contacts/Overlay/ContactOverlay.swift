import Foundation
import Model

/// The difference that pending changes make to the server's copy of a contact. It is stored beside the copy, so that lists,
/// search and pages show both as one.
///
/// It follows from the pending changes, and is written in the transaction that changes them.
struct ContactOverlay: Codable, Hashable, Sendable {
    /// A part that is added, changed, or removed (without a value).
    struct Part: Codable, Hashable, Sendable {
        var kind: PartKind
        /// Nil until the server has it.
        var remote: RemoteID?
        /// The number of the part on this computer.
        var local: PartID
        var before: PartValue?
        var value: PartValue?
        /// When it was added, where nothing else tells that.
        var since: Date?

        /// The number on the contact's page. Until the server knows it, no server gives such a number.
        var number: Int { remote.flatMap { Int($0.rawValue) } ?? -Int(local.rawValue) }
    }

    /// A relationship that a pending change of the other contact makes or removes.
    struct Relation: Codable, Hashable, Sendable {
        /// The relation of the other contact to this one is the reverse of this type.
        var type: RemoteID
        var other: ContactID
        var isThere: Bool
    }

    /// By the stored names of the keys; nil is no value.
    var values: [String: ContactValue?] = [:]
    var parts: [Part] = []
    var relations: [Relation] = []
    /// Activities of other contacts that this one takes part in, or did.
    var shared: [Part] = []
    /// The names of tags that come, and of tags that go.
    var tags: [String: Bool] = [:]
    /// Nil where the copy has it.
    var avatar: AvatarInfo?
}
