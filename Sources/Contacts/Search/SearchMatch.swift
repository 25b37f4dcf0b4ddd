/// A contact that a search has found, and why.
public struct SearchMatch: Sendable, Equatable, Identifiable {
    /// A text in which something was found.
    public struct Part: Sendable, Equatable {
        /// Where it was found.
        public let field: SearchField
        /// The name, the mail address, the line of the note.
        public let text: String
        /// The ranges to mark in the text, in order and apart from each other.
        public let ranges: [Range<String.Index>]
        /// The user's own word for the kind of field; nil where the field says enough.
        public var label: String?
    }

    /// Who was found.
    public let contact: ContactSummary
    /// For each word that was asked for, the first field in which it stands; the most telling field first.
    public let parts: [Part]

    /// The contact's number on this computer.
    public var id: Int { contact.id }
}
