import Foundation
import GRDB
import Model
import Testing

@testable import Contacts

/// What is typed in a form is kept for that form alone.
final class DraftTests {
    private let folder = FileManager.default.temporaryDirectory.appending(component: "cameo-\(UUID().uuidString)")
    private var file: URL { folder.appending(component: "contacts.sqlite") }
    private let ann = ContactID(7)

    deinit {
        // What is left in the temporary folder hurts nobody.
        try? FileManager.default.removeItem(at: folder)
    }

    private static func forms(_ store: ContactStore) async throws -> [String] {
        try await store.drafts(account: "a").map { String(decoding: $0.form, as: UTF8.self) }
    }

    @Test func twoFormsOfOneContactInTwoProcessesKeepADraftEach() async throws {
        let (first, second) = (try await ContactStore.open(at: file), try await ContactStore.open(at: file))
        let one = try await first.saveDraft(Data("1".utf8), of: ann, account: "a", now: .now - 60)
        let two = try await second.saveDraft(Data("2".utf8), of: ann, account: "a")
        #expect(one != two)
        // The latest first.
        #expect(try await Self.forms(first) == ["2", "1"])
        #expect(try await first.saveDraft(Data("3".utf8), of: ann, inPlaceOf: one, account: "a", now: .now - 30) == one)
        try await second.removeDraft(two)
        #expect(try await Self.forms(second) == ["3"])
    }

    @Test func whoGoesOnWithADraftOfAnOpenFormTakesNothingFromIt() async throws {
        let (first, second) = (try await ContactStore.open(at: file), try await ContactStore.open(at: file))
        try await first.upsert([makeContact(7)])
        let one = try await first.saveDraft(Data("1".utf8), of: ann, account: "a", now: .now - 60)
        let taken = try #require(try await second.takeDraft(one))
        #expect(taken.form == Data("1".utf8) && taken.contact == ann && taken.id != one)
        // Nobody else goes on with it.
        #expect(try await second.takeDraft(one) == nil)
        // Each keeps its own, and ends its own.
        let other = try await first.saveDraft(Data("2".utf8), of: ann, inPlaceOf: one, account: "a")
        #expect(try await Self.forms(first) == ["2", "1"])
        try await second.removeDraft(taken.id)
        #expect(try await Self.forms(first) == ["2"])
        try await first.removeDraft(other)
        #expect(try await Self.forms(first).isEmpty)
    }

    @Test func aDraftIsOpenElsewhereForAsLongAsItsFormIs() async throws {
        let (first, second) = (try await ContactStore.open(at: file), try await ContactStore.open(at: file))
        func elsewhere(_ store: ContactStore) async throws -> [Bool] {
            try await store.drafts(account: "a").map(\.isOpenElsewhere)
        }
        let one = try await first.saveDraft(Data("1".utf8), of: ann, account: "a")
        #expect(try await elsewhere(first) == [false])
        #expect(try await elsewhere(second) == [true])
        #expect(try await first.saveDraft(Data("2".utf8), of: ann, inPlaceOf: one, account: "a") == one)
        await first.closeDraft(one)
        #expect(try await elsewhere(second) == [false])
        // Gone on with there, it is open there.
        #expect(try await second.takeDraft(one) != nil)
        #expect(try await elsewhere(second) == [false])
        #expect(try await elsewhere(first) == [true])
        // As after a kill: the process's files are closed.
        second.locks.close()
        #expect(try await elsewhere(first) == [false])
        let files = try FileManager.default.contentsOfDirectory(atPath: folder.path)
        #expect(files.contains("contacts.sqlite-open"))
        try await first.close()
        try await second.close()
        // It goes with the others.
        _ = try ContactStore.removeFiles(at: file)
        #expect(try FileManager.default.contentsOfDirectory(atPath: folder.path).isEmpty)
    }

