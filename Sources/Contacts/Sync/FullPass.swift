import Foundation
import Model
import Network

/// Reads all pages of the server's list, from where the last pass was interrupted.
@MainActor
final class FullPass {
    private static let pageSize = 100
    /// Bounds what a server can make us read: a million contacts.
    private static let maxPages = 10_000
    /// A server that fails or repeats itself as often as this in a row is not worth more questions.
    private static let maxInARow = 3
    /// Bounds the search for contacts that the server cannot send.
    private static let maxPieces = 60
    /// Each costs a request; whoever is left is asked for in the next pass.
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
    private var failedPages: [Int] = []
    private var failuresInARow = 0
    private var pieces = 0
    private var hasShrunk = false

    /// `report` is told how many contacts have been met, and of how many.
    init(source: ContactSource, store: ContactStore, report: @escaping (Int, Int?) -> Void) {
        self.source = source
        self.store = store
        self.report = report
    }

    func run() async throws {
        try await begin()
        try await readPages()
        for page in failedPages { try await readInPieces(page, of: Self.pageSize) }
        try await finish(isComplete: try await askForTheMissing())
    }

    private func begin() async throws {
        state = try await store.syncState()
        let age = state.passBegan.map { Date.now.timeIntervalSince($0) }
        if state.nextPage != nil, let age, (0...Self.maxInterruption).contains(age) { return }
        state.nextPage = 1
        state.passBegan = .now
        state.serverTotal = nil
        try await store.beginPass(state)
    }

    /// While a page is stored, the next one is on its way.
    private func readPages() async throws {
        var number = state.nextPage ?? 1
        var lastPage = Self.maxPages
        var repetitions = 0
        var answer = await ask(forPage: number)
        while let current = answer, repetitions < Self.maxInARow {
            let page = try readable(current, number: number)
            if let page, page.contacts.isEmpty, page.unreadable == 0 {
                if number == 1 { state.serverTotal = page.total }
                return
            }
            if let page { lastPage = min(page.lastPage, Self.maxPages) }
            let following = number < lastPage ? number + 1 : nil
            async let next = ask(forPage: following)
            if let page {
                let nextPage = failedPages.first ?? number + 1
                repetitions = try await record(page, nextPage: nextPage, asked: current.asked) ? 0 : repetitions + 1
            }
            answer = await next
            number += 1
        }
    }

    private struct PageAnswer {
        /// When it was asked for, by the clock of the edits.
        let asked: TimeInterval
        let page: Result<ContactPage, any Error>
    }

    /// Nil where there is none to ask for.
    private func ask(forPage number: Int?) async -> PageAnswer? {
        guard let number else { return nil }
        let asked = store.editClock
        do {
            let page = try await source.contacts(page: number, perPage: Self.pageSize, sort: .created)
            return PageAnswer(asked: asked, page: .success(page))
        } catch {
            return PageAnswer(asked: asked, page: .failure(error))
        }
    }

    /// Nil for a page that the server cannot send as a whole, which is read in pieces later.
    private func readable(_ answer: PageAnswer, number: Int) throws -> ContactPage? {
        do {
            let page = try answer.page.get()
            failuresInARow = 0
            return page
        } catch let error as ServerError where error.concernsOneAnswer {
            failedPages.append(number)
            failuresInARow += 1
            if failuresInARow == Self.maxInARow { throw error }
            return nil
        }
    }

    /// A page fails as a whole for one contact that the server cannot send; in smaller pages the others come through.
    private func readInPieces(_ page: Int, of size: Int) async throws {
        let smaller = size / 10
        for piece in (page - 1) * 10 + 1...page * 10 {
            do {
                let asked = store.editClock
                let answer = try await source.contacts(page: piece, perPage: smaller, sort: .created)
                _ = try await record(answer, nextPage: state.nextPage, asked: asked)
            } catch let error as ServerError where error.concernsOneAnswer {
                pieces += 10
                if pieces > Self.maxPieces { throw error }
                if smaller > 1 { try await readInPieces(piece, of: smaller) }
            }
        }
    }

    /// Contacts are missing from the list when they were deleted, or archived, or moved between two pages while we read.
    ///
    /// Returns whether nobody is left to ask for.
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

    /// A server that suddenly lists nobody is more likely to be ill than empty, so some of those who should be there are
    /// asked for. Only if it knows none of them, all are gone.
    ///
    /// Returns false if the list cannot be believed: what is stored stays.
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
        // If some were archived, others may have been too: then each is asked for.
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

    /// Returns whether the page has brought anybody new.
    private func record(_ answer: ContactPage, nextPage: Int?, asked: TimeInterval) async throws -> Bool {
        // Whoever stood behind those that are gone has moved forward, perhaps to a page that had been read.
        if let total = state.serverTotal, answer.total < total { hasShrunk = true }
        state.serverTotal = answer.total
        state.nextPage = nextPage
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
            // Whoever is left to ask for makes the numbers differ, and so the next synchronisation a full pass.
            state.unlisted = total - (isComplete ? try await store.listedCount() : try await store.metCount())
        }
        try await store.save(state)
    }
}
