/// Whether a person may change contacts.
enum WriteAccess: Equatable {
    case allowed
    /// The person turned Read-Only on.
    case readOnly
    /// Another process edits the account.
    case elsewhere

    /// The reason why changes are not allowed; nil where they are.
    var sentence: String? {
        switch self {
        case .allowed: nil
        case .readOnly: tr("Read-Only is on: nothing on the server is changed.")
        case .elsewhere: tr("Cameo is open in another session. Changes can be made there.")
        }
    }
}
