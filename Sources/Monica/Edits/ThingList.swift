import Model

/// The entries of a contact in one section.
struct ThingList: Sendable {
    /// An entry of the list.
    struct Thing: Sendable {
        let id: RemoteID
        let value: PartValue
    }

    /// The newest first.
    var things: [Thing] = []
    /// Whether there are no others.
    var isWhole = false

    /// Whether nothing more is to be read of these entries.
    func has(_ named: Set<RemoteID>) -> Bool { isWhole || named.isSubset(of: things.map(\.id)) }
}

extension ThingList.Thing {
    /// An entry of a contact; nil for an entry that cannot be read.
    init?(_ object: JSONObject, _ kind: PartKind, of contact: RemoteID) {
        guard let id = object.remoteID, let value = PartValue(object, kind, of: contact) else { return nil }
        self.init(id: id, value: value)
    }
}
