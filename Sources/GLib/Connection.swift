import CGtk

/// Handlers of an object that outlives whoever listens, such as one of the whole desktop: they are disconnected when the
/// connection is released, or before.
@MainActor
public final class Connection {
    private let object: Object
    private var handlers: [SignalHandler]

    /// Takes the handlers of an object over.
    public init(_ object: Object, _ handlers: [SignalHandler]) {
        self.object = object
        self.handlers = handlers
    }

    isolated deinit {
        end()
    }

    /// Disconnects the handlers; the second time there is nothing left to do.
    public func end() {
        for handler in handlers { object.disconnect(handler) }
        handlers = []
    }
}
