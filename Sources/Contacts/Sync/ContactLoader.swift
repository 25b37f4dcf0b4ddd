public import Foundation
public import Model
import Network

/// Updates a contact and its sections while a person looks at it. Refused or failed requests are repeated until then.
@MainActor
public final class ContactLoader {
    /// The progress of the load.
    public struct State: Sendable, Equatable {
        /// The contact as the server sent it; nil until it came.
        public fileprivate(set) var contact: Contact?
        /// Completely loaded sections, even if the statistics count more entries.
        public fileprivate(set) var loaded: Set<ContactSection> = []
        /// Sections that cannot be had now.
        public fileprivate(set) var failed: Set<ContactSection> = []
        /// The contact itself cannot be had now.
        public fileprivate(set) var isFailing = false
        /// The server has no such contact.
        public fileprivate(set) var isGone = false
        /// The number of rounds of requests for all missing parts.
        public fileprivate(set) var rounds = 0
    }

    /// How long it waits after a failure, and after each that follows.
    static let pauses = [2, 5, 15, 30, 60, 120, 300, 900].map { Duration.seconds($0) }
    /// A longer wait for the server's limit counts as a failure of the missing parts.
    private nonisolated static let patience = Duration.seconds(90)
    private static let waits = Duration.seconds(1)...Duration.seconds(3_600)

    /// Called when the person has rested on the contact, before the first request.
    public var onBegin: (() -> Void)?
    /// Called after each change of the state.
    public var onChange: (() -> Void)?
    /// Called when the person leaves a contact of which something is still missing.
    public var onLeave: (() -> Void)?
    /// How far the contact and its sections are.
    public private(set) var state = State() {
        didSet { if state != oldValue { onChange?() } }
    }

    private let id: Int
    private let refresh: ContactRefresh
    private let store: ContactStore
    private let mayAsk: () -> Bool
    private let pause: @Sendable (Duration) async throws -> Void
    private var oldest: Date?
    private var task: Task<Void, Never>?
    private var isAsking = false
    private var isDone = false
    private var failures = 0
    /// The sections that came with a write from here, after all was loaded.
    private var added: Set<ContactSection> = []

    /// `oldest` is the time when the person last asked for news; `mayAsk` tells whether there is a token for requests.
    public convenience init(
        contactID: Int, server: any ContactServer, store: ContactStore, notBefore oldest: Date? = nil,
        mayAsk: @escaping () -> Bool
    ) {
        self.init(contactID: contactID, server: server, store: store, mayAsk: mayAsk) { try await Task.sleep(for: $0) }
        self.oldest = oldest
    }

    init(
        contactID: Int, server: any ContactServer, store: ContactStore, mayAsk: @escaping () -> Bool = { true },
        pause: @escaping @Sendable (Duration) async throws -> Void
    ) {
        id = contactID
        refresh = ContactRefresh(server: server, store: store)
        self.store = store
        self.mayAsk = mayAsk
        self.pause = pause
    }

    isolated deinit {
        task?.cancel()
    }

    /// Begins after a rest without requests, in which the person may go on to another contact.
    public func start(after rest: Duration) {
        run(after: rest)
    }

    /// Repeats the missing requests at once: a network or a token may be available again.
    public func retry() {
        guard task != nil, !isDone, !isAsking, state.rounds > 0 else { return }
        failures = 0
        run(after: .zero)
    }

    /// Asks for sections that the stored contact has since all was loaded, such as after its first task. Asks at once the first
    /// time, and again only for a loaded section, after a pause: it may be outdated.
    public func load(_ sections: Set<ContactSection>) {
        let isAgain = !sections.isDisjoint(with: state.loaded)
        guard task != nil, isDone, !state.isGone, isAgain || !sections.isSubset(of: added) else { return }
        let rest = sections.isSubset(of: added) ? Self.pauses[1] : .zero
        added.formUnion(sections)
        // The change of the state leads back here.
        isDone = false
        state.loaded.subtract(sections)
        run(after: rest)
    }

    /// Asks for everything anew; nothing older than `oldest` will do.
    public func reload(notBefore oldest: Date?) {
        self.oldest = oldest
        var fresh = State()
        fresh.rounds = state.rounds
        state = fresh
        (isDone, failures, added) = (false, 0, [])
        run(after: .zero)
    }

