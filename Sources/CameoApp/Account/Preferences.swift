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

    /// The sort order of the contacts.
    var order: ContactOrder {
        didSet {
            set(.sort, to: order.key.settingsName)
            set(.starredFirst, to: order.starredFirst)
        }
    }

    /// Whether the list contains archived contacts.
    var showsArchived: Bool {
        didSet { set(.showArchived, to: showsArchived) }
    }

    /// The contacts of the list, and their order.
    var listed: ObservedList.Choice {
        var listed = order
        if order.key == .shownName { listed.key = nameOrder.sortKey }
        return ObservedList.Choice(order: listed, includesArchived: showsArchived)
    }

    /// The order of the parts of names.
    var nameOrder: NameOrder {
        didSet { set(.nameOrder, to: nameOrder.rawValue) }
    }

    /// Whether the desktop shows notifications about birthdays and reminders.
    var notifiesDaily: Bool {
        didSet { set(.dailyNotification, to: notifiesDaily) }
    }

    /// Whether the program never changes data on the server.
    var isReadOnly: Bool {
        didSet { set(.readOnly, to: isReadOnly) }
    }

    /// Whether lists have small rows, so that the screen shows more contacts.
    var hasCompactList: Bool {
        didSet { set(.compactList, to: hasCompactList) }
    }

    /// The size of rows in lists.
    var rowSize: RowSize { hasCompactList ? .small : .usual }

    /// The kind of the latest log entry.
    var logKind: PartKind {
        didSet { set(.logKind, to: logKind.rawValue) }
    }

    struct WindowSize: Equatable {
        var width = 960
        var height = 680
        var isMaximized = false
    }

    /// The window's last size.
    var windowSize: WindowSize {
        didSet {
            settings?.set(Key.windowWidth.rawValue, to: windowSize.width)
            settings?.set(Key.windowHeight.rawValue, to: windowSize.height)
            set(.windowMaximized, to: windowSize.isMaximized)
        }
    }

    /// Preferences that are stored only if `persistent`.
    convenience init(persistent: Bool) {
        self.init(persistent ? Settings.open(schema: Cameo.applicationID) : nil)
    }

    /// Preferences in settings of Cameo's schema, if there are any.
    init(_ settings: Settings?) {
        self.settings = settings
        func bool(_ key: Key) -> Bool { settings?.bool(key.rawValue) ?? false }
        let sort = settings?.string(Key.sort.rawValue)
        order = ContactOrder(
            ContactOrder.Key.allCases.first { $0.settingsName == sort } ?? .shownName,
            starredFirst: bool(.starredFirst))
        showsArchived = bool(.showArchived)
        nameOrder = settings?.string(Key.nameOrder.rawValue).flatMap(NameOrder.init) ?? .asOnServer
        notifiesDaily = bool(.dailyNotification)
        isReadOnly = bool(.readOnly)
        hasCompactList = bool(.compactList)
        logKind = settings?.string(Key.logKind.rawValue).flatMap(PartKind.init) ?? .call
        // Settings can be edited by hand: a window without a size would be invisible.
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
    /// The value's name in the settings and in the menu's action.
    nonisolated var settingsName: String {
        switch self {
        case .shownName: "shown-name"
        case .firstName: "first-name"
        case .lastName: "last-name"
        case .lastActivity: "last-activity"
        case .newest: "newest"
        }
    }
}
