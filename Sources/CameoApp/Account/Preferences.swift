import Contacts
import GLib
import Model

/// The person's choices, stored in GSettings. Without an installed schema, and in the demo, they last for this run only. A
/// schema of another version stores the choices that it has a key for.
final class Preferences {
    private enum Key: String {
        case sort, starredFirst = "starred-first", showArchived = "show-archived", nameOrder = "name-order"
        case logKind = "log-kind"
        case compactList = "compact-list"
        case dailyNotification = "daily-notification", readOnly = "read-only"
        case windowWidth = "window-width", windowHeight = "window-height", windowMaximized = "window-maximized"
    }

    private let settings: Settings?

    /// How the contacts are sorted.
    var order: ContactOrder {
        didSet {
            set(.sort, to: order.key.settingsName)
            set(.starredFirst, to: order.starredFirst)
        }
    }

    /// Whether archived contacts are in the list.
    var showsArchived: Bool {
        didSet { set(.showArchived, to: showsArchived) }
    }

    /// Which contacts are in the list, and how they are sorted.
    var listed: ObservedList.Choice { ObservedList.Choice(order: order, includesArchived: showsArchived) }

    /// In which order the parts of names stand.
    var nameOrder: NameOrder {
        didSet { set(.nameOrder, to: nameOrder.rawValue) }
    }

    /// Whether the desktop tells of birthdays and reminders.
    var notifiesDaily: Bool {
        didSet { set(.dailyNotification, to: notifiesDaily) }
    }

    /// Whether nothing on the server is ever to be changed.
    var isReadOnly: Bool {
        didSet { set(.readOnly, to: isReadOnly) }
    }

    /// Whether the rows of lists are small, so that more contacts are on the screen.
    var hasCompactList: Bool {
        didSet { set(.compactList, to: hasCompactList) }
    }

    /// How large the rows of lists are.
    var rowSize: RowSize { hasCompactList ? .small : .usual }

    /// The kind that was logged last.
    var logKind: PartKind {
        didSet { set(.logKind, to: logKind.rawValue) }
    }

    struct WindowSize: Equatable {
        var width = 960
        var height = 680
        var isMaximized = false
    }

    /// The window's size at its last end.
    var windowSize: WindowSize {
        didSet {
            settings?.set(Key.windowWidth.rawValue, to: windowSize.width)
            settings?.set(Key.windowHeight.rawValue, to: windowSize.height)
            set(.windowMaximized, to: windowSize.isMaximized)
        }
    }

    /// With `persistent` false nothing is read or kept.
    convenience init(persistent: Bool) {
        self.init(persistent ? Settings.open(schema: Cameo.applicationID) : nil)
    }

    /// Reads and keeps in settings of Cameo's schema, if there are any.
    init(_ settings: Settings?) {
        self.settings = settings
        func bool(_ key: Key) -> Bool { settings?.bool(key.rawValue) ?? false }
        let sort = settings?.string(Key.sort.rawValue)
        order = ContactOrder(
            ContactOrder.Key.allCases.first { $0.settingsName == sort } ?? .firstName,
            starredFirst: bool(.starredFirst))
        showsArchived = bool(.showArchived)
        nameOrder = settings?.string(Key.nameOrder.rawValue).flatMap(NameOrder.init) ?? .asOnServer
        notifiesDaily = bool(.dailyNotification)
        isReadOnly = bool(.readOnly)
        hasCompactList = bool(.compactList)
        logKind = settings?.string(Key.logKind.rawValue).flatMap(PartKind.init) ?? .call
        // Settings can be edited by hand: a window of no size would never be found again.
        let size = WindowSize()
        windowSize = WindowSize(
            width: min(max(settings?.int(Key.windowWidth.rawValue) ?? size.width, 360), 10_000),
            height: min(max(settings?.int(Key.windowHeight.rawValue) ?? size.height, 294), 10_000),
            isMaximized: bool(.windowMaximized))
    }

    private func set(_ key: Key, to value: String) {
        settings?.set(key.rawValue, to: value)
    }

    private func set(_ key: Key, to value: Bool) {
        settings?.set(key.rawValue, to: value)
    }
}

extension ContactOrder.Key {
    /// The value in the settings and in the menu's action.
    nonisolated var settingsName: String {
        switch self {
        case .firstName: "first-name"
        case .lastName: "last-name"
        case .lastActivity: "last-activity"
        case .newest: "newest"
        }
    }
}
