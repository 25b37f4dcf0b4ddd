/// An obstacle between the program and a server. The server itself may be available.
public enum Obstacle: Hashable, Sendable {
    /// The web server asks for a user name and password, in the header field of the token.
    case password
    /// A check for robots, or a rule, refuses programs.
    case challenge
    /// A page that requires a person's login first.
    case loginPage
    /// The network's proxy asks for a user name and password.
    case proxyPassword
    /// The server asks for a client certificate.
    case certificate
    /// Additional text around the answer, such as warnings of PHP.
    case warnings
    /// A redirect of the same question to another address: the server has moved.
    case moved
}
