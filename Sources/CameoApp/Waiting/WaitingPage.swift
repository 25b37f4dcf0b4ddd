import Contacts
import Foundation
import Gtk
import Model

/// All changes that the server has not yet, each with why and what can be done.
final class WaitingPage {
    private static let width = 640
    /// How often at most it is said anew for how long a change waits, in seconds.
    private static let countingStep: TimeInterval = 10

    let root: Widget
    let header = HeaderBar()
    /// The person goes back to the contact.
    var onBack: (() -> Void)?
    /// Somebody has gone back, or nothing waits any more; the page may have had the focus.
    var onClose: ((_ hadFocus: Bool) -> Void)?
    /// The person wants to change what was refused, or was not sent yet.
    var onEdit: ((WaitingChange) -> Void)?
    /// Something was given up that can be taken back: how.
    var onDropped: ((RemovedEdits) -> Void)?
    /// A conflict was decided, which can be taken back: how.
    var onDecided: ((DecidedConflict, WaitingChange) -> Void)?
    /// A contact was made again that the server has no more; it goes again by these.
    var onMadeAgain: (([EditQueue.Receipt]) -> Void)?
    /// Something went wrong that a person has to know.
    var onFailure: ((String) -> Void)?

    /// Where nothing may be changed on the server it is said why nothing is sent. What only the server forbids can be tried
    /// again.
    var access = WriteAccess.allowed {
        didSet { if access != oldValue { showAnew() } }
    }

    /// Whether it fills a narrow window, whose header bar has no room for both the title and "Send".
    var fillsWindow = false {
        didSet { if fillsWindow != oldValue { placeSend() } }
    }

    let title = WindowTitle(WaitingPage.titleOfList)
    private let back = Button(icon: "go-previous-symbolic", tooltip: tr("Back"))
    private let cancel = Button(mnemonic: tr("_Cancel"))
    private let send = Button(mnemonic: tr("_Send"))
    private let bottom = Box(.horizontal)
    private let note = Label("", classes: ["dim-label"])
    private let list = BoxedList(label: tr("Unsent Changes"))
    let conflict: ConflictView
    /// Nil for none.
    let faces: WaitingFaces?
    private let stack = Stack()
    private var rows: [(change: WaitingChange, row: ExpanderRow)] = []
    private var counting: Task<Void, Never>?
    var queue: EditQueue?
    let countries = Countries(Locale(category: "LC_MESSAGES"))

    enum Page: String {
        case list, conflict
    }

    /// Beside three buttons of a narrow window there is room for little.
    private static var titleOfList: String { trc("short title", "Unsent Changes") }

    init(faces: WaitingFaces? = nil) {
        self.faces = faces
        conflict = ConflictView(countries: countries)
        header.addClass("flat")
        // With large text in a narrow window there is room for the buttons alone.
        header.setTitle(Squeezer(title))
        header.packStart(back)
        header.packStart(cancel)
        header.packEnd(send)
        header.showsStartButtons = false
        bottom.addClass("toolbar")
        bottom.horizontalAlignment = .center
        note.isVisible = false
        note.wraps()
        note.lineAlignment = 0
        note.horizontalAlignment = .start
        note.setMargins(bottom: 12)
        let column = Box(.vertical)
        column.setMargins(top: 24, bottom: 36, start: 12, end: 12)
        column.append(note)
        column.append(list)
        let scroll = ScrolledWindow(Clamp(column, maximumWidth: Self.width))
        scroll.scrollsVerticallyOnly()
        stack.crossfades = false
        stack.expandsVertically = true
        stack.add(scroll, named: Page.list.rawValue)
        stack.add(conflict.root, named: Page.conflict.rawValue)
        let box = Box(.vertical)
        for part in [header, stack, bottom] { box.append(part) }
        root = box
        root.onMap { [weak self] in self?.countDown() }
        root.onUnmap { [weak self] in self?.counting?.cancel() }
        for button in [back, cancel] { button.onClicked { [weak self] in self?.goBack() } }
        send.onClicked { [weak self] in self?.sendClicked() }
        conflict.onChange = { [weak self] in self?.showHeader() }
        root.onUnusedKey { [weak self] key in
            guard key.isEscape, let self else { return false }
            self.goBack()
            return true
        }
    }

    /// Whether the page shows one conflict, which Back leaves for later.
    var page: Page {
        get { Page(rawValue: stack.visiblePage) ?? .list }
        set {
            stack.visiblePage = newValue.rawValue
            showHeader()
        }
    }

    /// Shows the changes of a queue.
    func show(_ changes: [WaitingChange], of queue: EditQueue?) {
        self.queue = queue
        if let shown = conflict.change {
            // What was chosen stays with all news but those of the question itself.
            if let same = changes.first(where: { $0.asksTheSame(as: shown) }) {
                conflict.rename(as: same)
            } else {
                page = .list
            }
        }
        if rows.map(\.change) != changes { show(rowsOf: changes) } else { showHeader() }
    }

    /// The same changes, with what can be done about them now.
    private func showAnew() {
        if access == .readOnly, page == .conflict { page = .list }
        show(rowsOf: rows.map(\.change))
    }

    private func show(rowsOf changes: [WaitingChange]) {
        let expanded = Set(rows.filter(\.row.isExpanded).map(\.change.id))
        let focused = rows.firstIndex { $0.row.containsFocus }
        list.removeAll()
        faces?.removeAll()
        rows = changes.map { change in
            let row = makeRow(change)
            row.isExpanded = expanded.contains(change.id)
            list.append(row)
            return (change, row)
        }
        countDown()
        list.isVisible = !rows.isEmpty
        if let focused, !rows.isEmpty { rows[min(focused, rows.count - 1)].row.focusFirst() }
        showHeader()
    }

