import Contacts
import Foundation
import Gtk
import Model
import Platform

/// Shows a notification once a day, about the day's birthdays and other events.
final class DailyNotification {
    static let id = "today"
    private static let maxNames = 5

    private let file: URL
    private let show: (Gtk.Notification) -> Void

    /// `file` keeps the day of the last notification, beside the account's other files.
    init(file: URL, show: @escaping (Gtk.Notification) -> Void) {
        self.file = file
        self.show = show
    }

    /// Shows a notification if these are today's first events.
    func consider(
        _ upcoming: [Upcoming], nameOrder: NameOrder = .asOnServer, now: Date = .now, timeZone: TimeZone = .current
    ) async {
        let day = CivilDay(of: now, in: timeZone)
        let mark = "\(day.year)-\(day.month)-\(day.day)"
        guard let notification = Self.notification(of: upcoming, nameOrder: nameOrder),
            await Self.remember(mark, in: file)
        else { return }
        show(notification)
    }

    /// Whether the stored day is another one. Stores this day.
    @concurrent
    private nonisolated static func remember(_ mark: String, in file: URL) async -> Bool {
        let mark = Data(mark.utf8)
        // Without a file there is no stored day.
        let folder = try? FolderPath(file.deletingLastPathComponent()).open()
        guard (try? folder?.read(file.lastPathComponent, maxBytes: 100)) != mark else { return false }
        do {
            guard let folder else { return false }
            try folder.replace(file.lastPathComponent, with: mark, durably: false)
            return true
        } catch {
            // If the day cannot be stored, every start would show the notification.
            return false
        }
    }

    /// The notification about today's events; nil if there are none.
    static func notification(of upcoming: [Upcoming], nameOrder: NameOrder = .asOnServer) -> Gtk.Notification? {
        let today = upcoming.compactMap { contact -> (contact: ContactEntry, text: String)? in
            let events = contact.events.filter { $0.daysAhead == 0 }.map(\.localizedDescription)
            guard !events.isEmpty else { return nil }
            return (
                ContactEntry(contact.contact, secondLine: "", nameOrder: nameOrder), events.joined(separator: " · ")
            )
        }
        guard let first = today.first else { return nil }
        func notification(_ title: String, _ body: String) -> Gtk.Notification {
            // Some desktops parse the body as markup. A body without the start of a tag is right for all of them.
            Gtk.Notification(
                title: title, body: body.replacing("<", with: "‹"), action: "app.show-contact",
                number: Int64(first.contact.id))
        }
        guard today.count > 1 else { return notification(first.contact.name, first.text) }
        var lines = today.prefix(maxNames).map { tr("%1$s: %2$s", $0.contact.name, $0.text) }
        let rest = today.count - lines.count
        if rest > 0 { lines.append(trn("and %d more", "and %d more", rest)) }
        return notification(tr("Today"), lines.joined(separator: "\n"))
    }
}
