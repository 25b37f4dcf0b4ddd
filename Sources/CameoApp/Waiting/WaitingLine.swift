import Contacts
import Foundation
import Gtk
import Model

/// The line below the lists that says what is not on the server yet, and leads to it.
final class WaitingLine {
    let root: Widget
    /// The person wants to see the changes.
    var onOpen: (() -> Void)?
    /// The person goes on with a new contact that was not saved.
    var onContinue: ((Draft) -> Void)?

    /// What is sent at once is not worth a line.
    private static let pause = Duration.seconds(5)

    private let button = Button("")
    private let icon = Icon("")
    private let label = Label("")
    private var changes: [WaitingChange] = []
    private var draft: Draft?
    private var isLate = false
    private var timer: Task<Void, Never>?

    init() {
        let box = Box(.horizontal, spacing: 9)
        label.wraps()
        label.lineAlignment = 0
        label.expandsHorizontally = true
        label.horizontalAlignment = .start
        box.append(icon)
        box.append(label)
        button.setChild(box)
        button.addClass("flat")
        button.addClass("waiting-line")
        button.setMargins(top: 3, bottom: 3, start: 6, end: 6)
        root = button
        root.isVisible = false
        button.onClicked { [weak self] in self?.clicked() }
    }

    /// Shows what waits now.
    func show(_ changes: [WaitingChange]) {
        self.changes = changes
        if changes.isEmpty {
            timer?.cancel()
            timer = nil
            isLate = false
        } else if timer == nil {
            timer = Task { [weak self] in
                guard (try? await Task.sleep(for: Self.pause)) != nil else { return }
                self?.isLate = true
                self?.update()
            }
        }
        update()
    }

    /// Offers a new contact that was not saved; nil for none.
    func offer(_ draft: Draft?) {
        self.draft = draft
        update()
    }

    private func update() {
        let undecided = changes.count(where: \.needsPerson)
        let text: String?
        if undecided > 0 {
            text = trn("%d change needs you", "%d changes need you", undecided)
        } else if let draft {
            text = tr("Unsaved changes from %1$s", DayText.shortMoment(draft.savedAt))
        } else if isLate, !changes.isEmpty {
            text = trn("%d change waiting", "%d changes waiting", changes.count)
        } else {
            text = nil
        }
        root.isVisible = text != nil
        guard let text else { return }
        if undecided > 0, text != label.text { root.announce(text) }
        icon.name =
            undecided > 0
            ? "dialog-warning-symbolic"
            : draft != nil ? "document-edit-symbolic" : "emblem-synchronizing-symbolic"
        label.text = text
        button.setAccessibleLabel(text)
    }

    private func clicked() {
        if changes.contains(where: \.needsPerson) { return onOpen?() ?? () }
        if let draft { onContinue?(draft) } else { onOpen?() }
    }
}
