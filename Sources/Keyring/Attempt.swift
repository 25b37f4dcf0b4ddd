import GLib

/// One task for the keyring within a limit of time: a service that hangs must not hold the program up.
final class Attempt {
    let cancellable = Cancellable()
    private var isTooLate = false
    private var timer: Task<Void, Never>?

    init(limit: Duration) {
        timer = Task { [weak self] in
            try? await Task.sleep(for: limit)
            guard !Task.isCancelled else { return }
            self?.isTooLate = true
            self?.cancellable.cancel()
        }
    }

    deinit {
        timer?.cancel()
    }

    func error(for error: GLibError) -> KeyringError {
        isTooLate && error.isCancellation ? .unavailable : KeyringError(error)
    }
}
