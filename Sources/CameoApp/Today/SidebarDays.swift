import Contacts
import Foundation
import Gtk

/// What the sidebar says of the days: the page of today, those to keep in touch with, and the line above the contacts.
final class SidebarDays {
    let line = ComingUpLine()
    let today: TodayView
    let keepInTouch: KeepInTouchView
    /// Told of the next days whenever they change.
    var onUpcoming: (([Upcoming]) -> Void)?
    /// Told how many there are to think of today, and how many to be in touch with again.
    var onNeeds: ((_ today: Int, _ overdue: Int) -> Void)?

    /// In which order the parts of names stand.
    var nameOrder = NameOrder.asOnServer {
        didSet { if nameOrder != oldValue { nameOrderChanged() } }
    }

    private let upcomingQuery = DailyQuery { store async throws(ContactStoreError) in try await store.upcoming() }
    private let overdueQuery = DailyQuery { store async throws(ContactStoreError) in try await store.overdue() }
    private let todayQuery: DailyQuery<TodayList>
    private let keepInTouchQuery: DailyQuery<[ContactEntry]>
    private weak var store: ContactStore?
    private var upcoming: [Upcoming] = []
    private var overdueCount = 0
    private var dueToday: Set<Int> = []
    private var shown = SidebarTab.contacts

    init(pictures: AvatarPictures) {
        today = TodayView(pictures: pictures)
        keepInTouch = KeepInTouchView(pictures: pictures)
        todayQuery = DailyQuery(Self.today(.asOnServer))
        keepInTouchQuery = DailyQuery(Self.keepInTouch(.asOnServer))
        upcomingQuery.onChange = { [weak self] in self?.show($0) }
        overdueQuery.onChange = { [weak self] in
            self?.overdueCount = $0.count
            self?.dueToday = Set($0.today.map(\.id))
            self?.tellNeeds()
        }
        todayQuery.onChange = { [weak self] in self?.today.show($0) }
        keepInTouchQuery.onChange = { [weak self] in self?.keepInTouch.show($0) }
    }

    /// Follows a store; nil when nobody is signed in.
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
    }

    /// A tab comes on the screen; what is on none is not asked for.
    func willShow(_ tab: SidebarTab) {
        shown = tab
        todayQuery.begin(with: tab == .today ? store : nil)
        keepInTouchQuery.begin(with: tab == .keepInTouch ? store : nil)
    }
}

private extension SidebarDays {
    static func today(
        _ nameOrder: NameOrder
    ) -> @Sendable (ContactStore) async throws(ContactStoreError) -> TodayList {
        { store async throws(ContactStoreError) in try await TodayList.read(from: store, nameOrder: nameOrder) }
    }

    /// They may be as many as there are contacts, so what rows show is made beside the main thread.
    static func keepInTouch(
        _ nameOrder: NameOrder
    ) -> @Sendable (ContactStore) async throws(ContactStoreError) -> [ContactEntry] {
        { store async throws(ContactStoreError) in
            let now = Date.now
            return try await store.keepInTouch().map { contact in
                ContactEntry(contact.contact, secondLine: DayText.due(contact.due, now: now), nameOrder: nameOrder)
            }
        }
    }

    func show(_ coming: [Upcoming]) {
        upcoming = coming
        line.show(coming, nameOrder: nameOrder)
        tellNeeds()
        onUpcoming?(coming)
    }

    func tellNeeds() {
        let today = dueToday.union(upcoming.lazy.filter { $0.events.first?.daysAhead == 0 }.map(\.id))
        onNeeds?(today.count, overdueCount)
    }

    func nameOrderChanged() {
        line.show(upcoming, nameOrder: nameOrder)
        todayQuery.ask = Self.today(nameOrder)
        keepInTouchQuery.ask = Self.keepInTouch(nameOrder)
        willShow(shown)
    }
}
