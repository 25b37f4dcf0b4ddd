import Foundation
import GRDB
import Model
import Synchronization
import Testing

@testable import Contacts

/// The user, drafts and reminders; failing disks, several processes, synchronisations, and the cost of many changes.
@Suite(.timeLimit(.minutes(2))) struct OutboxStoringTests {
    private let lab: OutboxLab

    init() throws { lab = try OutboxLab() }

    // The user.

    @Test func theUserIsShownAtOnceSentAndUndone() async throws {
        let ada = try await lab.add([.firstName: .text("Ada")])
        let receipt = try await lab.outbox.save(FormSave(isMe: true), of: ada)
        #expect(try await lab.shown(ada)?.isMe == true)
        #expect(try await lab.store.userContact() == 1)
        try await lab.settle()
        #expect(lab.server.with { $0.user } == RemoteID("1"))
        #expect(try await lab.outbox.undo(receipt) == .undone)
        #expect(try await lab.shown(ada)?.isMe == false)
        try await lab.settle()
        #expect(lab.server.with { $0.user } == nil)
        #expect(try await lab.store.userContact() == nil)
    }

    @Test func theUserMayBeAContactThatIsNotMadeYet() async throws {
        let receipt = try await lab.outbox.create(FormSave([SlotEdit(.first, to: .text("Ann"))], isMe: true))
        try await lab.settle()
        let made = try #require(try await lab.store.remoteNumber(of: Int(receipt.contact.rawValue)))
        #expect(lab.server.with { $0.user } == RemoteID("\(made)"))
        #expect(try await lab.states().isEmpty)
    }

    // Drafts and reminders.

    @Test func aSavedFormTakesItsDraftAway() async throws {
        let ada = try await lab.add([.firstName: .text("Ada")])
        let draft = try await lab.store.saveDraft(Data("a".utf8), of: ada)
        #expect(try await lab.store.saveDraft(Data("b".utf8), of: ada, inPlaceOf: draft) == draft)
        let other = try await lab.store.saveDraft(Data("new".utf8), of: nil)
        #expect(try await lab.store.drafts().map(\.form).count == 2)
        #expect(try await lab.outbox.unsent().drafts == 2)
        _ = try await lab.outbox.save(FormSave(), of: ada, inPlaceOf: draft)
        #expect(try await lab.store.drafts().map(\.id) == [other])
        #expect(try await lab.store.saveDraft(Data("c".utf8), of: ada, inPlaceOf: draft) > other)
    }

    @Test func remindersAreUnknownUntilTheyAreRead() async throws {
        let day = ContactValue.day(.date(year: 1815, month: 12, day: 10))
        let ada = try await lab.add([.firstName: .text("Ada"), .birthday: day])
        lab.change(ada) { $0.reminders = [.birthday] }
        let form = FormID()
        #expect(try await lab.outbox.editable(ada, for: form)?.reminders == nil)
        await lab.outbox.readForForm(ada)
        #expect(try await lab.outbox.editable(ada, for: form)?.reminders == [.birthday])
        // Another client may change them before the next form.
        lab.clock.advance(by: 1)
        #expect(try await lab.outbox.editable(ada, for: FormID())?.reminders == nil)
        try await lab.settled(lab.save(ada, [.reminder(.birthday): nil]))
        #expect(try await lab.person(ada)?.reminders == [])
    }

    // Disks and processes.

    @Test func aCommitThatFailsLosesNothingAndSendsNothing() async throws {
        let ada = try await lab.add([.firstName: .text("Ada")])
        let receipt = try await lab.settled(lab.save(ada, [.first: .text("Eve")]))
        let lab = lab
        try await lab.store.refusingCommits {
            await #expect(throws: ContactStoreError.self) { try await lab.save(ada, [.first: .text("Ivy")]) }
            await #expect(throws: ContactStoreError.self) { _ = try await lab.outbox.undo(receipt) }
            let waiting = try await lab.outbox.waiting()
            #expect(waiting.isEmpty)
        }
        #expect(lab.requests.count == 1)
        try await lab.settled(lab.save(ada, [.first: .text("Ivy")]))
        #expect(try await lab.person(ada)?[.firstName] == .text("Ivy"))
    }

    @Test func anAttemptThatCannotBeStoredIsNotSent() async throws {
        try await lab.beOffline()
        let ada = try await lab.add([.firstName: .text("Ada")])
        try await lab.save(ada, [.first: .text("Eve")])
        let lab = lab
        try await lab.store.refusingCommits {
            try await lab.outbox.resume()
            // It has asked, and could not store its attempt.
            while lab.server.with({ $0.questions }) == 0 { try await Task.sleep(for: .milliseconds(1)) }
            while try await lab.outbox.look({ $0.memory.pending.isEmpty }) {
                try await Task.sleep(for: .milliseconds(1))
            }
            #expect(lab.requests.isEmpty)
            #expect(try await lab.states() == [.waiting])
        }
        try await lab.clock.advance { try await lab.outbox.waiting().isEmpty }
        #expect(lab.requests.count == 1)
    }

    @Test func oneProcessEdits() async throws {
        let folder = FileManager.default.temporaryDirectory.appending(component: "cameo-\(UUID().uuidString)")
        defer { try? FileManager.default.removeItem(at: folder) }
        let file = folder.appending(component: "contacts.sqlite")
        let first = try await ContactStore.open(at: file, decoder: TestKind())
        let second = try await ContactStore.open(at: file, decoder: TestKind())
        #expect(first.takeEditing() && first.takeEditing())
        #expect(!second.takeEditing())
        // The second process shows the changes of the first.
        let lab = try OutboxLab(first, isRunning: false)
        try await lab.create([.first: .text("Ann")])
        #expect(try await second.summaries().map(\.displayName) == ["Ann"])
        try await first.close()
        #expect(second.takeEditing())
        try await second.close()
    }

    /// A step costs the same with ten thousand changes of five thousand contacts as with a hundred of fifty. The usual run tries
    /// a fifth of them.
    @Test func aStepCostsTheSameWithManyChanges() async throws {
        func steps(_ contacts: Int) async throws -> (statements: Int, asked: Int) {
            let lab = try OutboxLab(isRunning: false)
            let people = lab.server.with { state in
                (1...contacts).map { state.add([.firstName: .text("First\($0)")]) }
            }
            try await lab.store.upsert(people.compactMap(\.contact))
            try await lab.outbox.change { [people] transaction in
                for person in people {
                    guard let contact = try transaction.contact(ContactID(Int64(person.id))) else { continue }
                    _ = try transaction.save(
                        FormSave([SlotEdit(.job, to: .text("Poet")), SlotEdit(.food, to: .text("figs"))]), of: contact)
                }
            }
            let statements = Mutex(0)
            let count: @Sendable (Database.TraceEvent) -> Void = { _ in statements.withLock { $0 += 1 } }
            try await lab.store.writeSynced { db in db.trace(count) }
            lab.run()
            while lab.requests.count < 40 { try await Task.sleep(for: .milliseconds(1)) }
            try await lab.store.writeSynced { db in db.trace(nil) }
            return (statements.withLock { $0 }, lab.requests.count)
        }
        let few = try await steps(50)
        let isUsual = ProcessInfo.processInfo.environment["CAMEO_TESTS"] == "usual"
        let many = try await steps(isUsual ? 1_000 : 5_000)
        let ratio = (Double(many.statements) / Double(many.asked)) / (Double(few.statements) / Double(few.asked))
        #expect(ratio < 1.5, "\(few) \(many)")
    }

    // Beside a synchronisation.

    @Test(arguments: [false, true])
    func aCopyThatIsOlderThanTheLastWriteIsThrownAway(isDeletion: Bool) async throws {
        let ada = try await lab.add([.firstName: .text("Ada")])
        let (old, asked) = (try #require(try await lab.person(ada)?.contact), lab.clock.now)
        lab.clock.advance(by: 1)
        if isDeletion {
            _ = try await lab.outbox.delete(ada, after: 0)
        } else {
            try await lab.save(ada, [.first: .text("Eve")])
        }
        try await lab.settle()
        lab.clock.advance(by: 1)
        try await lab.store.upsert([old], asked: asked)
        #expect(try await lab.names() == (isDeletion ? [] : ["Eve"]))
        if isDeletion { return }
        try await lab.store.upsert([old], asked: lab.clock.now)
        #expect(try await lab.names() == ["Ada"])
    }

    @Test func aCopyInDoubtIsNotStoredButCountsAsMet() async throws {
        let ada = try await lab.add([.firstName: .text("Ada")])
        lab.trouble(.unanswered(.lost))
        lab.server.with { state in state.meanwhile = { [lab] in lab.server.with { $0.silence = .lost } } }
        try await lab.settled(lab.save(ada, [.new(.field): .phone("1")]))
        #expect(try await lab.states() == [.inDoubt])
        let copy = try #require(try await lab.person(ada)?.contact)
        #expect(copy.contactFields.count == 1)
        let met = try await lab.store.record([copy], SyncState())
        #expect(met.met == 1)
        #expect(try await lab.shown(ada)?.contactFields.count == 1)
        lab.server.with { $0.silence = nil }
        try await lab.pass(10)
        #expect(try await lab.shown(ada)?.contactFields.count == 1)
        #expect(try await lab.states().isEmpty)
    }

    @Test func aPassReachesChangesAndConflictsWithThem() async throws {
        try await lab.beOffline()
        let ada = try await lab.add([.firstName: .text("Ada"), .job: .text("Poet")])
        try await lab.save(ada, [.first: .text("Eve"), .job: .text("Countess")])
        lab.change(ada) {
            $0[.firstName] = .text("Eve")
            $0[.job] = .text("Lady")
        }
        try await lab.bring(1)
        #expect(try await lab.outbox.waiting().map(\.slot) == [.job])
        #expect(try await lab.problem() == .conflict(values: [SlotState(.job, .text("Lady"))]))
        #expect(try await lab.shown(ada)?.job == "Countess")
    }

    @Test func aCopyThatShowsMoreKeepsWhatOnlyTheOutboxKnows() async throws {
        let ada = try await lab.add([.firstName: .text("Ada")])
        try await lab.settled(lab.save(ada, [.value(.metWhere): .text("Rome")]))
        #expect(try await lab.editable(ada).values[.metWhere] == .text("Rome"))
        lab.change(ada) { $0[.job] = .text("Poet") }
        try await lab.bring(1)
        await lab.restart()
        #expect(try await lab.editable(ada).values[.metWhere] == .text("Rome"))
    }

    enum Use: Sendable, CaseIterable { case nothing, change, draft, form }

    @Test(arguments: Use.allCases) func aContactInUseIsNotRemoved(use: Use) async throws {
        try await lab.beOffline()
        let ada = try await lab.add([.firstName: .text("Ada")])
        let form = FormID()
        switch use {
        case .nothing: break
        case .change: try await lab.save(ada, [.first: .text("Eve")])
        case .draft: _ = try await lab.store.saveDraft(Data(), of: ada)
        case .form: _ = try await lab.outbox.editable(ada, for: form)
        }
        lab.clock.advance(by: 1)
        lab.server.with { $0.people[1] = nil }
        try await lab.store.remove(ids: [1])
        #expect(try await lab.names().count == (use == .nothing ? 0 : 1))
        #expect(try await lab.outbox.editable(ada)?.isGone == (use == .nothing ? nil : true))
        // The contact goes with its form; for one with a draft the next pass asks again.
        await lab.outbox.formClosed(form)
        for draft in try await lab.store.drafts() { try await lab.store.removeDraft(draft.id) }
        #expect(try await lab.names().count == ([.change, .draft].contains(use) ? 1 : 0))
        #expect(try await lab.store.missing(atMost: 9) == (use == .draft ? [1] : []))
        try await lab.store.remove(ids: [1])
        #expect(try await lab.names().count == (use == .change ? 1 : 0))
    }

    @Test func onlyContactsWithANameOfTheServerAreMissed() async throws {
        // The creation does not go: no token is taken.
        lab.trouble(.instead(.failed(.unauthorized)))
        _ = try await lab.add([.firstName: .text("Ada")])
        try await lab.create([.first: .text("Ann")])
        #expect(try await lab.store.missing(atMost: 9) == [1])
        #expect(try await lab.store.sample(of: 9) == [1])
        #expect(try await lab.store.listedCount() == 1)
        try await lab.store.removeListed(asked: lab.clock.now)
        #expect(try await lab.names() == ["Ann"])
    }

    @Test func theNumberOfAContactMadeHereIsNotGivenToAnother() async throws {
        let ann = try await lab.settled(lab.create([.first: .text("Ann")]).contact)
        #expect(ann.rawValue >= 1 << 40)
        let receipt = try #require(try await lab.outbox.delete(ann, after: 0))
        _ = receipt
        try await lab.settle()
        #expect(try await lab.create([.first: .text("Bea")]).contact > ann)
    }
}

/// Lets no transaction come to its end, as a disk that fails when all was written.
private final class RefusedCommits: TransactionObserver, Sendable {
    func observes(eventsOfKind eventKind: DatabaseEventKind) -> Bool { true }
    func databaseDidChange(with event: DatabaseEvent) {}
    func databaseWillCommit() throws { throw DatabaseError(resultCode: .SQLITE_IOERR) }
    func databaseDidCommit(_ db: Database) {}
    func databaseDidRollback(_ db: Database) {}
}

extension ContactStore {
    /// No transaction of this store comes to its end meanwhile.
    func refusingCommits(_ body: () async throws -> Void) async throws {
        let refused = RefusedCommits()
        try await writeSynced { db in db.add(transactionObserver: refused) }
        try await body()
        try await writeSynced { db in db.remove(transactionObserver: refused) }
    }
}
