/// The label of a contact field.
enum FieldLabel {
    /// The keys of the server's own labels. It shows their words in the language of the user's account.
    private static let known: Set<String> = ["home", "work", "cell", "fax", "pager", "main", "other", "personal"]

    /// The key of one of the server's own labels, else the label as a person typed it; nil for nothing readable.
    static func word(_ label: JSONObject) -> String? {
        if let key = label.string("type"), known.contains(key) { return key }
        return label.string("label")
    }
}
