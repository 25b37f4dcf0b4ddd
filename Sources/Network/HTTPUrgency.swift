/// The urgency of a request. More urgent requests begin first.
public enum HTTPUrgency: Int, Comparable, Sendable {
    /// The answer is not on the screen yet: the next rows, a synchronisation.
    case background
    /// A visible part of the window waits for the answer.
    case visible
    /// A stored edit that has to reach the server.
    case edit
    /// A person clicked and waits for the answer.
    case person

    public static func < (left: HTTPUrgency, right: HTTPUrgency) -> Bool {
        left.rawValue < right.rawValue
    }
}
