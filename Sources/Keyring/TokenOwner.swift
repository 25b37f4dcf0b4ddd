/// The owner of a token: the attributes for finding it. Every program can read them while the keyring is locked.
public nonisolated struct TokenOwner: Hashable, Sendable {
    /// The server's base address.
    public let server: String
    /// The account's id, made of the address and the user's id there.
    public let account: String

    /// The owner of an account's token on a server.
    public init(server: String, account: String) {
        self.server = server
        self.account = account
    }
}
