import Foundation
import Model
import Network

/// Finds uploaded photos in the API's answers, for servers that give the photos' own URLs only to browsers.
///
/// Each answer costs one of the few requests that the server allows in a minute and carries whole photos. So a few
/// photos are looked for in their contacts' own lists; when many are wanted, the list of all photos serves them
/// together.
@MainActor
final class PhotoSearch {
    /// Calls at once: the server encodes each photo anew.
    private static let maxCalls = 2
    /// As many wanted photos make the list of all worth a try.
    private static let many = 6
    /// Photos of some megabytes each must fit the limit of the answer's body.
    private static let sweepPage = 8
    /// How long queries are gathered before the first is looked for.
    private static let gathering = Duration.milliseconds(20)
    /// The limit of the API's body without base64.
    private static let maxPictureBytes = 30 << 20

    private let client: MonicaClient
    /// The server's number of a contact; nil for a contact that the server does not know.
    private let number: (Int) async -> Int?
    private let slots: PictureSlots
    private let sleep: (Duration) async throws -> Void

    /// Called with photos that an answer brings although no query waits for them.
    var onFoundUnasked: ((Photo) -> Void)?

    private(set) var queries: [UUID: Query] = [:]
    /// The contact of each list; nil for the list of all photos.
    private(set) var calls: [UUID: (contactID: Int?, task: Task<Void, Never>)] = [:]
    /// Requests since the start.
    private(set) var requests = 0
    private var sweep = PhotoSweep(pageSize: sweepPage)
    private var pause: Task<Void, Never>?
    private var isStarting = false

    init(
        client: MonicaClient, number: @escaping (Int) async -> Int?, slots: PictureSlots,
        sleep: @escaping (Duration) async throws -> Void
    ) {
        self.client = client
        self.number = number
        self.slots = slots
        self.sleep = sleep
    }

    /// The encoded picture that the server keeps under a name, uploaded for a contact.
    func picture(
        named name: String, contactID: Int, priority: @escaping () -> RequestPriority
    ) async throws(ServerError) -> Data {
        let id = UUID()
        let result = await withTaskCancellationHandler {
            await withCheckedContinuation { (continuation: Continuation) in
                guard !Task.isCancelled else { return continuation.resume(returning: .failure(.transport(.cancelled))) }
                queries[id] = Query(name: name, contactID: contactID, priority: priority, continuation: continuation)
                startCallsSoon()
            }
        } onCancel: {
            Task { await self.withdraw(id) }
        }
        guard let data = await DataURL.picture(in: try result.get(), maxBytes: Self.maxPictureBytes) else {
            throw .unreadable
        }
        return data
    }

    /// Looks at everything anew. Calls under way end: their photos may be older than the wanted photos. A caller that
    /// has just cleared the stored photos must not get older photos.
    func forget() {
        sweep = PhotoSweep(pageSize: Self.sweepPage)
        for id in calls.keys { end(id) }
        startCalls()
    }
}

extension PhotoSearch {
    typealias Continuation = CheckedContinuation<Result<String, ServerError>, Never>

    struct Query {
        let name: String
        let contactID: Int
        let priority: () -> RequestPriority
        let continuation: Continuation
    }

    /// Queries that no contact's list is being asked for.
    private var waiting: [UUID: Query] {
        let asked = Set(calls.values.compactMap { $0.contactID })
        return queries.filter { !asked.contains($0.value.contactID) }
    }

    private var isSweeping: Bool { calls.values.contains { $0.contactID == nil } }

    /// Lets the queries of one frame come together: how many they are decides where to look.
    private func startCallsSoon() {
        guard !isStarting else { return }
        isStarting = true
        Task { [weak self, sleep] in
            // Nothing cancels this task; a clock that fails only ends the wait early.
            try? await sleep(Self.gathering)
            self?.isStarting = false
            self?.startCalls()
        }
    }

