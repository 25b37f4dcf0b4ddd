import Foundation
import GRDB
import Model
import Synchronization
import Testing

@testable import Contacts

/// Several processes over one database: one sends, and each learns what the others have stored.
final class EditProcessesTests: ProcessesLab {
    @Test func oneSendsWhatTheOtherStoresAndBothKnow() async throws {
        let remote = try server.add([.firstName: .text("Ann")])
        let (first, second) = (try await makeQueue(), try await makeQueue())
        let sending = Task { await first.run() }
        defer { sending.cancel() }
        _ = try await first.store([Self.name("Ann", "Anna")], of: Self.ann, remote: remote)
        try await wait { name(remote) == .text("Anna") }

        let following = Task { await second.run() }
        defer { following.cancel() }
        try await wait { try await second.pauseReason() == .elsewhere }
        // Nobody else begins to send by wishing for it.
        try await second.resume()
        #expect(try await second.pauseReason() == .elsewhere)
        let news = second.store.changes.subscribe()
        defer { news.close() }
        _ = try await second.store([Self.name("Anna", "Anne")], of: Self.ann, remote: remote)
        try await wait { name(remote) == .text("Anne") }
        try await wait { try await second.edits().isEmpty }
        try await wait { news.empty().contains(Int(Self.ann.rawValue)) }
        #expect(server.requests.filter { $0.written != nil }.count == 2)
    }

    @Test func whereNothingCanBeLockedNothingIsSentAndThatIsSaid() async throws {
        let remote = try server.add([.firstName: .text("Ann")])
        let queue = try await makeQueue()
        let lock = folder.appending(component: "contacts.sqlite-sending")
        try FileManager.default.createSymbolicLink(at: lock, withDestinationURL: folder.appending(component: "other"))
        let sending = Task { await queue.run() }
        defer { sending.cancel() }
        _ = try await queue.store([Self.name("Ann", "Anna")], of: Self.ann, remote: remote)
        try await wait { try await queue.pauseReason() == .unlockable }
        // Not what its last try met, in another run.
        try await queue.change { book in
            for edit in book.edits { book.update(edit.id) { $0.issue = .offline } }
        }
        #expect(try await queue.waiting().map(\.issue) == [.unlockable])
        // Whoever waits for the end of the edits need not.
        #expect(try await queue.isResting(until: clock.now + 60))
        #expect(server.requests.isEmpty)
        // Once it can be locked all goes on.
        try FileManager.default.removeItem(at: lock)
        try await wait { name(remote) == .text("Anna") }
    }

    @Test func theOtherGoesOnWhereTheFirstEnds() async throws {
        let remote = try server.add([.firstName: .text("Ann")])
        let (first, second) = (try await makeQueue(), try await makeQueue())
        let sending = Task { await first.run() }
        _ = try await first.store([Self.name("Ann", "Anna")], of: Self.ann, remote: remote)
        try await wait { name(remote) == .text("Anna") }
        let following = Task { await second.run() }
        defer { following.cancel() }
        sending.cancel()
        await sending.value
        _ = try await second.store([Self.name("Anna", "Anne")], of: Self.ann, remote: remote)
        try await wait { name(remote) == .text("Anne") }
        #expect(try await second.pauseReason() == nil)
    }

    /// Two processes without queues, so that one can act at any moment of the other.
    private func withEngines(
        _ body: (_ first: inout EditEngine, Database, _ second: inout EditEngine, Database) throws -> Void
    ) throws {
        try EditCheckerTests.inDatabases(EditCheckerTests.databases(2)) { databases in
            var first = try EditEngine(databases[0], account: "a", copies: copies)
            var second = try EditEngine(databases[1], account: "a", copies: copies)
            try first.takeOver(databases[0], now: 1)
            try body(&first, databases[0], &second, databases[1])
        }
    }

    @Test func whatIsDroppedInOneIsNotSentByTheOther() throws {
        let remote = try server.add([.firstName: .text("Ann")])
        try withEngines { first, firstDB, second, secondDB in
            let edit = try second.change(secondDB) { book in
                book.name(Self.ann, as: remote)
                return book.append(Self.name("Ann", "Anna"), of: Self.ann)
            }
            #expect(try first.catchUp(firstDB))
            guard case .ask(.contact(remote)) = try first.step(firstDB, now: 2) else {
                throw ContactStoreError.closed
            }
            #expect(try second.change(secondDB) { $0.drop(edit) })
            let person = try #require(server.person(remote))
            let copy = server.state.withLock { $0.model.view(person) }
            try first.receive(EditResponse(.contact(copy)), firstDB, now: 3)
            guard case .wait = try first.step(firstDB, now: 3) else { throw ContactStoreError.closed }
            #expect(first.book.edits.isEmpty)
        }
    }

