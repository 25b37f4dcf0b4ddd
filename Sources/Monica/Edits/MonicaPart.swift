import Model

/// A part of a contact by the server's name of it.
struct MonicaPart: Hashable, Sendable {
    let id: RemoteID
    let value: PartValue
    /// Whether it is the server's own reminder of a birthday or first meeting. The server's own of deaths look like a person's.
    var isAutomatic = false
}

extension MonicaPart {
    /// An entry of a contact; nil for an entry that cannot be read.
    init?(_ object: JSONObject, _ kind: PartKind, of contact: RemoteID) {
        guard let id = object.remoteID, let value = PartValue.read(object, kind, of: contact) else { return nil }
        self.init(id: id, value: value, isAutomatic: !object.bool("delible", or: true))
    }

    /// Nil for a photo without a name.
    init?(_ photo: Photo) {
        guard let name = photo.fileName else { return nil }
        self.init(id: RemoteID(name), value: .photo(PhotoValue(fileName: photo.originalName ?? name)))
    }
}

/// The entries of a contact in one section, or its photos.
struct ThingList: Sendable {
    /// The newest first.
    var things: [MonicaPart] = []
    /// Whether there are no others that can be read.
    var isWhole = false

    /// Whether nothing more is to be read of these entries.
    func has(_ named: Set<RemoteID>) -> Bool { isWhole || named.isSubset(of: things.map(\.id)) }
}