    private func startCalls() {
        while pause == nil, calls.count < Self.maxCalls, !isSweeping {
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

    /// A page costs as much as one contact's list. The unasked photos of the page are wanted later.
    private func isSweepWorthwhile(for count: Int) -> Bool {
        count >= Self.many && sweep.next != nil && (sweep.remainingPages ?? 0) <= 2 * count
    }

    private func start(contactID: Int?, _ body: @escaping (UUID) async -> Void) {
        let id = UUID()
        calls[id] = (contactID: contactID, task: Task { await body(id) })
    }

    private func end(_ id: UUID) { calls.removeValue(forKey: id)?.task.cancel() }

    private func withdraw(_ id: UUID) {
        answer(.failure(.transport(.cancelled)), id)
        for (id, call) in calls {
            let isWanted = queries.values.contains { call.contactID == nil || $0.contactID == call.contactID }
            if !isWanted { end(id) }
        }
        startCalls()
    }

    private func answer(_ result: Result<String, ServerError>, _ id: UUID) {
        queries.removeValue(forKey: id)?.continuation.resume(returning: result)
    }
}

// The calls to the API.
extension PhotoSearch {
    /// Pages of one contact's list; the newest come first.
    private static let maxContactPages = 25
    /// Photos of some megabytes each must fit the limit of the answer's body.
    private static let contactPage = 4
    /// A wait longer than this is a failure.
    private static let maxWait = Duration.seconds(120)

    private func sweepPage(call id: UUID) async {
        guard let page = sweep.next else { return end(id) }
        let result = await ask(priorityOf: { _ in true }) { [client] urgency throws(ServerError) in
            try await client.photos(page: page.number, perPage: page.size, urgency: urgency)
        }
        guard calls[id] != nil else { return }
        switch result {
        case .success(let answer):
            sweep.succeed(count: answer.entries.count, total: answer.total)
            deliver(answer.entries)
        case .failure(let error) where error.isOfBrokenPhoto:
            sweep.fail()
        case .failure(let error):
            handle(error) { _ in true }
        }
        end(id)
        startCalls()
    }

    private func searchList(of contactID: Int, call id: UUID) async {
        // A query that joins later may have missed a page. Another call looks for its photo again.
        let asked = Set(queries.filter { $0.value.contactID == contactID }.keys)
        let number = await self.number(contactID)
        var list = PhotoSweep(pageSize: Self.contactPage)
        for _ in 1...Self.maxContactPages {
            guard let number, let page = list.next, !asked.isDisjoint(with: queries.keys) else { break }
            let result = await ask(priorityOf: { $0.contactID == contactID }) { [client] urgency throws(ServerError) in
                try await client.photos(ofContact: number, page: page.number, perPage: page.size, urgency: urgency)
            }
            guard calls[id] != nil else { return }
            switch result {
            case .success(let answer):
                list.succeed(count: answer.sent, total: answer.statedTotal)
                deliver(answer.entries)
            case .failure(let error) where error.isOfBrokenPhoto:
                list.fail()
            case .failure(let error):
                end(id)
                // Only a contact that is gone says nothing about the others.
                handle(error) { error != .notFound || $0.contactID == contactID }
                return startCalls()
            }
        }
        end(id)
        // Left out by the server, or among the photos that it cannot read.
        let failure = list.hasGivenUp ? ServerError.server(status: 500) : .notFound
        for id in asked { answer(.failure(failure), id) }
        startCalls()
    }

    private func ask<Value>(
        priorityOf condition: @escaping (Query) -> Bool,
        _ request: (HTTPUrgency) async throws(ServerError) -> Value
    ) async -> Result<Value, ServerError> {
        let priority: () -> RequestPriority = { [weak self] in
            let wanted = self?.queries.values.filter(condition).map { $0.priority() }
            return wanted?.max() ?? RequestPriority(urgency: .background, order: 0)
        }
        do {
            return .success(
                try await slots.run(priority: priority) { () throws(ServerError) in
                    requests += 1
                    return try await request(priority().urgency)
                })
        } catch {
            return .failure(error)
        }
    }

    private func deliver(_ photos: [Photo]) {
        for photo in photos {
            guard let name = photo.fileName, let url = photo.dataURL else { continue }
            let asking = queries.filter { $0.value.name == name }.keys
            for id in asking { answer(.success(url), id) }
            if asking.isEmpty { onFoundUnasked?(photo) }
        }
    }

    /// Waits if the server says so, else ends the queries that the error concerns.
    private func handle(_ error: ServerError, concerning condition: (Query) -> Bool) {
        if let wait = error.wait, wait <= Self.maxWait, pause == nil {
            pause = Task { [weak self, sleep] in
                // Nothing cancels this task; a clock that fails only ends the pause early.
                try? await sleep(wait)
                self?.pause = nil
                self?.startCalls()
            }
        } else if error.wait == nil || pause == nil {
            for id in queries.filter({ condition($0.value) }).keys { answer(.failure(error), id) }
        }
    }
}

private extension ServerError {
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
