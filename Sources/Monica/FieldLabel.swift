import Model

/// The label of a contact field.
enum FieldLabel {
    /// The key of one of the server's own labels, else the label as a person typed it; nil for nothing readable. Of a key, the
    /// server shows the word in the language of the user's account.
    static func word(_ label: JSONObject) -> String? {
        if let key = label.string("type"), ContactField.serverLabels.contains(key) { return key }
        return label.string("label")
    }
}
