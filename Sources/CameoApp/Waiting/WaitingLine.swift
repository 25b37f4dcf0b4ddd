import Contacts
import Foundation
import Gtk
import Model
import Platform

/// The lines below the lists that tell unsent changes and unsaved drafts, and lead to them.
final class WaitingLine {
    let root: Widget
    /// The person wants to see the changes.
    var onOpen: (() -> Void)?
    /// The person goes on with a new contact that was not saved.
    var onContinue: ((Draft) -> Void)?

    /// Whether a line may come, or go: neither happens below the pointer, which may be about to click.
    var mayMove: () -> Bool = { true }
    /// Keeps the rows above where they are while the lines change.
    var keepingRows: (() -> Void) -> Void = { $0() }

    /// A change that is sent at once needs no line.
    private static let pause = Duration.seconds(5)

    private let changesLine = Line()
    /// A separate line, since changes may wait on the server for long. No other widget leads to the draft of a new contact.
    private let draftLine = Line()
    private var changes: [WaitingChange] = []
    private var draft: Draft?
    /// The name that is typed in the draft; empty where none is.
    private var draftName = ""
    private var isLate = false
    /// Whether a line is to come or go as soon as that moves nothing below the pointer.
    private var isDue = false
    private var timer: Task<Void, Never>?

    init() {
        let box = Box(.vertical)
        for line in [changesLine, draftLine] { box.append(line.button) }
        root = box
        root.isVisible = false
        changesLine.button.onClicked { [weak self] in self?.onOpen?() }
        draftLine.button.onClicked { [weak self] in
            if let self, let draft = self.draft { self.onContinue?(draft) }
        }
    }

    /// Shows the present changes and drafts.
    func show(_ changes: [WaitingChange]) {
        self.changes = changes
        if changes.isEmpty {
            timer?.cancel()
            timer = nil
            isLate = false
        } else if timer == nil {
            timer = Task { [weak self] in
                guard await Task.hasSlept(for: Self.pause) else { return }
                self?.isLate = true
                self?.update()
            }
        }
        update()
    }

    /// Offers a new contact that was not saved, by the name that is typed in it; nil for none.
    func offer(_ draft: Draft?, name: String = "") {
        (self.draft, draftName) = (draft, name)
        update()
    }

    /// The pointer moved. A line that waited for this comes or goes now.
    func pointerMoved() {
        if isDue, mayMove() { update() }
    }

    private func update() {
        keepingRows { showLines() }
    }

    private func showLines() {
        isDue = false
        let undecided = changes.count(where: \.needsPerson)
        if undecided > 0 {
            let text = trn("%d change needs a decision", "%d changes need a decision", undecided)
            show(text, icon: "dialog-warning-symbolic", isNews: true, in: changesLine)
        } else {
            let text = trn("%d change waiting", "%d changes waiting", changes.told)
            show(isLate && !changes.isEmpty ? text : nil, icon: "emblem-synchronizing-symbolic", in: changesLine)
        }
        let text = draft.map {
            let moment = DayText.shortMoment($0.savedAt)
            return draftName.isEmpty
                ? tr("Unsaved changes from %1$s", moment) : tr("%1$s, not saved, from %2$s", draftName, moment)
        }
        show(text, icon: "document-edit-symbolic", in: draftLine)
        root.isVisible = [changesLine, draftLine].contains { $0.button.isVisible }
    }

    private func show(_ text: String?, icon: String, isNews: Bool = false, in line: Line) {
        // A line without news that stays below the pointer leads nowhere.
        line.button.isSensitive = text != nil
        guard line.button.isVisible == (text != nil) || mayMove() else {
            isDue = true
            return
        }
        line.show(text, icon: icon, isNews: isNews)
    }
}

/// One of them.
private final class Line {
    let button = Button("")
    private let icon = Icon("")
    private let label = Label("")

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
        button.isVisible = false
    }

    /// Nil for nothing. News are said to a screen reader.
    func show(_ text: String?, icon name: String, isNews: Bool = false) {
        button.isVisible = text != nil
        guard let text else {
            // Said once more, it is news once more.
            label.text = ""
            return
        }
        if isNews, text != label.text { button.announce(text) }
        icon.name = name
        label.text = text
        button.setAccessibleLabel(text)
    }
}
