import Foundation
import Gtk

/// The tabs of the sidebar, as they stand.
enum SidebarTab: String, CaseIterable {
    case contacts
    case today
    case keepInTouch = "keep-in-touch"
}

/// The pages of the sidebar, with their tabs below.
///
/// The pages show all contacts, the matters of today, and the contacts to keep in touch with.
final class SidebarTabs {
    let stack = ViewStack()
    let bar: ViewSwitcherBar
    /// The person chose a tab.
    var onChange: (() -> Void)?

    init(contacts: Widget, today: Widget, keepInTouch: Widget) {
        for (tab, page) in zip(SidebarTab.allCases, [contacts, today, keepInTouch]) {
            stack.add(page, named: tab.rawValue, title: tab.title, icon: tab.icon)
        }
        bar = ViewSwitcherBar(stack)
        showNeeds(today: 0, overdue: 0)
        stack.onPageChange { [weak self] in self?.onChange?() }
    }

    var selected: SidebarTab {
        get { SidebarTab(rawValue: stack.visiblePage) ?? .contacts }
        set { stack.visiblePage = newValue.rawValue }
    }

    /// Shows how many need something, beside the titles.
    func showNeeds(today: Int, overdue: Int) {
        let needs: [SidebarTab: Int] = [.today: today, .keepInTouch: overdue]
        for tab in SidebarTab.allCases { stack.setBadge(needs[tab] ?? 0, ofPage: tab.rawValue) }
        bar.setAccessibleLabels(
            SidebarTab.allCases.map { tab in
                guard let count = needs[tab], count > 0 else { return tab.title }
                return tr("%1$s, %2$s", tab.title, count.formatted(.number.locale(.ofNumbers)))
            })
    }
}

extension SidebarTab {
    /// The title of the tab and its page.
    var title: String {
        switch self {
        case .contacts: tr("Contacts")
        case .today: tr("Today")
        case .keepInTouch: tr("Keep in Touch")
        }
    }

    fileprivate var icon: String {
        switch self {
        case .contacts: "system-users-symbolic"
        case .today: "x-office-calendar-symbolic"
        case .keepInTouch: "user-available-symbolic"
        }
    }
}
