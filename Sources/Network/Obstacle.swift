/// An obstacle between the program and a server. The server may well be there.
public enum Obstacle: Hashable, Sendable {
    /// The web server asks for a user name and password, in the header field that the token needs.
    case password
    /// A check for robots, or a rule, turns programs away.
    case challenge
    /// A page where a person is to log in first.
    case loginPage
    /// The network's proxy asks for a user name and password.
    case proxyPassword
    /// The server wants to see a certificate of the person's own.
    case certificate
    /// Other text, such as warnings of PHP, around the answer itself.
    case warnings
}
