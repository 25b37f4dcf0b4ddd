import Contacts
import Gtk

/// A toast about a change, for as long as the change can be undone.
final class UndoToast {
    /// In a narrow window more than some lines would cover the list.
    static let maxNameLength = 40
    /// For how long a change can be undone, in seconds.
    static let changeTime = 10
    /// For how long a deletion can be undone, in seconds.
    static let deletionTime = 20

    /// The pending changes of which the toast tells; empty without one.
    private(set) var changes: Set<WaitingChange.ID> = []
    private var toast: Toast?
    private var undo: (() -> Void)?
    private var end: (() -> Void)?
    private var timer: Task<Void, Never>?
    /// Whether the toast had the focus when its change was undone. The focus needs another place then.
    private(set) var hadFocus = false
    /// Where the next toast shows.
    private let place: () -> ToastOverlay?
    private weak var toasts: ToastOverlay?
    private let now: () -> ContinuousClock.Instant
    private let sleep: (Duration) async throws -> Void

    /// `now` and `sleep` stand in for the clock in tests.
    init(
        in place: @escaping () -> ToastOverlay?, now: @escaping () -> ContinuousClock.Instant = { .now },
        sleep: @escaping (Duration) async throws -> Void = { try await Task.sleep(for: $0) }
    ) {
        self.place = place
        self.now = now
        self.sleep = sleep
    }

    /// Shows a sentence with "Undo" for some seconds, longer while it has the pointer or the focus. The change of the former
    /// toast becomes final. `onTick` is called each second while the toast shows.
    func show(
        _ sentence: String, of changes: Set<WaitingChange.ID> = [], seconds: Int,
        onUndo: @escaping @MainActor () -> Void,
        onTick: @escaping @MainActor () -> Void = {}, onEnd: @escaping @MainActor () -> Void = {}
    ) {
        finish()
        guard let toasts = place() else { return }
        self.toasts = toasts
        self.changes = changes
        undo = onUndo
        end = onEnd
        toast = toasts.show(sentence, button: tr("Undo")) { [weak self] in self?.takeBack() }
        let shown = toast
        timer = Task { [weak self, now, sleep] in
            var time = ToastTime(seconds, from: now())
            while true {
                // The task is cancelled when the toast ends.
                guard (try? await sleep(.seconds(1))) != nil, let self, self.toast === shown else { return }
                let isHeld = self.toasts?.shownToast?.isHeldByPerson == true
                if time.isOver(at: now(), isHeld: isHeld) { return self.finish() }
                onTick()
            }
        }
        shown?.onDismissed { [weak self, weak shown] in
            if let self, self.toast === shown { self.finish() }
        }
    }

    /// Whether a change can be undone.
    var isShown: Bool { toast != nil }

    /// Undoes the change; false if there is none.
    @discardableResult
    func takeBack() -> Bool {
        guard toast != nil, let undo else { return false }
        (self.undo, self.end) = (nil, nil)
        // Newer versions of libadwaita take it from the toast before they say that the button was clicked.
        hadFocus = toasts?.shownToast?.containsFocus == true || toasts?.focusedWidget == nil
        close()
        undo()
        return true
    }

    /// Makes the change final.
    func finish() {
        guard toast != nil else { return }
        let end = end
        (undo, self.end) = (nil, nil)
        close()
        end?()
    }

    private func close() {
        timer?.cancel()
        let shown = toast
        toast = nil
        changes = []
        shown?.dismiss()
    }
}

/// The time that a toast shows. The pointer or the focus extends it, a sleep of the computer does not.
struct ToastTime {
    private let seconds: Duration
    private var left: Duration
    private var lastLook: ContinuousClock.Instant

    init(_ seconds: Int, from start: ContinuousClock.Instant = .now) {
        self.seconds = .seconds(seconds)
        left = self.seconds
        lastLook = start
    }

    /// Whether the time is over; call it each second. After a longer sleep it is over, even for a held toast.
    mutating func isOver(at now: ContinuousClock.Instant, isHeld: Bool) -> Bool {
        let passed = now - lastLook
        lastLook = now
        if passed > seconds / 2 {
            left = .zero
        } else if !isHeld {
            left -= passed
        }
        return left <= .zero
    }
}
