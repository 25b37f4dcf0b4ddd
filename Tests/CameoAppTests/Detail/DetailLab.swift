import Contacts
import DemoServer
import Foundation
import Gtk
import Model
import Monica
import TestSupport
import XCTest

@testable import CameoApp

/// A detail page on the screen, over the store of a demo account.
@MainActor
final class DetailLab {
    let demo: DemoAccount
    let page: DetailPage
    let window: TestWindow

    convenience init(contacts: Int = 40) async throws {
        try await self.init(DemoAccount(.init(contacts: contacts, rateLimit: nil)))
    }

    init(_ demo: DemoAccount) async throws {
        self.demo = demo
        page = DetailPage(pictures: demo.pictures())
        page.entries.preferences = Preferences(persistent: false)
        window = TestWindow(page.root, width: 600, height: 800)
    }

    var texts: [String] { page.root.texts }

    /// Stores a contact as if the server had sent it.
    func store(_ id: Int, name: String, _ fields: [String: Any] = [:]) async throws {
        let contact: [String: Any] = ["id": id, "complete_name": name].merging(fields) { $1 }
        try await demo.session.store.upsert([Contact(json: JSONSerialization.data(withJSONObject: contact))])
    }

    /// A person who exists only in another contact's relationships.
    func partialContact() async throws -> ContactReference {
        for id in 1...40 {
            let contact = try await demo.session.client.contact(id: id)
            if let found = contact.relationships.map(\.contact).first(where: \.isPartial) { return found }
        }
        throw XCTSkip("the demo server's people are all whole")
    }

    func end() async {
        window.close()
        await demo.end()
    }
}

extension DemoAccount {
    /// The server's name for a contact.
    func serverName(_ id: Int) async throws -> String {
        try await session.client.contact(id: id).displayName
    }
}

@MainActor
extension Session {
    /// Opens a contact, with one request, and returns the contact. Nil when the contact does not come.
    func refreshContact(id: Int) async -> Contact? {
        let loader = loader(ofContact: id)
        loader.start(after: .zero)
        await until("all was asked for", atMost: .seconds(60)) { loader.state.rounds > 0 }
        return loader.state.contact
    }
}
