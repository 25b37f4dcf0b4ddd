import Contacts
import GLib

/// What the person chose, kept by the desktop; for this run only where the schema is not installed, and in the demo.
final class Preferences {
    private enum Key: String, CaseIterable {
        case sort, starredFirst = "starred-first", showArchived = "show-archived"
        case windowWidth = "window-width", windowHeight = "window-height", windowMaximized = "window-maximized"
    }

    private let settings: Settings?

    /// How the contacts are sorted.
    var order: ContactOrder {
        didSet {
            settings?.set(Key.sort.rawValue, to: order.key.settingsName)
            settings?.set(Key.starredFirst.rawValue, to: order.starredFirst)
        }
    }

    /// Whether archived contacts are in the list.
    var showsArchived: Bool {
        didSet { settings?.set(Key.showArchived.rawValue, to: showsArchived) }
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
            settings?.set(Key.windowMaximized.rawValue, to: windowSize.isMaximized)
        }
    }

    /// With `persistent` false nothing is read or kept.
    init(persistent: Bool) {
        let settings =
            persistent ? Settings.open(schema: Cameo.applicationID, keys: Key.allCases.map(\.rawValue)) : nil
        self.settings = settings
        order = ContactOrder()
        showsArchived = false
        windowSize = WindowSize()
        guard let settings else { return }
        let key = ContactOrder.Key.allCases.first { $0.settingsName == settings.string(Key.sort.rawValue) }
        order = ContactOrder(key ?? .firstName, starredFirst: settings.bool(Key.starredFirst.rawValue))
        showsArchived = settings.bool(Key.showArchived.rawValue)
        // Settings can be edited by hand: a window of no size would never be found again.
        windowSize = WindowSize(
            width: min(max(settings.int(Key.windowWidth.rawValue), 360), 10_000),
            height: min(max(settings.int(Key.windowHeight.rawValue), 294), 10_000),
            isMaximized: settings.bool(Key.windowMaximized.rawValue))
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
