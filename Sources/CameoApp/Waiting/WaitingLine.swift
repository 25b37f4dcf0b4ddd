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
    private let pause: Duration
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

    init(pause: Duration = .seconds(5)) {
        self.pause = pause
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
        // The pause begins with a change that waits: a decision may stand for days.
        if changes.told == undecided {
            timer?.cancel()
            timer = nil
            isLate = false
        } else if timer == nil {
            timer = Task { [weak self, pause] in
                guard await Task.hasSlept(for: pause) else { return }
                self?.isLate = true
                self?.update()
            }
        }
        update()
    }

    private var undecided: Int { changes.count(where: \.needsPerson) }

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
        let waiting = isLate ? changes.told - undecided : 0
        if undecided > 0 {
            let news = trn("%d change needs a decision", "%d changes need a decision", undecided)
            let text = waiting > 0 ? tr("%1$s, %2$s", news, trn("%d waiting", "%d waiting", waiting)) : news
            show(text, icon: "dialog-warning-symbolic", news: news, in: changesLine)
        } else {
            let text = trn("%d change waiting", "%d changes waiting", waiting)
            show(waiting > 0 ? text : nil, icon: "emblem-synchronizing-symbolic", in: changesLine)
        }
        let text = draft.map {
            let moment = DayText.shortMoment($0.savedAt)
            return draftName.isEmpty
                ? tr("Unsaved changes from %1$s", moment) : tr("%1$s, not saved, from %2$s", draftName, moment)
        }
        show(text, icon: "document-edit-symbolic", in: draftLine)
        root.isVisible = [changesLine, draftLine].contains { $0.button.isVisible }
    }

    private func show(_ text: String?, icon: String, news: String? = nil, in line: Line) {
        // A line without news that stays below the pointer leads nowhere.
        line.button.isSensitive = text != nil
        // A text that goes on behind its news may be one line higher.
        let isLonger = news != nil && text != news
        guard line.button.isVisible == (text != nil) && line.isLonger == isLonger || mayMove() else {
            isDue = true
            return
        }
        line.isLonger = isLonger
        line.show(text, icon: icon, news: news)
    }
}

/// One of them.
private final class Line {
    let button = Button("")
    /// Whether the text goes on behind its news.
    var isLonger = false
    private let icon = Icon("")
    private let label = Label("")
    /// The news that were said last.
    private var said: String?

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

    /// Nil for nothing. A screen reader says the `news` of the text, and not each number beside them.
    func show(_ text: String?, icon name: String, news: String? = nil) {
        button.isVisible = text != nil
        if let news, news != said { button.announce(news) }
        // Said once more, it is news once more.
        said = news
        guard let text else { return label.text = "" }
        icon.name = name
        label.text = text
        button.setAccessibleLabel(text)
    }
}
