public import Model

/// One change of a form, with the changes of the same form that it needs.
public struct PlannedChange: Hashable, Sendable {
    /// A part that the form adds has any number below zero; it gets its own when it is stored. So has a contact that it names and
    /// that the form makes.
    public var change: ContactChange
    /// The number below zero of another contact, which the change makes; nil for a change of the form's own contact.
    public var contact: ContactID?
    /// Places in the same list, all before this one.
    public var needs: [Int]
    /// Whether the change waits for the end of its toast, since nothing brings the removed contact back.
    public var isHeld: Bool

    /// A change; `needs` are the places of those in the same list that must be stored before.
    public init(_ change: ContactChange, of contact: ContactID? = nil, needs: [Int] = [], isHeld: Bool = false) {
        self.change = change
        self.contact = contact
        self.needs = needs
        self.isHeld = isHeld
    }
}