    /// Shows the changes, with the focus on the first of them.
    func focusFirst() {
        page = .list
        focusShown()
    }

    /// Gives the focus to the first change, or to the first choice of the conflict that shows.
    func focusShown() {
        if page == .conflict { return conflict.focusFirst() }
        if let first = rows.first { first.row.focusFirst() } else { header.focusFirst() }
    }

    private func showHeader() {
        let isConflict = page == .conflict
        (back.isVisible, cancel.isVisible) = (!isConflict, isConflict)
        title.title = isConflict ? (fillsWindow ? "" : conflict.name) : Self.titleOfList
        title.subtitle = isConflict && !fillsWindow ? conflict.subject : ""
        let isSendable = rows.contains { $0.change.isWorthSending }
        send.isVisible = access != .readOnly && (isConflict || isSendable)
        send.isSensitive = !isConflict || conflict.isDecided
        send.setClass("suggested-action", isConflict)
        bottom.isVisible = fillsWindow && send.isVisible
    }

    private func placeSend() {
        faces?.isVisible = !fillsWindow
        header.showsStartButtons = fillsWindow
        if fillsWindow { header.remove(send) } else { bottom.remove(send) }
        if fillsWindow { bottom.append(send) } else { header.packEnd(send) }
        // The rows have less room, or more.
        show(rowsOf: rows.map(\.change))
    }

    /// Leaves the conflict that shows for later, or else the page.
    func goBack() {
        guard page == .conflict else { return onBack?() ?? () }
        page = .list
        let row = rows.first { $0.change.id == conflict.change?.id }?.row
        // GTK gives the focus back to the button that led to the conflict; `focusFirst` would go on from there to the next one.
        if row?.containsFocus == false { row?.focusFirst() }
    }

    private func sendClicked() {
        guard let queue else { return }
        if page == .conflict, let change = conflict.change {
            let (values, whole) = conflict.choices
            let candidate = conflict.candidate
            carryOut { [weak self] () throws(ContactStoreError) in
                switch candidate {
                case .one(let there)?:
                    let isTaken = try await queue.takeCandidate(change.id, there)
                    if !isTaken { self?.onFailure?(EditIssue.offline.sentence) }
                case .noneOfThem?: _ = try await queue.takeCandidate(change.id, nil)
                case nil: break
                }
                guard candidate == nil else { return }
                if let decided = try await queue.choose(values, whole: whole, for: change.id) {
                    self?.onDecided?(decided, change)
                }
            }
            page = .list
        } else {
            let refused = rows.map(\.change).filter { $0.state == .refused && $0.isWorthSending }
            carryOut { () throws(ContactStoreError) in
                for change in refused { _ = try await queue.retry(change.id) }
                try await queue.sendNow()
            }
        }
    }

    func carryOut(_ body: @escaping @MainActor () async throws(ContactStoreError) -> Void) {
        Task { [weak self] in
            do throws(ContactStoreError) {
                try await body()
            } catch {
                self?.onFailure?(error.sentence)
            }
        }
    }
}

extension WaitingPage {
    /// Why a change waits, and for how long; in a narrow window with since when, which has no room beside it.
    func subtitle(of change: WaitingChange) -> String {
        let sentence = fillsWindow ? ContactDetail.joined([time(of: change) ?? "", change.sentence]) : change.sentence
        return Self.adding(queue?.timeLeft(of: change), to: sentence)
    }

    /// Since when a change waits. One that is yet to come is that of a clock which was wrong.
    func time(of change: WaitingChange) -> String? {
        change.since.flatMap { $0 <= .now ? DayText.shortMoment($0) : nil }
    }

    private static func adding(_ left: TimeInterval?, to sentence: String) -> String {
        [sentence, nextTry(in: left)].compactMap(\.self).joined(separator: "\n")
    }

    /// Nil where nobody knows when.
    private static func nextTry(in left: TimeInterval?) -> String? {
        guard let left else { return nil }
        let time = Duration.seconds((left / countingStep).rounded(.up) * countingStep).localizedDescription
        return tr("Trying again in %1$s.", time)
    }

    /// Says above all changes why none of them is sent, and for how long.
    private func showNote() {
        let changes = rows.map(\.change)
        var sentence = access.sentence
        if sentence == nil, let reason = changes.lazy.compactMap(\.pauseReason).first {
            sentence = Self.adding(changes.compactMap { queue?.timeLeft(of: $0) }.min(), to: reason.sentence)
        }
        note.isVisible = sentence != nil
        if let sentence, note.text != sentence { note.text = sentence }
    }

    /// Says for how long each change waits yet, as long as somebody can see that.
    private func countDown() {
        counting?.cancel()
        showNote()
        guard root.isMapped else { return }
        for (change, row) in rows {
            let subtitle = subtitle(of: change)
            if subtitle != row.subtitle { row.subtitle = subtitle }
            // The row's name would be said anew with each step.
            row.setRowAccessibleDescription(Self.nextTry(in: queue?.timeLeft(of: change)) ?? "")
        }
        guard let next = rows.compactMap({ queue?.timeLeft(of: $0.change) }).min() else { return }
        counting = Task { [weak self] in
            guard (try? await Task.sleep(for: .seconds(min(next, Self.countingStep / 2)))) != nil else { return }
            self?.countDown()
        }
    }
}
