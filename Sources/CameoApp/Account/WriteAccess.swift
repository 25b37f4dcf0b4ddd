import Contacts

/// Whether anything may be changed on the server.
enum WriteAccess: Equatable {
    case allowed
    /// The person chose that nothing is changed.
    case readOnly
    /// The server lets the token change nothing.
    case refused(EditIssue)

    /// Why nothing may be changed; nil where it may.
    var sentence: String? {
        switch self {
        case .allowed: nil
        case .readOnly: tr("Read-Only is on: nothing on the server is changed.")
        case .refused: tr("The server doesn’t let your token change anything.")
        }
    }
}
