/// Who waits for a request: what is more urgent goes first.
public enum HTTPUrgency: Int, Comparable, Sendable {
    /// Nobody sees it yet: the next rows, a synchronisation.
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
