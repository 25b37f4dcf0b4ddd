import Gtk
import Platform

/// Keeps a program without a window running for a while after its last use.
final class Stay {
    /// Long enough for a person who types slowly; starting again takes only a moment.
    private static let length = Duration.seconds(15)

    private let application: Application
    private var end: Task<Void, Never>?

    init(application: Application) {
        self.application = application
    }

    /// Starts the while, or restarts it.
    func extend() {
        if let end { end.cancel() } else { application.hold() }
        end = Task { [weak self] in
            // A later call of `extend` cancels it.
            guard await Task.hasSlept(for: Self.length), let self else { return }
            self.end = nil
            self.application.release()
        }
    }
}
