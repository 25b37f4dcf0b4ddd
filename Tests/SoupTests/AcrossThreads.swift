import Synchronization

/// A port that a server's answer needs before the server exists.
final class PortBox: Sendable {
    private let value = Mutex(0)

    var port: Int {
        get { value.withLock { $0 } }
        set { value.withLock { $0 = newValue } }
    }
}

/// Something that a server's thread tells the test.
final class Flag: Sendable {
    private let value = Mutex(false)

    var isRaised: Bool { value.withLock { $0 } }

    func raise() { value.withLock { $0 = true } }
}

/// How often something happened on a server's threads.
final class Counter: Sendable {
    private let number = Mutex(0)

    var value: Int { number.withLock { $0 } }

    func increase() { number.withLock { $0 += 1 } }
}