    @Test func anOlderFormOfOneFollowsFromWhatTheOtherHasSaved() throws {
        let remote = try server.add([.firstName: .text("Ann")])
        try withEngines { first, firstDB, second, secondDB in
            try first.change(firstDB) { book in
                book.name(Self.ann, as: remote)
                book.append(Self.name("Ann", "Anna"), of: Self.ann)
            }
            // Its form knows nothing of that yet.
            let receipt = try second.change(secondDB) { $0.store([Self.name("Ann", "Anne")], of: Self.ann) }.first
            #expect(receipt?.change == Self.name("Anna", "Anne"))
            #expect(second.book.edits.map(\.change) == [Self.name("Ann", "Anna"), Self.name("Anna", "Anne")])
        }
    }

    @Test func whatOneChangesStaysWhereTheOtherTakesBackThatItWasAdded() throws {
        let remote = try server.add([.firstName: .text("Ann")])
        func mail(_ content: String) -> PartValue { .field(FieldValue(type: RemoteID("1"), content: content)) }
        try withEngines { first, firstDB, second, secondDB in
            let receipt = try first.change(firstDB) { book in
                book.name(Self.ann, as: remote)
                let change = PartChange(kind: .field, part: PartID(-1), before: nil, after: mail("a@b.c"))
                return book.store([.part(change)], of: Self.ann).first
            }
            guard let receipt, case .part(let added) = receipt.change else { throw ContactStoreError.closed }
            try second.change(secondDB) { book in
                let change = PartChange(kind: .field, part: added.part, before: mail("a@b.c"), after: mail("z@b.c"))
                book.append(.part(change), of: Self.ann)
            }
            try first.change(firstDB) { $0.undo(receipt.change, receipt.edit, of: Self.ann) }
            #expect(first.book.edits.map(\.state) == [.waiting, .waiting])
            // Carried out meanwhile it stays all the same.
            try first.change(firstDB) { $0.update(receipt.edit) { $0.state = .sent } }
            try first.change(firstDB) { $0.undo(receipt.change, receipt.edit, of: Self.ann) }
            #expect(first.book.edits.count == 2)
        }
    }

    @Test func aDeletionWhoseToastShowsInOneIsNotSentByTheOther() throws {
        let remote = try server.add([.firstName: .text("Ann")])
        try withEngines { first, firstDB, second, secondDB in
            let deletion = try second.change(secondDB) { book in
                book.name(Self.ann, as: remote)
                let id = book.append(.delete(SeenContact()), of: Self.ann)
                book.update(id) { $0.notBefore = 20 }
                return id
            }
            #expect(try first.catchUp(firstDB))
            guard case .ask(.photos(remote)) = try first.step(firstDB, now: 20) else {
                throw ContactStoreError.closed
            }
            try first.receive(EditResponse(.photos([])), firstDB, now: 21)
            guard case .ask(.contact(remote)) = try first.step(firstDB, now: 21) else {
                throw ContactStoreError.closed
            }
            // The toast shows on.
            try second.change(secondDB) { $0.update(deletion) { $0.notBefore = 40 } }
            let person = try #require(server.person(remote))
            let copy = server.state.withLock { $0.model.view(person) }
            try first.receive(EditResponse(.contact(copy)), firstDB, now: 22)
            guard case .wait(until: 40) = try first.step(firstDB, now: 22) else { throw ContactStoreError.closed }
            #expect(server.person(remote)?.isDeleted == false)
        }
    }

    @Test func aDeletionWhoseToastShowsInOneIsNotMadeFinalByTheEndOfTheOther() async throws {
        let (first, second) = (try await makeQueue(), try await makeQueue())
        let bob = ContactID(2)
        try await second.delete(Self.ann, remote: RemoteID("1"), after: 20)
        try await first.delete(bob, remote: RemoteID("2"), after: 20)
        try await first.finishDeletions()
        #expect(try await first.edits().map(\.isHeld) == [true, false])
        #expect(try await second.undoDeletion(of: Self.ann) == .takenBack)
        #expect(try await second.undoDeletion(of: bob) == .tooLate)
        // One whose toast is shown anew here ends here.
        try await second.delete(Self.ann, remote: RemoteID("1"), after: 20)
        try await first.holdDeletion(of: Self.ann, for: 20)
        try await first.finishDeletions()
        #expect(try await first.edits().map(\.isHeld) == [false, false])
    }

    @Test func aDeletionWhoseToastShowsInOneIsNotShownByTheOther() async throws {
        let first = try await makeQueue()
        try await first.delete(Self.ann, remote: RemoteID("1"), after: 20)
        // Another process starts, in which nobody can take it back, so that its end says nothing.
        let second = try await makeQueue()
        #expect(try await second.claimDeletions().isEmpty)
        try await second.finishDeletions()
        // Whatever else is stored leaves the toast where it is, also once all was read anew; nor is there another one of it in the
        // first, as where a new main window opens.
        try await first.change { $0.heldHere = [] }
        #expect(try await second.claimDeletions().isEmpty)
        #expect(try await first.claimDeletions().isEmpty)
        #expect(try await first.undoDeletion(of: Self.ann) == .takenBack)
    }

