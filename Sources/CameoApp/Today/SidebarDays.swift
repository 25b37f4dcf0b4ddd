import Contacts
import Foundation
import Gtk

/// The parts of the sidebar about days: the pages Today and Keep in Touch, and the line above the contacts.
final class SidebarDays {
    let line = ComingUpLine()
    let today: TodayView
    let keepInTouch: KeepInTouchView
    /// The buttons of the rows of both pages.
    let actions = DayActions()
    /// The line has another text now, or none.
    var onLine: (() -> Void)?
    /// Told how many contacts a tab shows, while it is on the screen.
    var onCount: ((SidebarTab, Int) -> Void)?
    /// Told of the next days whenever they change.
    var onUpcoming: (([Upcoming]) -> Void)?
    /// Told how many there are to think of today, and how many to be in touch with again.
    var onNeeds: ((_ today: Int, _ overdue: Int) -> Void)?

    /// A row with a link in the journal opens another program.
    var onOpen: ((String) -> Void)?
    /// The web page of the journal; nil if there is none.
    var journalPage: () -> URL? = { nil }

    /// In which order the parts of names stand.
    var nameOrder = NameOrder.asOnServer {
        didSet { if nameOrder != oldValue { nameOrderChanged() } }
    }

    /// Whether calls, meetings and ticks can be stored.
    var mayWrite = false {
        didSet { if mayWrite != oldValue { mayWriteChanged() } }
    }

    private let upcomingQuery = DailyQuery { store async throws(ContactStoreError) in try await store.upcoming() }
    private let overdueQuery = DailyQuery { store async throws(ContactStoreError) in try await store.overdue() }
    /// The contact of the row that has the focus; nil where no row has.
    var focusedContact: Int? { today.focusedContact ?? keepInTouch.list.focusedItem?.id }

    private let todayQuery: DailyQuery<TodayList>
    private let keepInTouchQuery: DailyQuery<[TodayList.Entry]>
    private weak var store: ContactStore?
    private(set) var upcoming: [Upcoming] = []
    private var overdueCount = 0
    private var dueToday: [KeepInTouch] = []
    private var shown = SidebarTab.contacts
    private var journal: JournalWindow?
    /// The pages stay as they are: the last hold, and the news that came since.
    private var lastHold = 0
    private var isHeld = false
    private(set) var news: [() -> Void] = []

    private let pictures: AvatarPictures

    init(pictures: AvatarPictures) {
        self.pictures = pictures
        today = TodayView(pictures: pictures, actions: actions)
        keepInTouch = KeepInTouchView(pictures: pictures, actions: actions)
        todayQuery = DailyQuery(Self.today(.asOnServer))
        keepInTouchQuery = DailyQuery(Self.keepInTouch(.asOnServer, mayWrite: false))
        upcomingQuery.onChange = { [weak self] in self?.show($0) }
        overdueQuery.onChange = { [weak self] in
            self?.overdueCount = $0.count
            self?.dueToday = $0.today
            self?.showNextDay()
        }
        todayQuery.onChange = { [weak self] list in
            self?.unlessHeld {
                self?.today.show(list)
                self?.onCount?(.today, list.contactCount)
            }
        }
        keepInTouchQuery.onChange = { [weak self] entries in
            self?.unlessHeld {
                self?.keepInTouch.show(entries)
                self?.onCount?(.keepInTouch, entries.count)
            }
        }
        today.onJournal = { [weak self] in self?.showJournal() }
    }

    /// Follows a store; nil without an account.
    func begin(with store: ContactStore?) {
        self.store = store
        upcomingQuery.begin(with: store)
        overdueQuery.begin(with: store)
        willShow(shown)
        guard store == nil else { return }
        overdueCount = 0
        dueToday = []
        show([])
        today.clear()
        keepInTouch.clear()
        journal?.window.close()
    }

    /// Makes all rows anew.
    func remakeRows() {
        today.remakeRows()
        keepInTouch.list.remakeRows()
    }

