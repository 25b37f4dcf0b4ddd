/// A relationship as a sentence.
nonisolated enum RelationshipSentence {
    /// The sentence of the known parts. `person` may be empty. `key` is the server's word for the kind, nil before the choice.
    static func text(_ person: String, _ key: String?, of contact: String) -> String {
        if person.isEmpty { return tr("Relationship") }
        guard let key else { return person }
        let (one, other) = (person, contact.isEmpty ? tr("this contact") : contact)
        return switch key {
        case "partner": tr("%1$s is a partner of %2$s", one, other)
        case "spouse": tr("%1$s is married to %2$s", one, other)
        case "date": tr("%1$s is dating %2$s", one, other)
        case "lover": tr("%1$s is a lover of %2$s", one, other)
        case "inlovewith": tr("%1$s is in love with %2$s", one, other)
        case "lovedby": tr("%1$s is loved by %2$s", one, other)
        case "ex": tr("%1$s is an ex-partner of %2$s", one, other)
        case "ex_husband": tr("%1$s was married to %2$s", one, other)
        default: family(one, key, of: other)
        }
    }

    private static func family(_ one: String, _ key: String, of other: String) -> String {
        switch key {
        case "parent": tr("%1$s is a parent of %2$s", one, other)
        case "child": tr("%1$s is a child of %2$s", one, other)
        case "sibling": tr("%1$s is a sibling of %2$s", one, other)
        case "grandparent": tr("%1$s is a grandparent of %2$s", one, other)
        case "grandchild": tr("%1$s is a grandchild of %2$s", one, other)
        case "uncle": tr("%1$s is an uncle or aunt of %2$s", one, other)
        case "nephew": tr("%1$s is a nephew or niece of %2$s", one, other)
        case "cousin": tr("%1$s is a cousin of %2$s", one, other)
        case "godfather": tr("%1$s is a godparent of %2$s", one, other)
        case "godson": tr("%1$s is a godchild of %2$s", one, other)
        case "stepparent": tr("%1$s is a step-parent of %2$s", one, other)
        case "stepchild": tr("%1$s is a stepchild of %2$s", one, other)
        default: friendOrWork(one, key, of: other)
        }
    }

    private static func friendOrWork(_ one: String, _ key: String, of other: String) -> String {
        switch key {
        case "friend": tr("%1$s is a friend of %2$s", one, other)
        case "bestfriend": tr("%1$s is the best friend of %2$s", one, other)
        case "colleague": tr("%1$s is a colleague of %2$s", one, other)
        case "boss": tr("%1$s is the boss of %2$s", one, other)
        case "subordinate": tr("%1$s reports to %2$s", one, other)
        case "mentor": tr("%1$s is a mentor of %2$s", one, other)
        case "protege": tr("%1$s is a protégé of %2$s", one, other)
        // A kind that a server's owner made up is a word already.
        default: tr("%1$s: %2$s of %3$s", one, RelationshipName.text(for: key, gender: nil), other)
        }
    }
}
