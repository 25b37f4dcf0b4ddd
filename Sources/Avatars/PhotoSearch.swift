import Foundation
import MonicaAPI

/// Finds uploaded photos in the API's answers, for servers that give the photos' own URLs only to browsers.
///
/// Each answer costs one of the few requests that the server allows in a minute and carries whole photos. So a few
/// photos are looked for in their contacts' own lists; when many are wanted, the list of all photos serves them
/// together.
final class PhotoSearch {
    typealias Priority = RequestSlots.Priority

    /// Calls at once: the server encodes each photo anew.
    private static let mostCalls = 2
    /// As many wanted photos make the list of all worth a try.
    private static let many = 6
    /// Photos of some megabytes each must fit the limit of the answer's body.
    private static let sweepPage = 8
    private static let contactPage = 4
    /// Pages of one contact's list; the newest come first.
    private static let mostContactPages = 25
    /// How long wishes are gathered before the first is looked for.
    private static let gathering = Duration.milliseconds(20)
    /// A wait longer than this is a failure.
    private static let longestWait = Duration.seconds(120)
    /// The limit of the API's body without base64.
    private static let longestPicture = 30 << 20

    private let client: MonicaClient
    private let slots: RequestSlots
    private let counters: Counters
    private let sleep: (Duration) async throws -> Void

    /// Called with photos that came along although nobody waits for them.
    var onFoundUnasked: ((Photo) -> Void)?

    private var wishes: [Int: Wish] = [:]
    private var lastWish = 0
    private var calls: [Int: Call] = [:]
    private var lastCall = 0
    private var sweep = PhotoSweep(pageSize: sweepPage)
    private var pause: Task<Void, Never>?
    private var isStarting = false

    init(
        client: MonicaClient, slots: RequestSlots, counters: Counters,
        sleep: @escaping (Duration) async throws -> Void
    ) {
        self.client = client
        self.slots = slots
        self.counters = counters
        self.sleep = sleep
    }

    /// The encoded picture that the server keeps under a name, uploaded for a contact.
    func picture(
        named name: String, contactID: Int, priority: @escaping () -> Priority
    ) async throws(LoadFailure) -> Data {
        lastWish += 1
        let id = lastWish
        let result = await withTaskCancellationHandler {
            await withCheckedContinuation { (continuation: Continuation) in
                guard !Task.isCancelled else { return continuation.resume(returning: .failure(.cancelled)) }
                wishes[id] = Wish(name: name, contactID: contactID, priority: priority, continuation: continuation)
                startCallsSoon()
            }
        } onCancel: {
            Task { await self.withdraw(id) }
        }
        let url = try result.get()
        do throws(ImageLoadError) {
            return try await DataURL.picture(in: url, longest: Self.longestPicture)
        } catch {
            throw .failed(error)
        }
    }

    /// Looks at everything anew.
    func forget() {
        sweep = PhotoSweep(pageSize: Self.sweepPage)
        // A sweep that is under way would report into the new one.
        for (id, call) in calls where call.contactID == nil { end(id) }
        startCalls()
    }
}

private extension PhotoSearch {
    typealias Continuation = CheckedContinuation<Result<String, LoadFailure>, Never>

    struct Wish {
        let name: String
        let contactID: Int
        let priority: () -> Priority
        let continuation: Continuation
    }

    struct Call {
        /// Whose list; nil for the list of all.
        let contactID: Int?
        let task: Task<Void, Never>
    }

    /// Wishes that no contact's list is being asked for.
    var waiting: [Int: Wish] {
        let asked = Set(calls.values.compactMap(\.contactID))
        return wishes.filter { !asked.contains($0.value.contactID) }
    }

    var isSweeping: Bool { calls.values.contains { $0.contactID == nil } }

    /// Lets the wishes of one frame come together: how many they are decides where to look.
    func startCallsSoon() {
        guard !isStarting else { return }
        isStarting = true
        Task { [weak self, sleep] in
            // Nothing cancels this task; a clock that fails only ends the wait early.
            try? await sleep(Self.gathering)
            self?.isStarting = false
            self?.startCalls()
        }
    }

    func startCalls() {
        while pause == nil, calls.count < Self.mostCalls, !isSweeping {
            let waiting = waiting
            guard let first = waiting.values.max(by: { $0.priority() < $1.priority() }) else { return }
            if isSweepWorthwhile(for: waiting.count) {
                start(contactID: nil) { [weak self] id in await self?.sweepPage(call: id) }
            } else {
                let contactID = first.contactID
                start(contactID: contactID) { [weak self] id in await self?.searchList(of: contactID, call: id) }
            }
        }
    }

    /// A page costs as much as one contact's list, and what it brings unasked is wanted later.
    func isSweepWorthwhile(for count: Int) -> Bool {
        count >= Self.many && sweep.next != nil && (sweep.remainingPages ?? 0) <= 2 * count
    }

    func start(contactID: Int?, _ body: @escaping (Int) async -> Void) {
        lastCall += 1
        let id = lastCall
        calls[id] = Call(contactID: contactID, task: Task { await body(id) })
    }

    func end(_ id: Int) {
        calls.removeValue(forKey: id)?.task.cancel()
    }