    /// A tab comes on the screen. The questions of the other tabs end.
    func willShow(_ tab: SidebarTab) {
        release(lastHold)
        shown = tab
        todayQuery.begin(with: tab == .today ? store : nil)
        keepInTouchQuery.begin(with: tab == .keepInTouch ? store : nil)
    }
}

// The row of a logged contact stays until the toast goes.
extension SidebarDays {
    /// The pages stay as they are, with the row crossed out, until the hold is released. A later hold takes the place of it.
    func hold(_ row: DoneRows.Row) -> Int {
        actions.done.insert(row)
        isHeld = true
        lastHold += 1
        return lastHold
    }

    /// Shows the news that came during a hold. After an undo they are out of date, and the lists are read again.
    func release(_ hold: Int, isUndone: Bool = false) {
        guard hold == lastHold, isHeld else { return }
        isHeld = false
        actions.done.clear()
        let waiting = news
        news = []
        guard !isUndone else { return willShow(shown) }
        for show in waiting { show() }
    }

    private func unlessHeld(_ show: @escaping () -> Void) {
        if isHeld { news.append(show) } else { show() }
    }
}

private extension SidebarDays {
    static func today(
        _ nameOrder: NameOrder
    ) -> @Sendable (ContactStore) async throws(ContactStoreError) -> TodayList {
        { store async throws(ContactStoreError) in try await TodayList.read(from: store, nameOrder: nameOrder) }
    }

    /// There may be as many as there are contacts. So the texts of their rows are made beside the main thread.
    static func keepInTouch(
        _ nameOrder: NameOrder, mayWrite: Bool
    ) -> @Sendable (ContactStore) async throws(ContactStoreError) -> [TodayList.Entry] {
        { store async throws(ContactStoreError) in
            let now = Date.now
            let contacts = try await store.keepInTouch()
            // Rows with a tick lead to no address.
            let reach = mayWrite ? [:] : try await store.reach(ofContacts: Set(contacts.map(\.id)))
            return contacts.map { contact in
                TodayList.Entry(
                    contact.contact, DayText.due(contact.due, now: now), reach: reach[contact.id],
                    toDo: .touch(contact: contact.id), nameOrder: nameOrder)
            }
        }
    }

    /// Shows the user's journal in a window of its own.
    func showJournal() {
        Task { [weak self, store] in
            // The button shows where there was something to read a moment ago.
            guard let stored = try? await store?.journal() else { return }
            let section = await JournalWindow.section(
                of: stored.entries, isWhole: stored.isWhole, page: self?.journalPage())
            guard let self else { return }
            let window = JournalWindow(section, pictures: self.pictures)
            window.onOpen = { [weak self] in self?.onOpen?($0) }
            window.onClosed = { [weak self, weak window] in if self?.journal === window { self?.journal = nil } }
            self.journal?.window.close()
            self.journal = window
            window.window.present(over: self.today.root)
        }
    }

    func show(_ coming: [Upcoming]) {
        upcoming = coming
        showNextDay()
        onUpcoming?(coming)
    }

    /// The line and the number beside Today count the same contacts.
    func showNextDay() {
        let next = NextDay(upcoming, due: dueToday)
        line.show(next, nameOrder: nameOrder)
        onLine?()
        onNeeds?(next?.countOfToday ?? 0, overdueCount)
    }

    func nameOrderChanged() {
        showNextDay()
        todayQuery.ask = Self.today(nameOrder)
        keepInTouchQuery.ask = Self.keepInTouch(nameOrder, mayWrite: mayWrite)
        willShow(shown)
    }

    func mayWriteChanged() {
        actions.mayWrite = mayWrite
        keepInTouchQuery.ask = Self.keepInTouch(nameOrder, mayWrite: mayWrite)
        if shown == .keepInTouch { keepInTouchQuery.begin(with: store) }
    }
}
