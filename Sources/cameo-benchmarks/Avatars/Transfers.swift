import Avatars
import CameoApp
import Contacts
import Foundation
import Gtk
import Model
import Monica
import Soup

/// How pictures come from a server on this machine.
@MainActor
enum Transfers {
    private static let contacts = 10_000

    static func measure() async throws {
        let server = try Server(contacts: contacts)
        let connection = try ServerConnection(to: server)
        let list = try await connection.fill(ContactStore.inMemory(decoder: MonicaKind()))
        try await measureSpeed(connection, list)
        try await measureScrolling(connection, list)
    }

    private static func measureSpeed(_ connection: ServerConnection, _ list: ContactList) async throws {
        let subjects = list.contacts.filter { $0.avatar.source == .photo }.prefix(300).map(subject)
        var speed = 0.0
        // The server draws its pictures at the first request, so the second time counts.
        for _ in 0..<2 {
            let store = try connection.avatars(folder: nil)
            let start = ContinuousClock.now
            let states = subjects.map { store.state(for: $0.picture, size: 50, scale: 1) }
            for state in states { state.want() }
            // A few of the demo's photos are gone from the server.
            try await wait("pictures", atMost: .seconds(300)) { states.allSatisfy { !$0.current.isLoading } }
            let count = states.count { $0.current.image != nil }
            speed = Double(count) / (ContinuousClock.now - start).seconds
        }
        report("avatars.server.per_second", speed, "pictures/s")
    }

    /// Scrolls through all contacts, a page every few frames, and back as the pictures come.
    private static func measureScrolling(_ connection: ServerConnection, _ list: ContactList) async throws {
        TestWindow.prepare()
        let home = try Home()
        let avatars = try connection.avatars(folder: home.cache.appending(component: "avatars"))
        let measured = MeasuredList(avatars: avatars)
        let window = TestWindow(measured.root, width: 360, height: 680)
        measured.show(list)
        try await wait("rows") { measured.count == list.contacts.count && (window.list?.end ?? 0) > 0 }
        guard let view = window.list else { throw Unmeasurable("the window has no list") }
        connection.transport.forget()

        var shown: Set<PictureReference> = []
        let rows = list.contacts.count
        func look() {
            let (top, bottom) = view.visibleRows(of: rows)
            shown.formUnion(measured.shownPictures(top: top, bottom: bottom))
        }
        // GTK moves the list by some pixels to where rows end: pages overlap, so that no row is left out.
        let pages = Array(stride(from: 0.0, to: view.end, by: view.pageHeight * 0.8)) + [view.end]
        for position in pages {
            view.position = position
            try await Task.sleep(for: .milliseconds(50))
            look()
        }
        // On the way back, pictures show that came too late on the way there. Other late pictures were transferred in vain.
        for position in pages.reversed() {
            view.position = position
            // GTK loses its place when a list is scrolled far twice before it is laid out.
            await view.drawn()
            try await wait("a page's pictures") {
                let (top, bottom) = view.visibleRows(of: rows)
                return measured.isSettled(top: top, bottom: bottom)
            }
            look()
        }
        let completed = connection.transport.completed
        report("avatars.requests_per_picture", Double(connection.transport.count) / Double(shown.count), "requests")
        report(
            "avatars.requests_per_transferred", Double(connection.transport.count) / Double(completed.count), "requests"
        )
        report("avatars.pictures_shown", Double(shown.count), "pictures")
        window.close()
    }

    private static func subject(_ contact: ContactSummary) -> AvatarSubject {
        AvatarSubject(
            contactID: contact.id, firstName: contact.firstName, lastName: contact.lastName,
            nickname: contact.nickname, completeName: contact.displayName, info: contact.avatar)
    }
}
