public import Network

/// A server inside the program for a trial. The main program passes it in, so that windows depend on no kind of server.
nonisolated public struct Demo: Sendable {
    /// A running server.
    nonisolated public struct Server: Sendable {
        let address: ServerAddress
        let token: Token
        let stop: @Sendable () -> Void

        /// `stop` is called when the person logs out.
        public init(address: ServerAddress, token: Token, stop: @escaping @Sendable () -> Void) {
            self.address = address
            self.token = token
            self.stop = stop
        }
    }

    let start: @concurrent @Sendable () async throws -> Server

    /// `start` is called off the main thread, once.
    public init(start: @concurrent @escaping @Sendable () async throws -> Server) {
        self.start = start
    }
}
