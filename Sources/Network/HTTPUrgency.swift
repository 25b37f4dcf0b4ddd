/// The urgency of a request. More urgent requests begin first.
public enum HTTPUrgency: Int, Comparable, Sendable {
    /// The answer is not on the screen yet: the next rows, a synchronisation.
    case background
    /// Something on the screen waits for it.
    case visible
    /// An edit that is stored already, and is to reach the server.
    case edit
    /// A person clicked and waits.
    case person

    public static func < (left: HTTPUrgency, right: HTTPUrgency) -> Bool {
        left.rawValue < right.rawValue
    }
}