    /// The person looks at something else.
    public func stop() {
        let hasBegun = isAsking || state.rounds > 0
        task?.cancel()
        task = nil
        if hasBegun, !isDone, !state.isGone { onLeave?() }
    }

    private func run(after rest: Duration) {
        task?.cancel()
        task = Task { [weak self, pause] in
            var wait: Duration? = rest
            while let time = wait {
                // Cancelled while asleep: the next line notices.
                if time > .zero { try? await pause(time) }
                guard !Task.isCancelled else { return }
                wait = await self?.ask()
            }
        }
    }
}

extension ContactLoader {
    /// Makes the missing requests. Returns the pause before the next round; nil for no further round.
    private func ask() async -> Duration? {
        isAsking = true
        if state.rounds == 0 { onBegin?() }
        var new = state
        let wait = await ask(&new)
        // A cancelled round changes no state: a later round, or none, sets it.
        guard !Task.isCancelled else { return nil }
        isAsking = false
        new.rounds += 1
        state = new
        return wait
    }

    private func ask(_ new: inout State) async -> Duration? {
        guard mayAsk() else {
            new.isFailing = true
            return nil
        }
        var wait = Wait()
        if new.contact == nil {
            do {
                new.contact = try await refresh.contact(id: id)
                new.isFailing = false
                // The server does not know it yet; after the next synchronisation it may.
                if new.contact == nil { return nil }
                publish(new)
            } catch ServerError.notFound {
                new.isGone = true
                return nil
            } catch {
                new.isFailing = wait.isLong(for: error)
                // An error in the contact's own answer does not prevent the load of its sections.
                guard let error = error as? ServerError, error.concernsOneAnswer else { return next(after: wait) }
            }
        }
        do throws(ContactStoreError) {
            // A write from here changes the statistics of the stored contact.
            let answered = added.isEmpty ? new.contact : nil
            let known = if let answered { answered } else { try await store.contact(id: id) }
            if let known {
                let answers = try await refresh.sections(of: known, besides: new.loaded, notBefore: oldest)
                // A section that was asked for once more and is fresh needs no request.
                new.loaded.formUnion(answers.loaded.union(added.subtracting(answers.failures.keys)))
                new.failed = Set(answers.failures.filter { wait.isLong(for: $0.value) }.keys)
            }
        } catch {
            _ = wait.isLong(for: error)
        }
        return next(after: wait)
    }

    private func publish(_ new: State) {
        if !Task.isCancelled { state = new }
    }

    private func next(after wait: Wait) -> Duration? {
        switch wait.kind {
        case .none:
            isDone = true
            return nil
        case .limit(let time):
            return min(max(time, Self.waits.lowerBound), Self.waits.upperBound)
        case .failure(let atLeast):
            defer { failures += 1 }
            let pause = Self.pauses[min(failures, Self.pauses.count - 1)]
            return min(max(pause, atLeast), Self.waits.upperBound)
        case .hopeless:
            return nil
        }
    }

    /// The pause before the next round, from the errors of one round.
    private struct Wait {
        enum Kind {
            case none
            case failure(atLeast: Duration)
            case limit(Duration)
            /// Only a new token helps.
            case hopeless
        }

        private(set) var kind = Kind.none

        /// Adds an error; returns whether a successful retry is far off or impossible.
        mutating func isLong(for error: any Error) -> Bool {
            switch (error as? ServerError, kind) {
            case (.rateLimited(let time)?, .limit(let former)):
                kind = .limit(max(time, former))
                return time > ContactLoader.patience
            case (.rateLimited(let time)?, .none), (.rateLimited(let time)?, .failure):
                kind = .limit(time)
                return time > ContactLoader.patience
            case (.unauthorized?, _), (.unsupportedVersion?, _), (.otherServer?, _):
                kind = .hopeless
            case (.unavailable(let time?)?, .none):
                kind = .failure(atLeast: time)
            case (_, .none):
                kind = .failure(atLeast: .zero)
            default:
                break
            }
            return true
        }
    }
}