    func withdraw(_ id: Int) {
        guard let wish = wishes.removeValue(forKey: id) else { return }
        wish.continuation.resume(returning: .failure(.cancelled))
        for (id, call) in calls {
            let isWanted = wishes.values.contains { call.contactID == nil || $0.contactID == call.contactID }
            if !isWanted { end(id) }
        }
        startCalls()
    }

    func answer(_ result: Result<String, LoadFailure>, where condition: (Wish) -> Bool) {
        for (id, wish) in wishes where condition(wish) {
            wishes[id] = nil
            wish.continuation.resume(returning: result)
        }
    }
}

private extension PhotoSearch {
    func sweepPage(call id: Int) async {
        guard let page = sweep.next else { return end(id) }
        let result = await ask(priorityOf: { _ in true }) { [client] urgency throws(MonicaError) in
            try await client.photos(page: page.number, perPage: page.size, urgency: urgency)
        }
        guard calls[id] != nil else { return }
        switch result {
        case .success(let answer):
            sweep.succeed(count: answer.photos.count, total: answer.total)
            deliver(answer.photos)
        case .failure(let error) where error.isOfBrokenPhoto:
            sweep.fail()
        case .failure(let error):
            handle(error) { _ in true }
        }
        end(id)
        startCalls()
    }

    func searchList(of contactID: Int, call id: Int) async {
        var list = PhotoSweep(pageSize: Self.contactPage)
        var pages = 0
        while let page = list.next, pages < Self.mostContactPages {
            pages += 1
            let result = await ask(priorityOf: { $0.contactID == contactID }) { [client] urgency throws(MonicaError) in
                try await client.photos(
                    ofContact: contactID, page: page.number, perPage: page.size, urgency: urgency)
            }
            guard calls[id] != nil else { return }
            switch result {
            case .success(let photos):
                list.succeed(count: photos.count)
                deliver(photos)
            case .failure(let error) where error.isOfBrokenPhoto:
                list.fail()
            case .failure(let error):
                end(id)
                // Only a contact that is gone says nothing about the others.
                handle(error) { error != .notFound || $0.contactID == contactID }
                return startCalls()
            }
            guard wishes.values.contains(where: { $0.contactID == contactID }) else { break }
        }
        end(id)
        // Left out by the server, or among the photos that it cannot read.
        answer(.failure(.failed(list.hasGivenUp ? .status(500) : .notFound))) { $0.contactID == contactID }
        startCalls()
    }

    func ask<Value>(
        priorityOf condition: @escaping (Wish) -> Bool,
        _ request: (HTTPUrgency) async throws(MonicaError) -> Value
    ) async -> Result<Value, MonicaError> {
        let priority: () -> Priority = { [weak self] in
            let wanted = self?.wishes.values.filter(condition).map { $0.priority() }
            return wanted?.max() ?? Priority(urgency: .background, order: 0)
        }
        do {
            return try await slots.run(priority: priority) { () throws(LoadFailure) -> Result<Value, MonicaError> in
                counters.values.apiRequests += 1
                do throws(MonicaError) {
                    return .success(try await request(priority().urgency))
                } catch {
                    return .failure(error)
                }
            }
        } catch {
            return .failure(.transport(.cancelled))
        }
    }

    func deliver(_ photos: [Photo]) {
        for photo in photos {
            guard let name = photo.fileName, let url = photo.dataURL else { continue }
            if wishes.values.contains(where: { $0.name == name }) {
                answer(.success(url)) { $0.name == name }
            } else {
                onFoundUnasked?(photo)
            }
        }
    }

    /// Waits if the server says so, else ends the wishes that the error concerns.
    func handle(_ error: MonicaError, concerning condition: (Wish) -> Bool) {
        if let wait = error.wait, wait <= Self.longestWait, pause == nil {
            pause = Task { [weak self, sleep] in
                // Nothing cancels this task; a clock that fails only ends the pause early.
                try? await sleep(wait)
                self?.pause = nil
                self?.startCalls()
            }
        } else if error.wait == nil || pause == nil {
            answer(.failure(LoadFailure(error)), where: condition)
        }
    }
}

private nonisolated extension MonicaError {
    /// Whether a smaller page may succeed.
    var isOfBrokenPhoto: Bool {
        switch self {
        case .server(status: 500), .unreadable, .transport(.tooLarge), .transport(.truncated): true
        default: false
        }
    }

    /// How long the server wants to be left alone.
    var wait: Duration? {
        switch self {
        case .rateLimited(let wait): wait
        case .unavailable(let wait): wait
        default: nil
        }
    }
}

nonisolated extension LoadFailure {
    init(_ error: MonicaError) {
        self =
            switch error {
            case .transport(let error): LoadFailure(error)
            case .unauthorized: .failed(.unauthorized)
            case .notFound: .failed(.notFound)
            case .server(let status): .failed(.status(status))
            case .rateLimited: .failed(.status(429))
            case .unavailable: .failed(.status(503))
            case .invalidRequest, .unreadable, .notMonica, .monica5: .failed(.networkError("unexpected answer"))
            }
    }
}
