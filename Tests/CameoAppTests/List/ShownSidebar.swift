import Avatars
import Contacts
import Foundation
import Gtk
import Model
import Monica
import TestSupport
import XCTest

@testable import CameoApp

/// Lets ready work run.
@MainActor
func settle() {
    let end = ContinuousClock.now + .milliseconds(100)
    waitUntil("some time has passed") { ContinuousClock.now > end }
}

@MainActor
func contactList(of fields: [[String: Any]]) throws -> ContactList {
    let contacts = try fields.map { try Contact(json: JSONSerialization.data(withJSONObject: $0)) }
    return ContactList(sorting: contacts.map { ContactSummary($0) })
}

@MainActor
func contactEntries(of fields: [[String: Any]]) throws -> [ContactEntry] {
    try contactList(of: fields).contacts.map { ContactEntry($0) }
}

/// Numbered people; `change` alters the fields of one, and an id of 0 leaves it out.
@MainActor
func contactList(
    _ count: Int, withPictures: Bool = false, change: (Int, inout [String: Any]) -> Void = { _, _ in }
) throws -> ContactList {
    let fields = (0..<count).map { index in
        let id = index + 1
        var contact: [String: Any] = [
            "id": id, "first_name": "Person", "last_name": String(format: "%04d", id),
            "complete_name": String(format: "Person %04d", id), "nickname": "Nick \(id)",
        ]
        if withPictures {
            let avatar = ["url": "https://pictures.example/\(id)", "source": "gravatar"]
            contact["information"] = ["avatar": avatar]
        }
        change(id, &contact)
        return contact
    }
    return try contactList(of: fields.filter { $0["id"] as? Int != 0 })
}

@MainActor
extension ContactsSidebar {
    /// How many rows there are, on the screen or ready for it.
    var rowCount: Int { list.children.count }
}

/// A sidebar on the screen, with its contacts in it.
@MainActor
func shownSidebar(
    contacts: Int, _ pictures: AvatarPictures = AvatarPictures()
) throws -> (ContactsSidebar, TestWindow) {
    try shownSidebar(contactList(contacts), pictures)
}

@MainActor
func shownSidebar(
    _ contacts: ContactList, _ pictures: AvatarPictures
) throws -> (ContactsSidebar, TestWindow) {
    let sidebar = ContactsSidebar(pictures: pictures, menu: Menu())
    let window = TestWindow(sidebar.root, width: 360, height: 700)
    sidebar.contacts.show(contacts)
    waitUntil("the contacts are there") {
        sidebar.contacts.model.count == contacts.contacts.count && sidebar.root.texts.contains("Person 0001")
    }
    return (sidebar, window)
}

extension XCTestCase {
    /// A sidebar in a window. A person left its list at this place.
    func onSidebar(
        at place: ListPlace? = nil, _ body: @escaping @MainActor (ContactsSidebar) throws -> Void
    ) throws {
        try onDisplay {
            let sidebar = ContactsSidebar(pictures: AvatarPictures(), menu: Menu())
            let window = TestWindow(sidebar.root, width: 360, height: 700)
            sidebar.begin(with: try ContactStore.inMemory(), at: place)
            try body(sidebar)
            window.close()
        }
    }
}
