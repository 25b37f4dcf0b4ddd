import Foundation
import Model
import Network

/// Reads all pages of the server's list, from where the last pass was interrupted.
@MainActor
final class FullPass {
    /// The most contacts that Cameo reads of one server.
    private static let maxContacts = 1_000_000
    /// A server that repeats itself as often as this in a row is not worth more questions.
    private static let maxRepetitions = 3
    /// So many answers in a row may fail: a page of each size, and some contacts by themselves.
    private static let maxFailuresInARow = PageSize.stepCount + 3
    /// Bounds the search for contacts that the server cannot send.
    private static let maxFailures = 60
    /// Each question costs a request. The next pass asks for the remaining contacts.
    private static let maxQuestions = 200
    /// How many contacts stand for all others when the server's list leaves out many.
    private static let sampleSize = 20
    /// Archived and partial contacts are in no list, so nothing else tells that one was deleted or changed.
    private static let maxSilenceOnUnlisted: TimeInterval = 7 * 86_400
    /// Changes during the pass must not be missed by the next update, even if the clocks disagree a little.
    private static let overlap: TimeInterval = 300
    /// Pages move when contacts are deleted, so an old bookmark is worth nothing.
    private static let maxInterruption: TimeInterval = 86_400

    private let source: ContactSource
    private let store: ContactStore
    private let report: (Int, Int?) -> Void
    private var state = SyncState()
    private var failuresInARow = 0
    private var failures = 0
    private var hasShrunk = false

    /// `report` is told how many contacts have been met, and of how many.
    init(source: ContactSource, store: ContactStore, report: @escaping (Int, Int?) -> Void) {
        self.source = source
        self.store = store
        self.report = report
    }

    /// `isRetry`: whether a page has just failed. A server under maintenance then gets no further time for the first page.
    func run(isRetry: Bool = false) async throws {
        try await begin()
        try await readPages(isRetry)
        try await finish(isComplete: try await askForTheMissing())
    }

    private func begin() async throws {
        state = try await store.syncState()
        let age = state.passBegan.map { Date.now.timeIntervalSince($0) }
        if state.nextPage != nil, let age, (0...Self.maxInterruption).contains(age) { return }
        state.nextPage = 1
        state.pageSize.growAgain()
        state.passBegan = .now
        state.serverTotal = nil
        try await store.beginPass(state)
    }

    /// While a page is stored, the next one is on its way.
    private func readPages(_ isRetry: Bool) async throws {
        var number = state.nextPage ?? 1
        var repetitions = 0
        var answer = await ask(forPage: number, isPart: isRetry)
        while let current = answer, repetitions < Self.maxRepetitions {
            guard let page = try readable(current) else {
                guard let next = try await readInParts(number) else { return }
                number = next
                answer = await ask(forPage: number)
                continue
            }
            if page.contacts.isEmpty, page.unreadable == 0 {
                if number == 1 { state.serverTotal = page.total }
                return
            }
            let lastPage = min(page.lastPage, Self.maxContacts / state.pageSize.count)
            let following = number < lastPage ? number + 1 : nil
            async let next = ask(forPage: following)
            state.nextPage = number + 1
            repetitions = try await record(page, asked: current.asked) ? 0 : repetitions + 1
            answer = await next
            number += 1
        }
    }

    private struct PageAnswer {
        /// The moment of the request, by the edits' clock.
        let asked: TimeInterval
        let page: Result<ContactPage, any Error>
    }

    /// Nil where there is none to ask for. `isPart`: whether a longer page with it has just failed.
    private func ask(forPage number: Int?, isPart: Bool = false) async -> PageAnswer? {
        guard let number else { return nil }
        let asked = store.editClock
        do {
            let page = try await source.contacts(page: number, of: state.pageSize, sort: .created, isPart: isPart)
            return PageAnswer(asked: asked, page: .success(page))
        } catch {
            return PageAnswer(asked: asked, page: .failure(error))
        }
    }

    /// Nil for a page that the server cannot send as a whole.
    private func readable(_ answer: PageAnswer) throws -> ContactPage? {
        do {
            let page = try answer.page.get()
            failuresInARow = 0
            return page
        } catch let error as ServerError where error.mayBeTooMuch {
            failures += 1
            failuresInARow += 1
            if failures >= Self.maxFailures || failuresInARow >= Self.maxFailuresInARow { throw error }
            // The server has no time for the least that is asked of it.
            if state.pageSize.isLeast, error == .transport(.timedOut) || error == .unavailable(nil) { throw error }
            return nil
        }
    }

