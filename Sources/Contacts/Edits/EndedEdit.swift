import Model

/// What is known of an edit that has ended.
struct EndedEdit {
    /// The reminders that there were before it; nil where they were not asked for.
    private(set) var remindersBefore: [ContactKey]?
    /// What it changed in the end.
    private(set) var deltas: [ContactKey: Delta<ContactValue>] = [:]
    /// The same of a part.
    private(set) var partChange: PartChange?
    /// Whether another process has settled or dropped it: this one may not know what was before it.
    var hasEndedElsewhere = false
    /// Who was the user before it.
    var formerUser: ContactID?
    /// What it has said, as far as this process knows; nil for one that was not carried out.
    private(set) var lastWord: LastWord?

    /// It made this of a part that it replaced.
    mutating func replaced(_ change: PartChange) { partChange = change }

    /// It may have come back since it ended before; what it does not say then is as it was.
    mutating func add(_ edit: Edit, isCarriedOut: Bool) {
        if isCarriedOut { lastWord = edit.lastWord }
        remindersBefore = edit.progress.remindersBefore ?? remindersBefore
        if !edit.deltas.isEmpty { deltas = edit.deltas }
        if edit.progress.replaces == nil { partChange = edit.partChange }
        formerUser = edit.progress.formerUser ?? formerUser
    }
}