    @Test func aDeletionWhoseToastEndedWithItsProcessIsShownByAnother() async throws {
        let (first, second) = (try await makeQueue(), try await makeQueue())
        try await first.delete(Self.ann, remote: RemoteID("1"), after: 20)
        // As after a kill: the process's files are closed, and nothing is stored.
        first.store.locks.close()
        try await first.change { book in
            for edit in book.edits { book.update(edit.id) { $0.notBefore = 1_001 } }
        }
        #expect(try await second.claimDeletions().map(\.contact) == [Self.ann])
        // Whoever sends leaves it there.
        #expect(try await second.edits().map(\.notBefore) == [1_020])
        // Before its toast has held it once.
        let third = try await makeQueue()
        #expect(try await third.claimDeletions().isEmpty)
        try await second.finishDeletions()
        #expect(try await second.undoDeletion(of: Self.ann) == .tooLate)
    }

    @Test func aDeletionThatWasRolledBackIsHeldByNobody() async throws {
        let (first, second) = (try await makeQueue(), try await makeQueue())
        try await first.store.refusingCommits {
            await #expect(throws: ContactStoreError.self) {
                try await first.delete(Self.ann, remote: RemoteID("1"), after: 20)
            }
        }
        // That of another process gets its number, and a crash ends its toast.
        try await second.delete(ContactID(2), remote: RemoteID("2"), after: 20)
        second.store.locks.close()
        let third = try await makeQueue()
        #expect(try await third.claimDeletions().map(\.contact) == [ContactID(2)])
    }

    @Test func aDeletionThatIsTakenBackInOneIsNotCarriedOutByTheOther() throws {
        try withEngines { first, firstDB, second, secondDB in
            let contact = try second.change(secondDB) { book in
                let contact = book.newContact()
                let creation = book.append(
                    .create(ContactCreation(uuid: "u", values: [.firstName: .text("Ann")])), of: contact)
                book.refuse(creation, .refused(["no"]))
                let deletion = book.append(.delete(SeenContact()), of: contact)
                book.update(deletion) { $0.notBefore = 20 }
                return contact
            }
            #expect(try first.catchUp(firstDB))
            #expect(try second.change(secondDB) { $0.undoDeletion(of: contact, now: 15) } == .takenBack)
            guard case .wait = try first.step(firstDB, now: 21) else { throw ContactStoreError.closed }
            #expect(first.book.contacts[contact] != nil && first.book.edits.count == 1)
        }
    }

    @Test func aCopyFromBeforeAWriteOfTheOtherIsThrownAway() throws {
        let remote = try server.add([.firstName: .text("Ann")])
        try withEngines { first, firstDB, second, secondDB in
            try first.change(firstDB) { book in
                book.name(Self.ann, as: remote)
                book.append(Self.name("Ann", "Anna"), of: Self.ann)
            }
            let person = try #require(server.person(remote))
            let old = server.state.withLock { $0.model.view(person) }
            var step = try first.step(firstDB, now: 10)
            while case .ask(let request) = step {
                let answer = server.state.withLock { $0.model.answer(request) }
                try first.receive(EditResponse(answer), firstDB, now: 12)
                step = try first.step(firstDB, now: 12)
            }
            #expect(name(remote) == .text("Anna"))
            #expect(try second.change(secondDB) { $0.accept(old, asked: 11, now: 13) } == .discard)
            #expect(try second.change(secondDB) { $0.accept(old, asked: 13, now: 14) } != .discard)
        }
    }

    @Test func anEndOfAClockThatHasBegunAnewCountsForNothing() throws {
        let remote = try server.add([.firstName: .text("Ann")])
        try withEngines { first, firstDB, second, secondDB in
            try first.change(firstDB) { book in
                book.name(Self.ann, as: remote)
                book.ended[remote] = 864_000
            }
            let person = try #require(server.person(remote))
            let copy = server.state.withLock { $0.model.view(person) }
            #expect(try second.change(secondDB) { $0.accept(copy, asked: 50, now: 51) } != .discard)
        }
    }

    @Test func whateverLooksTellsWhatAnotherProcessHasStored() async throws {
        let remote = try server.add([.firstName: .text("Ann")])
        let (first, second) = (try await makeQueue(), try await makeQueue())
        #expect(try await second.edits().isEmpty)
        let (news, edits) = (second.store.changes.subscribe(), second.store.changes.subscribeToEdits())
        defer {
            news.close()
            edits.close()
        }
        _ = try await first.store([Self.name("Ann", "Anna")], of: Self.ann, remote: remote)
        // Not the look of each half minute, but whatever is done first.
        try await second.change { _ in }
        #expect(news.empty().contains(Int(Self.ann.rawValue)))
        #expect(await edits.changed())
        #expect(try await !second.catchUp())
    }
}
