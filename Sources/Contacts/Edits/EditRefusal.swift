public import Model

/// Why an edit was refused, and what of the contact that is about.
public struct EditRefusal: Hashable, Sendable {
    /// Which edit was refused.
    public let edit: EditID
    /// Why.
    public let issue: EditIssue
    /// The values that the server named; where it named none, all that the refused request was to change.
    public let keys: Set<ContactKey>
    /// Whether the server named values.
    public let namesKeys: Bool
    /// The part that was to be added, changed or removed.
    public let part: PartID?
    /// Whether tags were to be added or removed.
    public let isAboutTags: Bool
}

extension Edit {
    /// Why it was refused; nil unless it was.
    public var refusal: EditRefusal? {
        guard state == .refused, let issue else { return nil }
        let held: Set<ContactKey> =
            switch change {
            case .create(let creation): Set(creation.values.keys)
            case .values(let change): Set(change.deltas.keys).union(change.reminders.keys)
            case .part, .addTags, .removeTags, .me, .delete: []
            }
        let named = Set(progress.refusedKeys)
        let isAboutTags =
            switch change {
            case .addTags, .removeTags: true
            case .create, .values, .part, .me, .delete: false
            }
        return EditRefusal(
            edit: id, issue: issue, keys: named.isEmpty ? held : named, namesKeys: !named.isEmpty,
            part: partChange?.part, isAboutTags: isAboutTags)
    }
}
