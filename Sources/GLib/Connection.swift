import CGtk

/// Signal handlers of an object that outlives their owner, such as an object of the whole desktop. Releasing the connection
/// disconnects them; they can also be disconnected earlier.
@MainActor
public final class Connection {
    private let object: Object
    private var handlers: [SignalHandler]

    /// Takes over the handlers of an object.
    public init(_ object: Object, _ handlers: [SignalHandler]) {
        self.object = object
        self.handlers = handlers
    }

    isolated deinit {
        end()
    }

    /// Disconnects the handlers; a second call does nothing.
    public func end() {
        for handler in handlers { object.disconnect(handler) }
        handlers = []
    }
}
