import Model

/// The names of labels of mail addresses, numbers and postal addresses. Some labels are keys of the server.
nonisolated enum LabelName {
    /// The server's words that a person is offered for a number, and for anything else.
    static let ofPhones = ["cell", "home", "work"]
    static let ofOthers = ["home", "work"]
    private static let known = ContactField.serverLabels
    /// Longer than each of the server's words, in UTF-8.
    private static let maxLength = 20

    /// A label in the person's language. A label in a person's own words stays as it is.
    static func text(for label: String) -> String {
        // A comparison with endless marks takes long.
        guard label.utf8.count <= maxLength else { return label }
        return switch label.lowercased() {
        case "home": tr("Home")
        case "work": tr("Work")
        case "cell": tr("Mobile")
        case "fax": tr("Fax")
        case "pager": tr("Pager")
        case "main": trc("label", "Main")
        case "other": trc("label", "Other")
        case "personal": trc("label", "Personal")
        default: label
        }
    }

    /// The server's word for a label that a person typed; the same where it has none.
    static func stored(_ text: String) -> String {
        known.first { self.text(for: $0).lowercased() == text.lowercased() } ?? text
    }

    /// As `stored`, for the name of a postal address: the server has no words for these, so they are English ones.
    static func storedName(_ text: String) -> String {
        let word = stored(text)
        return !known.contains(word) ? text : word == "cell" ? "Mobile" : word.prefix(1).uppercased() + word.dropFirst()
    }
}
