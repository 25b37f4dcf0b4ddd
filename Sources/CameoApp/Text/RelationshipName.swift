/// What a relationship is called: the server names it by a key.
nonisolated enum RelationshipName {
    /// The words for a key; a key that a server's owner made up is a word already.
    static func words(for key: String?) -> String {
        switch key {
        case nil: ""
        case "partner": tr("Partner")
        case "spouse": tr("Spouse")
        case "date": tr("Date")
        case "lover": tr("Lover")
        case "inlovewith": tr("In love with")
        case "lovedby": tr("Loved by")
        case "ex": tr("Ex-partner")
        case "ex_husband": tr("Former spouse")
        case "parent": tr("Parent")
        case "child": tr("Child")
        case "sibling": tr("Sibling")
        case "grandparent": tr("Grandparent")
        case "grandchild": tr("Grandchild")
        case "uncle": tr("Uncle or aunt")
        case "nephew": tr("Nephew or niece")
        case "cousin": tr("Cousin")
        case "godfather": tr("Godparent")
        case "godson": tr("Godchild")
        case "stepparent": tr("Step-parent")
        case "stepchild": tr("Stepchild")
        case "friend": tr("Friend")
        case "bestfriend": tr("Best friend")
        case "colleague": tr("Colleague")
        case "boss": tr("Boss")
        case "subordinate": tr("Subordinate")
        case "mentor": tr("Mentor")
        case "protege": tr("Protégé")
        case .some(let other): PlainText.line(other, atMost: 80)
        }
    }
}
