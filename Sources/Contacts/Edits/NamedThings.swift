import Model

/// A contact that edits name.
struct NamedContact: Hashable, Codable {
    /// Nil until the server knows it.
    var remote: RemoteID?
    /// The server has it no more.
    var isGone = false
}

/// A part that edits name.
struct NamedPart: Hashable, Codable {
    let kind: PartKind
    var contact: ContactID
    /// Nil until the server knows it.
    var remote: RemoteID?
}
