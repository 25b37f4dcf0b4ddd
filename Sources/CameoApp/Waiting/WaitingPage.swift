import Contacts
import Foundation
import Gtk
import Model
import Platform

/// The page of all unsent changes, each with its reason and its actions.
final class WaitingPage {
    private static let width = 640
    /// How often at most it is said anew for how long a change waits, in seconds.
    private static let countingStep: TimeInterval = 10

    let root: Widget
    let header = HeaderBar()
    /// The person goes back to the contact.
    var onBack: (() -> Void)?
    /// The person went back, or the last change was sent. The page may have had the focus.
    var onClose: ((_ hadFocus: Bool) -> Void)?
    /// The person wants to edit a refused or unsent change.
    var onEdit: ((WaitingChange) -> Void)?
    /// A change was given up.
    var onDropped: ((Receipt) -> Void)?
    /// The conflicts of a contact were decided. The name is that of a contact that is deleted by it.
    var onDecided: ((Receipt, _ deleted: String?) -> Void)?
    /// A contact was made again that the server had no longer.
    /// The person makes a contact anew that is gone.
    var onMakeAgain: ((ContactID) async throws(ContactStoreError) -> Void)?
    /// The person discards changes of a contact that is gone.
    var onDiscard: (([WaitingChange.ID]) -> Void)?
    /// Whether there is a token for requests.
    var hasToken = true {
        didSet {
            guard hasToken != oldValue else { return }
            countDown()
            showHeader()
        }
    }
    /// Something went wrong that a person has to know.
    var onFailure: ((String) -> Void)?

    /// Where nothing may be changed on the server it is said why nothing is sent.
    var access = WriteAccess.allowed {
        didSet { if access != oldValue { showAnew() } }
    }

    /// Whether it fills a narrow window. The header bar then has no room for both the title and "Send".
    var fillsWindow = false {
        didSet { if fillsWindow != oldValue { placeSend() } }
    }

    let title = WindowTitle(WaitingPage.titleOfList)
    private let back = Button(icon: "go-previous-symbolic", tooltip: tr("Back"))
    private let cancel = Button(mnemonic: tr("_Cancel"))
    private let send = Button(mnemonic: tr("_Send"))
    private let bottom = Box(.horizontal)
    private let note = Label("", classes: ["dim-label"])
    let list = WaitingRows()
    let conflict: ConflictView
    /// The row that led to the conflicts.
    var chosenFrom: WaitingChange.ID?
    /// Nil for none.
    let faces: WaitingFaces?
    private let stack = Stack()
    private var counting: Task<Void, Never>?
    /// The sentence above the rows: the reason why none of the changes is sent.
    private var reason: String?
    var outbox: Outbox?
    let countries = Countries.ofPerson

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
        column.append(list.root)
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
        list.make = { [weak self] in self?.makeRow($0) }
        list.makeHeading = { [weak self] in WaitingHeading($0, faces: self?.faces) }
        list.onFill = { [weak self] in self?.showReasons(in: $0) }
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

    /// Shows the changes of an outbox.
    func show(_ changes: [WaitingChange], of outbox: Outbox?) {
        self.outbox = outbox
        if list.changes != changes {
            list.show(changes)
            countDown()
        }
        if page == .conflict, let contact = conflict.changes.first?.contact {
            // Only news of the conflicts themselves end the choice.
            let now = conflicts(of: contact)
            if conflict.isAbout(now) { conflict.rename(as: now) } else { page = .list }
        }
        showHeader()
    }

    /// Shows the same changes with their present actions.
    private func showAnew() {
        if access != .allowed, page == .conflict { page = .list }
        list.remake()
        countDown()
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
        if let first = list.made.first { first.root.focusFirst() } else { header.focusFirst() }
    }

    private func showHeader() {
        let isConflict = page == .conflict
        (back.isVisible, cancel.isVisible) = (!isConflict, isConflict)
        // The page of a conflict names the contact. The header bar often has no room for the name.
        title.title = isConflict ? "" : Self.titleOfList
        let isSendable = list.changes.contains(where: \.isSendable)
        send.isVisible = access == .allowed && (isConflict || hasToken && isSendable)
        send.isSensitive = !isConflict || conflict.isDecided
        // The server has the chosen values already.
        send.label = isConflict && !conflict.leadsToRequest ? tr("_Done") : tr("_Send")
        send.nameButtonsByLabels()
        send.setClass("suggested-action", isConflict)
        bottom.isVisible = fillsWindow && send.isVisible
    }

    private func placeSend() {
        header.showsStartButtons = fillsWindow
        if fillsWindow { header.remove(send) } else { bottom.remove(send) }
        if fillsWindow { bottom.append(send) } else { header.packEnd(send) }
        list.remake()
        showHeader()
    }

    func makeRow(_ change: WaitingChange) -> WaitingRow {
        WaitingRow(change, isNarrow: fillsWindow, countries: countries) { [weak self] change in
            self?.buttons(for: change) ?? Box(.horizontal)
        }
    }

    /// Leaves the conflict that shows for later, or else the page.
    func goBack() {
        guard page == .conflict else { return onBack?() ?? () }
        page = .list
        let row = list.made.first { $0.change.id == chosenFrom }?.root
        // GTK gives the focus back to the button that led to the conflict; `focusFirst` would go on from there to the next one.
        if row?.containsFocus == false { row?.focusFirst() }
    }

    private func sendClicked() {
        guard let outbox else { return }
        guard page == .conflict, let contact = conflict.changes.first?.contact else {
            return carryOut { () throws(ContactStoreError) in try await outbox.sendNow() }
        }
        let (choices, deleted) = (conflict.choices, conflict.deletes ? conflict.name : nil)
        carryOut { [weak self] () throws(ContactStoreError) in
            if let decided = try await outbox.choose(choices, of: contact) { self?.onDecided?(decided, deleted) }
        }
        page = .list
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
    private static func adding(_ left: TimeInterval?, to sentence: String) -> String {
        [sentence, nextTry(in: left)].compactMap(\.self).joined(separator: "\n")
    }

    /// Nil where the time is unknown.
    static func nextTry(in left: TimeInterval?) -> String? {
        guard let left else { return nil }
        let time = Duration.seconds((left / countingStep).rounded(.up) * countingStep).localizedDescription
        return tr("Trying again in %1$s.", time)
    }

    /// Why none of the changes is sent; nil where something may be.
    private var sharedReason: OutboxPause? {
        access.sentence == nil ? list.changes.lazy.compactMap(\.pause).first : nil
    }

    /// Counts the remaining time down while the page is on the screen: above the rows for all changes, in a row for its own
    /// change.
    private func countDown() {
        counting?.cancel()
        let left = list.changes.compactMap { outbox?.timeLeft(of: $0) }.min()
        let noToken = hasToken ? nil : tr("Changes are sent once Cameo has your token.")
        reason = access.sentence ?? noToken ?? sharedReason?.sentence
        note.isVisible = reason != nil
        let sentence = reason.map { Self.adding(sharedReason == nil ? nil : left, to: $0) } ?? ""
        if note.text != sentence { note.text = sentence }
        guard root.isMapped else { return }
        showReasons(in: list.made)
        guard let left else { return }
        counting = Task { [weak self] in
            guard await Task.hasSlept(for: .seconds(min(left, Self.countingStep / 2))) else { return }
            self?.countDown()
        }
    }

    private func showReasons(in rows: [WaitingRow]) {
        for row in rows { row.showReason(besides: reason, timeLeft: outbox?.timeLeft(of: row.change)) }
    }
}
