import Contacts
import Foundation
import GLib
import Gtk
import Model
import Monica
import TestSupport

@testable import CameoApp

/// A sidebar on the screen, over a store in memory.
@MainActor
final class SidebarLab {
    let store: ContactStore
    let sidebar: ContactsSidebar
    let window: TestWindow
    let pictures = AvatarPictures()
    private var observation: ContactObservation?

    init() throws {
        store = try ContactStore.inMemory()
        sidebar = ContactsSidebar(pictures: pictures, menu: Menu())
        window = TestWindow(sidebar.root, width: 320, height: 640)
        sidebar.begin(with: store, at: nil)
        let filter = ListFilter()
        sidebar.onFilter = { [weak sidebar] in filter.value = sidebar?.search.filter.value ?? ContactFilter() }
        observation = store.observeList(filter: filter) { [weak sidebar] list in
            Task { @MainActor in sidebar?.contacts.show(list) }
        }
    }

    var texts: [String] { sidebar.root.texts }

    /// Whether something on the screen is called so.
    func shows(_ label: String) -> Bool {
        sidebar.root.visibleTree.contains { $0.hasAccessibleLabel(label) }
    }

    /// Clicks the button with this name; false if none is shown.
    func click(_ label: String) -> Bool {
        guard let button = sidebar.root.visibleTree.first(where: { $0.hasAccessibleLabel(label) }) else { return false }
        button.emit("clicked")
        return true
    }

    /// A contact as if the server had sent it.
    func contact(_ id: Int, _ name: String, _ fields: [String: Any] = [:]) throws -> Contact {
        let contact: [String: Any] = ["id": id, "first_name": name, "complete_name": name].merging(fields) { $1 }
        return try Contact(json: JSONSerialization.data(withJSONObject: contact))
    }

    func store(_ id: Int, _ name: String, _ fields: [String: Any] = [:]) async throws {
        try await store.upsert([contact(id, name, fields)])
    }

    /// Stores the tasks of a contact as the server sends them.
    func storeTasks(_ json: String, of id: Int) async throws {
        try await store.store(SectionEntries(serverCopy: Data(json.utf8), count: 1), in: .tasks, ofContact: id)
        // Today asks again with the next change of a contact.
        try await store(id, "Ada", ["nickname": UUID().uuidString])
    }

    /// Stores a person with a thirtieth birthday in so many days.
    func store(_ id: Int, _ name: String, bornDaysAhead days: Int, _ fields: [String: Any] = [:]) async throws {
        try await store(id, name, Self.born(daysAhead: days).merging(fields) { $1 })
    }

    static func born(daysAhead days: Int) -> [String: Any] {
        ["information": ["dates": ["birthdate": ["date": birthday(daysAhead: days)]]]]
    }

    /// Fields of a contact with a relation, who is only that and turns 28 in so many days.
    static func relative(_ id: Int, _ name: String, _ relation: String, bornDaysAhead days: Int) -> [String: Any] {
        let relative: [String: Any] = [
            "relationship": ["id": 1, "name": relation],
            "contact": [
                "id": id, "first_name": name, "complete_name": name, "is_partial": true,
                "information": ["birthdate": ["date": birthday(daysAhead: days)]],
            ],
        ]
        return ["information": ["relationships": ["family": ["total": 1, "contacts": [relative]]]]]
    }

    /// The day of birth of a person who turns 28 in so many days.
    private static func birthday(daysAhead days: Int) -> String {
        let day = Self.day(days)
        let year = Int(day.prefix(4)) ?? 0
        return "\(year - 28)" + day.dropFirst(4)
    }

    /// Fields of a contact with an overdue call. The call was due so many days ago.
    static func overdue(days: Int) -> [String: Any] {
        ["stay_in_touch_frequency": 7, "last_called": day(-7 - days)]
    }

    /// A mail address and a phone number.
    static func fields(mail: String? = nil, phone: String? = nil) -> [String: Any] {
        let fields = [("email", mail), ("phone", phone)].compactMap { type, content in
            content.map { ["content": $0, "contact_field_type": ["type": type]] as [String: Any] }
        }
        return ["contactFields": fields]
    }

    /// A day so many days from now, as the server writes it.
    static func day(_ ahead: Int) -> String {
        let day = Calendar.current.date(byAdding: .day, value: ahead, to: .now) ?? .now
        return day.formatted(Date.ISO8601FormatStyle(timeZone: .current).year().month().day()) + "T00:00:00Z"
    }
}
