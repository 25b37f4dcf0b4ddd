import Gtk
import TestSupport

@testable import CameoApp

/// A toast with seconds that pass when a test says so.
@MainActor
final class ToastLab {
    /// Takes the focus.
    let button = Button("other")
    let toasts = ToastOverlay(Box(.vertical))
    let window: TestWindow
    private(set) var undo: UndoToast
    private let sleeps = ManualSleep()
    private var now = ContinuousClock.now

    init() {
        let box = Box(.vertical)
        for part in [button, toasts] { box.append(part) }
        toasts.expandsVertically = true
        window = TestWindow(box, width: 400, height: 300)
        window.movePointer(over: nil)
        undo = UndoToast(in: { [toasts] in toasts })
        undo = UndoToast(
            in: { [toasts] in toasts }, now: { [weak self] in self?.now ?? .now },
            sleep: { [sleeps] in try await sleeps.sleep($0) })
    }

    /// Lets seconds pass until it is over; returns how many these were, or nil if it is not over after so many.
    func pass(upTo seconds: Int) async -> Int? {
        for second in 1...seconds {
            await until("it waits") { self.sleeps.durations == [.seconds(1)] }
            now += .seconds(1)
            sleeps.wake()
            await until("it looks") { !self.sleeps.durations.isEmpty || !self.undo.isShown }
            if !undo.isShown { return second }
        }
        return nil
    }
}

/// Runs a test with a place for toasts.
func withToasts(_ body: @escaping @MainActor (ToastLab) async throws -> Void) {
    onDisplay(limit: .seconds(60)) {
        let lab = ToastLab()
        try await body(lab)
        lab.window.close()
    }
}
