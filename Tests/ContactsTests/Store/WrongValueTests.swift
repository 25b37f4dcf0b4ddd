import Foundation
import GRDB
import Model
import Testing

@testable import Contacts

/// The store starts with a value of a wrong type, or sets the database aside.
@MainActor
@Suite(.timeLimit(.minutes(10))) final class WrongValueTests {
    private let folder = FileManager.default.temporaryDirectory.appending(component: "cameo-\(UUID().uuidString)")
    private var file: URL { folder.appending(component: "contacts.sqlite") }
    private var template: URL { folder.appending(component: "template") }
    private let server = FakeMonica(contacts: 3)
    /// All of them take a minute: scripts/test hostile.
    private static let isWhole = ProcessInfo.processInfo.environment["CAMEO_HOSTILE"] == "all"

    deinit {
        // The system empties its temporary folder.
        try? FileManager.default.removeItem(at: folder)
    }

    /// A database with rows in all tables.
    private func fill() async throws -> [WrongValues.Place] {
        let store = try await ContactStore.open(at: file)
        let picture = "data:image/png;base64,AAAA"
        let facts: FakeMonica.Fields = [
            "information": [
                "avatar": ["source": "adorable", "url": picture],
                "dates": [
                    "birthdate": ["is_age_based": false, "is_year_unknown": false, "date": "1980-05-01T00:00:00Z"]
                ],
            ], "stay_in_touch_trigger_date": "2030-01-01T00:00:00Z", "stay_in_touch_frequency": 7,
            "tags": [["id": 1, "name": "Work"]], "description": "Words", "nickname": "Fi",
        ]
        server.add(1, facts)
        try await server.synchronise(store)
        try await store.noteAsked(id: 2, at: .now)
        let yearly = Reminder(id: 1, title: "Tea", frequency: .weeks(1), initialDate: .now)
        try await store.replaceReminders(with: [ContactReminder(contactID: 1, reminder: yearly)])
        try await store.renew()
        let outbox = Outbox(store: store, server: TestServer())
        // A first nickname makes the store read the names of the contacts that have one.
        let edits = [SlotEdit(.first, to: .text("Zoë")), SlotEdit(.value(.nickname), to: .text("Zo"))]
        let form = FormSave(edits, isMe: true)
        _ = try await outbox.save(form, of: ContactID(2))
        let ann = try await outbox.create(FormSave([SlotEdit(.first, to: .text("Ann"))])).contact
        try await outbox.change { transaction in
            guard var contact = try transaction.contact(ann) else { return }
            contact.attempt = Attempt(sent: [SlotState(.first, .text("Ann"))])
            _ = contact.parts.id(of: .field, RemoteID("5"))
            try transaction.keep(contact)
        }
        _ = try await store.saveDraft(Data("form".utf8), of: ContactID(3))
        try await store.close()
        let places = try await DatabaseQueue(path: file.path).writeWithoutTransaction { db in
            let places = try WrongValues.places(db)
            _ = try db.checkpoint(.truncate)
            return places
        }
        try FileManager.default.moveItem(at: file, to: template)
        try FileManager.default.createDirectory(
            at: folder.appending(component: "place"), withIntermediateDirectories: true)
        return places
    }

    /// Reads and writes as the program does. Returns the failures.
    private func use(_ store: ContactStore) async -> [String: ContactStoreError] {
        var failed: [String: ContactStoreError] = [:]
        func tried(_ name: String, _ body: () async throws -> Void) async {
            do {
                try await body()
            } catch {
                failed[name] = ContactStoreError(error)
            }
        }
        await tried("list") { _ = try await store.list(includingArchived: true) }
        await tried("beginning") { _ = try await store.beginning(of: ContactOrder(), includingArchived: false) }
        await tried("contacts") {
            for id in 1...3 { _ = try await (store.storedContact(id: id), store.storedSections(ofContact: id)) }
        }
        await tried("face") { _ = try await store.avatarURL(ofContact: 1) }
        await tried("search") { _ = try await store.search("First") }
        await tried("tags") { _ = try await store.tags() }
        await tried("days") { _ = try await (store.upcoming(days: 400), store.keepInTouch(), store.overdue(first: 9)) }
        await tried("choices") { _ = try await (store.formChoices(), store.formChoicesLoadedAt()) }
        await tried("known") { _ = try await store.knownContacts(atMost: 10) }
        await tried("drafts") { _ = try await store.drafts() }
        let outbox = Outbox(store: store, server: TestServer())
        await tried("changes") {
            _ = try await (outbox.waiting(), outbox.unsent(), outbox.editable(ContactID(2)))
            _ = try await outbox.create(FormSave([SlotEdit(.first, to: .text("Bob"))]))
        }
        await tried("renewal") { try await store.renew() }
        await tried("synchronisation") { try await server.synchronise(store) }
        return failed
    }

    private func start(with value: String, at place: WrongValues.Place) async throws {
        try FileManager.default.removeItem(at: folder.appending(component: "place"))
        let file = folder.appending(components: "place", "contacts.sqlite")
        try FileManager.default.createDirectory(at: file.deletingLastPathComponent(), withIntermediateDirectories: true)
        try FileManager.default.copyItem(at: template, to: file)
        let isPut = try await DatabaseQueue(path: file.path).writeWithoutTransaction { db in
            try WrongValues.put(value, at: place, db)
        }
        guard isPut else { return }
        var failed: [String: ContactStoreError] = [:]
        for _ in 1...3 {
            do {
                let store = try await ContactStore.open(at: file)
                failed = await use(store)
                try await store.close()
            } catch {
                failed = ["opening": ContactStoreError(error)]
            }
            if failed.isEmpty { return }
        }
        // A migration with another name is one of a newer version.
        if place.table == "grdb_migrations", case .madeByNewer? = failed["opening"] { return }
        Issue.record("\(value) in \(place): \(failed)")
    }

    @Test func whateverIsInAColumnTheStoreStarts() async throws {
        let places = try await fill()
        #expect(places.count > 100)
        for (number, place) in places.enumerated() {
            // A sample has every other column and each value, and other pairs after each change of the schema.
            let sample = number % 2 == 0 ? [WrongValues.all[number / 2 % WrongValues.all.count]] : []
            for value in Self.isWhole ? WrongValues.all : sample { try await start(with: value, at: place) }
        }
    }

    @Test func aFirstNicknameIsShownBesideNamesOfAnyType() async throws {
        _ = try await fill()
        for column in ["display_name", "first_name", "last_name", "nickname"] {
            for value in WrongValues.all {
                try await start(with: value, at: WrongValues.Place(table: "contact", column: column))
            }
        }
    }

    @Test func noTableOfTheOutboxTakesAWrongValue() async throws {
        _ = try await fill()
        let loose = try await DatabaseQueue(path: template.path).read { db in
            try String.fetchAll(
                db,
                sql: """
                    SELECT name FROM pragma_table_list WHERE type = 'table' AND NOT strict
                    AND name IN ('pending_change', 'attempt', 'part', 'outbox_contact', 'form_draft', 'photo')
                    """)
        }
        #expect(loose == [])
    }
}