    /// Reads the contacts of a page that the server did not send, in shorter ones. When all of them come, the page was too
    /// much for the server, and the shorter size stays; otherwise it stumbles over a contact, and the others come by themselves.
    ///
    /// Returns the next page to ask for; nil at the end of the list.
    private func readInParts(_ number: Int) async throws -> Int? {
        let former = state.pageSize
        let end = number * former.count
        var position = end - former.count
        var wasTooMuch = true
        var isRefused = true
        while position < end {
            if isRefused, !state.pageSize.shrink() {
                wasTooMuch = false
                guard try await readOneByOne(from: position) else { return nil }
                position += state.pageSize.count
                isRefused = false
                continue
            }
            let part = state.pageSize.page(at: position)
            guard let answer = await ask(forPage: part, isPart: true), let page = try readable(answer) else {
                isRefused = true
                continue
            }
            isRefused = false
            state.nextPage = part + 1
            _ = try await record(page, asked: answer.asked)
            guard part < page.lastPage else { return nil }
            position = part * state.pageSize.count
        }
        if !wasTooMuch { state.pageSize = former }
        let next = state.pageSize.page(at: position)
        state.nextPage = next
        return next
    }

    /// Reads the contacts of one of the shortest pages each by itself. Returns whether the list goes on behind them.
    private func readOneByOne(from position: Int) async throws -> Bool {
        state.nextPage = state.pageSize.page(at: position)
        for number in position + 1...position + state.pageSize.count {
            let asked = store.editClock
            do {
                let page = try await source.contacts(page: number, of: .one, sort: .created, isPart: true)
                failuresInARow = 0
                _ = try await record(page, asked: asked)
                if number >= page.lastPage { return false }
            } catch let error as ServerError where error.concernsOneAnswer {
                failures += 1
                failuresInARow += 1
                if failures >= Self.maxFailures || failuresInARow >= Self.maxFailuresInARow { throw error }
            }
        }
        return true
    }

    /// Contacts are missing from the list when they were deleted, or archived, or moved between two pages while we read.
    ///
    /// Returns whether no missing contact remains.
    private func askForTheMissing() async throws -> Bool {
        if try await store.metCount() == 0, try await !removeAllIfTheServerIsEmpty() { return true }
        let missing = try await store.missing(atMost: Self.maxQuestions)
        var listedInARow = 0
        for id in missing {
            listedInARow = try await ask(id) == .listed ? listedInARow + 1 : 0
            // They are all there: it is the list that is incomplete.
            if listedInARow == Self.sampleSize { return true }
        }
        let unlisted = try await store.unlisted(
            notAskedForSince: .now.addingTimeInterval(-Self.maxSilenceOnUnlisted),
            atMost: Self.maxQuestions - missing.count)
        for id in unlisted { _ = try await ask(id) }
        return missing.count < Self.maxQuestions
    }

    /// A suddenly empty list is more likely a server's error than an empty account. So some of the expected contacts are
    /// requested. All contacts are gone only if the server knows none of them.
    ///
    /// Returns false if the list is not credible: the stored contacts stay.
    private func removeAllIfTheServerIsEmpty() async throws -> Bool {
        guard state.serverTotal == 0 else { return false }
        let asked = store.editClock
        let sample = try await store.sample(of: Self.sampleSize)
        var answers: Set<Answer> = []
        for id in sample {
            let answer = try await ask(id)
            guard answer == .gone || answer == .unlisted else { return false }
            answers.insert(answer)
        }
        // If some contacts were archived, others may be too. Then each contact is requested.
        if answers == [.gone] { try await store.removeListed(asked: asked) }
        return true
    }

    private enum Answer {
        case listed, unlisted, gone, unknown
    }

    /// Asks for one contact, and stores or forgets it as the server says.
    private func ask(_ id: Int) async throws -> Answer {
        var answer = Answer.unknown
        let asked = store.editClock
        guard let number = try await store.remoteNumber(of: id) else { return answer }
        do {
            let contact = try await source.contact(id: number)
            if contact.id == number {
                try await store.upsert([contact], asked: asked)
                answer = contact.isActive && !contact.isPartial ? .listed : .unlisted
            } else {
                answer = .gone
            }
        } catch ServerError.notFound {
            answer = .gone
        } catch let error as ServerError where error.concernsOneAnswer {
            // The server cannot send this one now; it stays as it is stored.
        }
        if answer == .gone {
            try await store.remove(ids: [id], asked: asked)
        } else {
            try await store.noteAsked(id: id, at: .now)
        }
        return answer
    }

    /// Returns whether the page had a new contact.
    private func record(_ answer: ContactPage, asked: TimeInterval) async throws -> Bool {
        // Contacts behind deleted ones move forward, perhaps to a page that was read before.
        if let total = state.serverTotal, answer.total < total { hasShrunk = true }
        state.serverTotal = answer.total
        let (met, new) = try await store.record(answer.contacts, state, asked: asked)
        report(met, answer.total)
        return new > 0
    }

    private func finish(isComplete: Bool) async throws {
        let latest = (state.passBegan ?? .now).addingTimeInterval(-Self.overlap)
        state.newestUpdate = min(try await store.newestUpdate() ?? latest, latest)
        // Nil makes the next synchronisation a full pass.
        state.lastFullPass = hasShrunk ? nil : .now
        state.nextPage = nil
        state.passBegan = nil
        if let total = state.serverTotal {
            // Remaining contacts make the numbers differ, so the next synchronisation is a full pass.
            state.unlisted = total - (isComplete ? try await store.listedCount() : try await store.metCount())
        }
        try await store.save(state)
    }
}
