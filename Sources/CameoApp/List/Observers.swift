/// Callbacks that are told of changes until their observation is released.
final class Observers {
    private var callbacks: [Int: () -> Void] = [:]
    private var last = 0

    /// Adds a callback for as long as the observation is kept.
    func add(_ onChange: @escaping () -> Void) -> MarksObservation {
        last += 1
        let id = last
        callbacks[id] = onChange
        return MarksObservation { [weak self] in self?.callbacks[id] = nil }
    }

    /// Calls all of them.
    func tell() {
        for callback in callbacks.values { callback() }
    }
}

/// Ends an observation when it is released.
final class MarksObservation {
    private let end: () -> Void

    init(_ end: @escaping () -> Void) {
        self.end = end
    }

    isolated deinit {
        end()
    }
}