    @Test func aNumberThatWasRolledBackIsNotOpen() async throws {
        let (first, second) = (try await ContactStore.open(at: file), try await ContactStore.open(at: file))
        let one = try await first.saveDraft(Data("1".utf8), of: ann, account: "a")
        try await first.refusingCommits { [ann] in
            await #expect(throws: ContactStoreError.self) {
                try await first.saveDraft(Data("2".utf8), of: ann, account: "a")
            }
            await #expect(throws: ContactStoreError.self) { try await first.takeDraft(one) }
            await #expect(throws: ContactStoreError.self) {
                try await first.saveDraft(Data("3".utf8), of: ann, inPlaceOf: one, account: "a")
            }
        }
        // Another form gets it.
        let two = try await second.saveDraft(Data("4".utf8), of: ann, account: "a")
        await second.closeDraft(two)
        let third = try await ContactStore.open(at: file)
        let drafts = try await third.drafts(account: "a")
        // The first form has not ended.
        #expect(drafts.map(\.id) == [two, one] && drafts.map(\.isOpenElsewhere) == [false, true])
    }

    @Test func aDraftOfAnyNumberIsGoneOnWith() async throws {
        let store = try await ContactStore.open(at: file)
        let greatest = Int64.max / 2 + 1
        try await store.write { db in
            try db.execute(
                sql: "INSERT INTO draft (id, account, form, names, saved_at) VALUES (?, 'a', x'31', '', 1)",
                arguments: [greatest])
        }
        #expect(try await store.drafts(account: "a").map(\.isOpenElsewhere) == [false])
        #expect(try await store.takeDraft(greatest)?.id == greatest + 1)
    }

    @Test func aDraftOfAContactThatIsThereNoMoreFollowsItsForm() async throws {
        let store = try await ContactStore.open(at: file)
        try await store.upsert([makeContact(7)])
        let queue = EditQueue(store: store, account: "a", server: NoEditServer())
        let creation = ContactCreation(uuid: "u", values: [.firstName: .text("Bob")])
        let made = try #require(try await queue.create(creation).first?.contact)
        // As a form that did not know yet that they are one.
        let draft = try await store.saveDraft(Data("1".utf8), of: ContactID(8), account: "a")
        _ = try await store.saveDraft(Data("2".utf8), of: made, inPlaceOf: draft, account: "a")
        #expect(try await store.drafts(account: "a").map(\.contact) == [made])
        // Where the stored one is there, it is the right one.
        let other = try await store.saveDraft(Data("3".utf8), of: ann, account: "a")
        _ = try await store.saveDraft(Data("4".utf8), of: ContactID(8), inPlaceOf: other, account: "a")
        #expect(try await Set(store.drafts(account: "a").map(\.contact)) == [made, ann])
    }

    /// So it is offered, and not lost with a contact that nobody can open any more.
    @Test(arguments: [false, true])
    func whatWasTypedOfAContactThatIsNoMoreMayBecomeANewOne(isDropped: Bool) async throws {
        let store = try await ContactStore.open(at: file)
        try await store.upsert([makeContact(7)])
        let queue = EditQueue(store: store, account: "a", server: NoEditServer())
        let creation = ContactCreation(uuid: "u", values: [.firstName: .text("Bob")])
        let made = try #require(try await queue.create(creation).first)
        let contact = isDropped ? made.contact : ann
        let draft = try await store.saveDraft(Data("1".utf8), of: contact, account: "a")
        #expect(try await store.drafts(account: "a").map(\.contact) == [contact])
        if isDropped {
            _ = try await queue.drop(made.edit)
        } else {
            try await queue.delete(ann, remote: RemoteID("7"), after: 0)
            #expect(try await store.drafts(account: "a").map(\.contact) == [ann])
            try await queue.change { [ann] book in
                guard let deletion = book.deletion(of: ann) else { return }
                book.carriedOut(deletion.id, nil, made: nil, asked: 1, now: 2)
            }
        }
        #expect(try await store.drafts(account: "a").map(\.contact) == [nil])
        let taken = try #require(try await store.takeDraft(draft))
        #expect(taken.contact == nil && taken.form == Data("1".utf8))
        _ = try await store.saveDraft(Data("2".utf8), of: nil, inPlaceOf: taken.id, account: "a")
        #expect(try await Self.forms(store) == ["2"])
    }

    @Test func draftsFromBeforeStayAndTheirNumbersAreNotUsedAgain() async throws {
        try FileManager.default.createDirectory(at: folder, withIntermediateDirectories: true)
        let database = try DatabaseQueue(path: file.path)
        try DatabaseSchema.migrator.migrate(database, upTo: "0.2.0 ends of writes")
        try await database.write { db in
            for form in ["new", "old", "gone"] {
                try db.execute(
                    sql: "INSERT INTO draft (account, contact_id, form, names, saved_at) VALUES ('a', ?, ?, ?, ?)",
                    arguments: [
                        form == "new" ? nil : form == "old" ? 7 : 8, Data(form.utf8),
                        form == "new" ? "" : "contact 7 7",
                        form == "new" ? 2 : 1,
                    ])
            }
            try db.execute(sql: "DELETE FROM draft WHERE contact_id = 8")
        }
        try database.close()
        let store = try await ContactStore.open(at: file)
        try await store.upsert([makeContact(7)])
        let drafts = try await store.drafts(account: "a")
        #expect(drafts.map(\.id) == [1, 2] && drafts.map(\.contact) == [nil, ann])
        #expect(try await Self.forms(store) == ["new", "old"])
        let names = try await store.read { db in try String.fetchAll(db, sql: "SELECT names FROM draft ORDER BY id") }
        #expect(names == ["", "contact 7 7"])
        #expect(try await store.saveDraft(Data("x".utf8), of: ann, account: "a") == 4)
    }

    /// A pass brings Bob, who is being made here, and two forms of Ann name him as the pass does.
    @Test func whomAFormNamesAsAPassDoesIsTheOneThatWasMadeHere() async throws {
        let store = try await ContactStore.open(at: file)
        try await store.upsert([makeContact(7), makeContact(57)])
        let queue = EditQueue(store: store, account: "a", server: NoEditServer())
        let made = try #require(
            try await queue.create(ContactCreation(uuid: "u", values: [.firstName: .text("Bob")])).first)
        let former = PartValue.relationship(
            RelationshipValue(type: RemoteID("friend"), other: .local(ContactID(57))))
        let form = try String(decoding: JSONEncoder().encode(former), as: UTF8.self)
        let typed = #""{\"local\":57}""#
        _ = try await store.saveDraft(
            Data("[\(form),\(typed),570]".utf8), of: ann, naming: DraftNames(contacts: [ContactID(57)]), account: "a")
        try await queue.change { book in
            book.adopt(RemoteID("57"), as: made.contact, now: 1)
            book.end(made.edit)
        }
        let new = made.contact.rawValue
        let moved = form.replacing(#""local":57"#, with: #""local":\#(new)"#)
        #expect(moved != form)
        #expect(try await Self.forms(store) == ["[\(moved),\(typed),570]"])
        let names = try await store.read { db in try String.fetchOne(db, sql: "SELECT names FROM draft") }
        #expect(names == "contact 7 7\ncontact \(new) 57")
        // The form that stayed open does not know.
        let change = PartChange(kind: .relationship, part: PartID(-1), before: nil, after: former)
        try await queue.store([PlannedChange(.part(change))], of: ann)
        let edits = try await queue.edits()
        #expect(edits.map(\.issue) == [nil] && edits.first?.change.named == [made.contact])
    }

    /// The form of Ann names Bob, who was made here, and Cleo, whom nobody edits.
    private func fill(isKnown: Bool) async throws {
        let store = try await ContactStore.open(at: file)
        try await store.upsert([makeContact(7), makeContact(9)])
        let queue = EditQueue(store: store, account: "a", server: NoEditServer())
        let made = try #require(
            try await queue.create(ContactCreation(uuid: "u", values: [.firstName: .text("Bob")])).first)
        if isKnown {
            try await queue.change { book in
                book.adopt(RemoteID("12"), as: made.contact, now: 1)
                book.update(made.edit) { $0.state = .sent }
                book.end(made.edit)
            }
        }
        let mail = try await queue.change { [ann] book in
            book.nameIfStored(ann)
            return book.number(of: RemotePart(.field, RemoteID("5")), in: ann)
        }
        let names = DraftNames(contacts: [made.contact, ContactID(9)], parts: [mail])
        _ = try await store.saveDraft(Data("1".utf8), of: ann, naming: names, account: "a")
        try await store.close()
    }

    /// Reads the draft out of a database of which nothing else can be read.
    private func rescue() async throws -> ContactStore {
        try await DatabaseQueue(path: file.path).write { db in
            for table in ["edit", "edit_contact", "edit_part"] { try db.execute(sql: "DELETE FROM \(table)") }
        }
        try Data().write(to: folder.appending(component: "contacts.sqlite.is-damaged"))
        return try await ContactStore.open(at: file)
    }

    @Test func aDraftSaysWhatTheServerCallsAllThatItNames() async throws {
        try await fill(isKnown: true)
        let store = try await rescue()
        #expect(store.rescued == EditRescue(drafts: 1))
        let queue = EditQueue(store: store, account: "a", server: NoEditServer())
        try await queue.change { book in
            let remotes = book.contacts.values.compactMap(\.remote?.rawValue)
            #expect(Set(remotes) == ["7", "9", "12"])
            #expect(book.contact(RemoteID("12")).map { $0.rawValue > LocalNames.firstLocal } == true)
            #expect(book.parts.values.map(\.remote) == [RemoteID("5")])
        }
    }

    @Test func whomADraftNamesAndNobodyKnowsIsSaidAndNotWaitedFor() async throws {
        try await fill(isKnown: false)
        let store = try await rescue()
        #expect(store.rescued == EditRescue(drafts: 1, isIncomplete: true))
        let queue = EditQueue(store: store, account: "a", server: NoEditServer())
        let bob = ContactID(LocalNames.firstLocal + 1)
        #expect(try await queue.onBook { $0.contacts[bob] == nil })
        // Saved, it says so.
        let friend = PartValue.relationship(RelationshipValue(type: RemoteID("friend"), other: .local(bob)))
        let change = PartChange(kind: .relationship, part: PartID(-1), before: nil, after: friend)
        try await queue.store([PlannedChange(.part(change))], of: ann)
        #expect(try await queue.edits().map(\.issue) == [.needed])
        // Nobody else gets the number.
        let next = try await queue.create(ContactCreation(uuid: "v", values: [.firstName: .text("Dan")]))
        #expect(next.first.map { $0.contact > bob } == true)
    }
}
