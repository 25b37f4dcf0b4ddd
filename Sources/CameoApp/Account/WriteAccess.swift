/// Whether a person may change anything.
enum WriteAccess: Equatable {
    case allowed
    /// The person chose that nothing is changed.
    case readOnly
    /// Another process edits the account.
    case elsewhere

    /// The reason why nothing may be changed; nil where it may.
    var sentence: String? {
        switch self {
        case .allowed: nil
        case .readOnly: tr("Read-Only is on: nothing on the server is changed.")
        case .elsewhere: tr("Cameo is open in another session. Changes can be made there.")
        }
    }
}
