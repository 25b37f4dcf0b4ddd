import Model

/// The entries of a contact in one section.
struct ThingList: Sendable {
    /// The newest first.
    var things: [MonicaPart] = []
    /// Whether there are no others.
    var isWhole = false

    /// Whether nothing more is to be read of these entries.
    func has(_ named: Set<RemoteID>) -> Bool { isWhole || named.isSubset(of: things.map(\.id)) }
}
