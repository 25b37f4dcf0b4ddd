import Model

/// A part of a contact by the server's name of it.
struct MonicaPart: Hashable, Sendable {
    let id: RemoteID
    let value: PartValue
}

extension MonicaPart {
    /// An entry of a contact; nil for an entry that cannot be read.
    init?(_ object: JSONObject, _ kind: PartKind, of contact: RemoteID) {
        guard let id = object.remoteID, let value = PartValue(object, kind, of: contact) else { return nil }
        self.init(id: id, value: value)
    }
}
