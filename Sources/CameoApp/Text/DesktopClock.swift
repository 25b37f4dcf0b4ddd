import Foundation
import GLib
import Synchronization

/// The desktop's choice between 12 and 24 hours, which counts more than that of the locale.
final class DesktopClock {
    /// Nil where the desktop has no such choice.
    nonisolated static var hourCycle: Locale.HourCycle? { current.withLock { $0 } }
    private nonisolated static let current = Mutex<Locale.HourCycle?>(nil)

    private static let key = "clock-format"

    private let settings: Settings?
    private let isGNOME: Bool

    /// Follows the setting from now on.
    init(
        _ settings: Settings? = .open(schema: "org.gnome.desktop.interface"),
        desktop: String? = ProcessInfo.processInfo.environment["XDG_CURRENT_DESKTOP"]
    ) {
        self.settings = settings
        isGNOME = desktop?.split(separator: ":").contains("GNOME") == true
        settings?.on("changed::\(Self.key)") { [weak self] _ in self?.read() }
        read()
    }

    private func read() {
        // Elsewhere than in GNOME, the default of the schema is no choice.
        let isChosen = isGNOME || settings?.isSet(Self.key) == true
        let hourCycle: Locale.HourCycle? =
            switch isChosen ? settings?.string(Self.key) : nil {
            case "12h": .oneToTwelve
            case "24h": .zeroToTwentyThree
            default: nil
            }
        Self.current.withLock { $0 = hourCycle }
    }
}
