import Foundation
import GRDB
import Model
import Testing

@testable import Contacts

/// What is said of a creation whose answer was lost, by the contacts that were made since.
struct EditLookingTests {
    private var book = EditBook()
    private let ann: ContactID
    private let edit: EditID
    private let creation = ContactCreation(uuid: "u", values: [.firstName: .text("Ann")])

    init() {
        ann = book.newContact()
        edit = book.append(.create(creation), of: ann)
        book.update(edit) {
            $0.state = .sending
            $0.progress.firstTry = Date(timeIntervalSince1970: 1_000)
        }
    }

    private func copy(_ id: String, _ name: String = "Ann", uuid: String = "other") -> ServerContact {
        var copy = ServerContact(id: RemoteID(id))
        copy.uuid = uuid
        copy.createdAt = Date(timeIntervalSince1970: 1_001)
        copy.values = [.firstName: .text(name)]
        return copy
    }

    @Test mutating func whatWasNotAllReadDoesNotSayThatNothingWasMade() {
        book.lookedForCreation(edit, [copy("7", "Bob")], areAll: false, asked: 1_000, now: 1_000)
        #expect(book.edit(edit)?.state == .sending)
        #expect(book.edit(edit)?.notBefore == 1_000 + book.policy.unreachedPause)
        // What is there is found all the same.
        book.lookedForCreation(
            edit, [copy("7", "Bob"), copy("8", uuid: "u")], areAll: false, asked: 2_000, now: 2_000)
        #expect(book.edits.isEmpty && book.remote(ann) == RemoteID("8"))
    }

    @Test mutating func oneThatAFormHasNamedIsOfferedAsAnyOther() {
        book.name(ContactID(7), as: RemoteID("7"))
        let other = book.newContact()
        book.contacts[other]?.remote = RemoteID("8")
        book.lookedForCreation(edit, [copy("7"), copy("8")], asked: 1_000, now: 1_000)
        // The other one is what another creation has made.
        #expect(book.edit(edit)?.conflict?.candidates == [RemoteID("7")])
    }

    @Test mutating func whatNamesTheOneThatIsTakenNamesTheOneThatWasMade() throws {
        let (seven, bob) = (ContactID(7), ContactID(9))
        book.name(seven, as: RemoteID("7"))
        book.name(bob, as: RemoteID("9"))
        let value = PartValue.relationship(RelationshipValue(type: RemoteID("friend"), other: .local(seven)))
        let part = book.newPart(.relationship, of: bob)
        let relation = book.append(
            .part(PartChange(kind: .relationship, part: part, before: nil, after: value)), of: bob)
        let introduction = book.append(
            .values(
                ValueChange(
                    group: .meeting, deltas: [.metThrough: Delta(before: nil, after: .contact(.local(seven)))])),
            of: bob)
        let form = FormID()
        book.forms[form] = OpenForm(contact: seven, shown: ShownContact(copy("7")))
        book.lookedForCreation(edit, [copy("7")], asked: 1_000, now: 1_000)
        book.takeCandidate(edit, copy("7"), now: 1_000)
        #expect(book.contacts[seven] == nil && book.remote(ann) == RemoteID("7"))
        #expect(book.edit(relation)?.change.named == [ann] && book.edit(introduction)?.change.named == [ann])
        #expect(book.isDue(relation, 2_000) && book.isDue(introduction, 2_000))
        #expect(book.forms[form]?.contact == ann)
    }

    @Test func theDraftOfTheOneThatIsTakenIsThatOfTheOneThatWasMade() async throws {
        let store = try ContactStore.inMemory()
        let queue = EditQueue(store: store, account: "a", server: NoEditServer())
        let made = try #require(try await queue.create(creation).first)
        try await queue.change { book in book.name(ContactID(7), as: RemoteID("7")) }
        let draft = try await store.saveDraft(Data("1".utf8), of: ContactID(7), account: "a")
        let copy = copy("7")
        try await queue.change { book in
            book.update(made.edit) { $0.state = .sending }
            book.lookedForCreation(made.edit, [copy], asked: 1_000, now: 1_000)
        }
        #expect(try await queue.edits().first?.conflict?.candidates == [copy.id])
        try await queue.change { book in book.takeCandidate(made.edit, copy, now: 1_000) }
        let drafts = try await store.drafts(account: "a")
        #expect(drafts.map(\.id) == [draft] && drafts.map(\.contact) == [made.contact])
    }

    @Test func whatIsSavedInAFormOfTheOneThatIsTakenIsOfTheOneThatWasMade() async throws {
        let store = try ContactStore.inMemory()
        let queue = EditQueue(store: store, account: "a", server: NoEditServer())
        let made = try #require(try await queue.create(creation).first)
        let seven = ContactID(7)
        try await queue.change { book in book.name(seven, as: RemoteID("7")) }
        let form = FormID()
        #expect(try await queue.editable(seven, for: form)?.id == seven)
        try await queue.change { book in book.adopt(RemoteID("7"), as: made.contact, now: 1_000) }
        #expect(try await queue.editable(seven, for: form)?.id == made.contact)
        let change = ContactChange.addTags(["one"])
        let saved = try await queue.store([PlannedChange(change)], of: seven, closing: form)
        #expect(saved.map(\.contact) == [made.contact])
        #expect(try await queue.edits().filter { $0.change == change }.map(\.state) == [.waiting])
    }

    @Test func draftsOfBothAreThoseOfTheOneThatWasMade() async throws {
        let store = try ContactStore.inMemory()
        let queue = EditQueue(store: store, account: "a", server: NoEditServer())
        let made = try #require(try await queue.create(creation).first)
        try await queue.change { book in book.name(ContactID(7), as: RemoteID("7")) }
        let drafts = [
            try await store.saveDraft(Data("1".utf8), of: made.contact, account: "a"),
            try await store.saveDraft(
                Data("2".utf8), of: ContactID(7), naming: DraftNames(contacts: [ContactID(9)]), account: "a"),
        ]
        try await queue.change { book in book.adopt(RemoteID("7"), as: made.contact, now: 1_000) }
        let left = try await store.drafts(account: "a")
        #expect(Set(left.map(\.id)) == Set(drafts) && left.map(\.contact) == [made.contact, made.contact])
        let names = try await store.read { db in try String.fetchAll(db, sql: "SELECT names FROM draft ORDER BY id") }
        #expect(names.last == "contact \(made.contact.rawValue) 7\ncontact 9 9")
    }
}
