import Contacts
import Foundation
import Gtk

/// What the sidebar offers beside all contacts: who comes up in the next days, and with whom to keep in touch.
final class SidebarViews {
    enum View: String {
        case contacts, upcoming, keepInTouch
    }

    let strip: UpcomingStrip
    let upcoming: NamedContactsView
    let keepInTouch: NamedContactsView
    var onSelect: ((ContactEntry) -> Void)?
    var onActivate: ((ContactEntry) -> Void)?
    /// The person wants one of the views.
    var onView: ((View) -> Void)?
    /// Told of the next days whenever they change.
    var onUpcoming: (([Upcoming]) -> Void)?
    /// Whether there is anything for the strip.
    var hasUpcoming: Bool { !upcomingEntries.isEmpty }

    private let upcomingQuery = DailyQuery { store async throws(ContactStoreError) in try await store.upcoming() }
    private let keepInTouchQuery = DailyQuery { store async throws(ContactStoreError) in
        let now = Date.now
        // They may be as many as there are contacts, so what rows show is made here, beside the main thread.
        return try await store.keepInTouch().map { contact in
            ContactEntry(contact.contact, secondLine: DayText.due(contact.due, now: now))
        }
    }
    private weak var store: ContactStore?
    private var upcomingEntries: [ContactEntry] = []
    private var shown = View.contacts

    init(pictures: AvatarPictures) {
        strip = UpcomingStrip(pictures: pictures)
        upcoming = NamedContactsView(
            title: tr("Coming Up"),
            empty: StatusPage(
                icon: "x-office-calendar-symbolic", title: tr("Nothing Coming Up"),
                description: tr("Birthdays and reminders of the next seven days appear here.")), pictures: pictures)
        keepInTouch = NamedContactsView(
            title: tr("Keep in Touch"),
            empty: StatusPage(
                icon: "user-available-symbolic", title: tr("Nobody to Keep in Touch With"),
                description: tr(
                    "Contacts for whom you choose on your Monica server how often to be in touch appear here.")
            ), pictures: pictures)
        for view in [upcoming, keepInTouch] {
            view.onBack = { [weak self] in self?.onView?(.contacts) }
            view.onSelect = { [weak self] in if let entry = $0 { self?.onSelect?(entry) } }
            view.onActivate = { [weak self] in self?.onActivate?($0) }
        }
        strip.onActivate = { [weak self] in self?.onActivate?($0) }
        strip.onShowAll = { [weak self] in self?.onView?(.upcoming) }
        upcomingQuery.onChange = { [weak self] in self?.show($0) }
        keepInTouchQuery.onChange = { [weak self] in self?.keepInTouch.show($0) }
    }

    /// Follows a store; nil when nobody is signed in.
    func begin(with store: ContactStore?) {
        self.store = store
        upcomingQuery.begin(with: store)
        guard store == nil else { return }
        keepInTouchQuery.begin(with: nil)
        upcomingEntries = []
        strip.show([])
        upcoming.clear()
        keepInTouch.clear()
    }

    /// A view comes on the screen; what is on none is not asked for, and costs no rows.
    func willShow(_ view: View) {
        shown = view
        upcoming.show(view == .upcoming ? upcomingEntries : [])
        keepInTouchQuery.begin(with: view == .keepInTouch ? store : nil)
    }

    func focus(_ view: View) {
        switch view {
        case .contacts: break
        case .upcoming: upcoming.focus()
        case .keepInTouch: keepInTouch.focus()
        }
    }

    private func show(_ coming: [Upcoming]) {
        upcomingEntries = coming.map { ContactEntry($0.contact, secondLine: $0.words) }
        strip.show(upcomingEntries)
        if shown == .upcoming { upcoming.show(upcomingEntries) }
        onUpcoming?(coming)
    }
}
