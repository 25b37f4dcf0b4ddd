/// The nearest relatives of a contact.
public enum Kin: Sendable, CaseIterable {
    case parent, sibling, partner, child
}
