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
    typealias Priority = RequestPriority

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

    let client: MonicaClient
    /// The server's number of a contact; nil for a contact that the server does not know.
    let number: (Int) async -> Int?
    let slots: PictureSlots
    let counters: PictureCounters
    let sleep: (Duration) async throws -> Void

    /// Called with photos that an answer brings although no query waits for them.
    var onFoundUnasked: ((Photo) -> Void)?

    var queries: [Int: Query] = [:]
    private var lastQuery = 0
    var calls: [Int: Call] = [:]
    private var lastCall = 0
    var sweep = PhotoSweep(pageSize: sweepPage)
    var pause: Task<Void, Never>?
    private var isStarting = false

    init(
        client: MonicaClient, number: @escaping (Int) async -> Int?, slots: PictureSlots, counters: PictureCounters,
        sleep: @escaping (Duration) async throws -> Void
    ) {
        self.client = client
        self.number = number
        self.slots = slots
        self.counters = counters
        self.sleep = sleep
    }

    /// The encoded picture that the server keeps under a name, uploaded for a contact.
    func picture(
        named name: String, contactID: Int, priority: @escaping () -> Priority
    ) async throws(ServerError) -> Data {
        lastQuery += 1
        let id = lastQuery
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
        let priority: () -> Priority
        let continuation: Continuation
    }

    struct Call {
        /// The contact of the list; nil for the list of all photos.
        let contactID: Int?
        let task: Task<Void, Never>
    }

    /// Queries that no contact's list is being asked for.
    var waiting: [Int: Query] {
        let asked = Set(calls.values.compactMap(\.contactID))
        return queries.filter { !asked.contains($0.value.contactID) }
    }

    var isSweeping: Bool { calls.values.contains { $0.contactID == nil } }

    /// Lets the queries of one frame come together: how many they are decides where to look.
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
    func isSweepWorthwhile(for count: Int) -> Bool {
        count >= Self.many && sweep.next != nil && (sweep.remainingPages ?? 0) <= 2 * count
    }

    func start(contactID: Int?, _ body: @escaping (Int) async -> Void) {
        lastCall += 1
        let id = lastCall
        calls[id] = Call(contactID: contactID, task: Task { await body(id) })
    }

    func end(_ id: Int) { calls.removeValue(forKey: id)?.task.cancel() }

    func withdraw(_ id: Int) {
        answer(.failure(.transport(.cancelled)), id)
        for (id, call) in calls {
            let isWanted = queries.values.contains { call.contactID == nil || $0.contactID == call.contactID }
            if !isWanted { end(id) }
        }
        startCalls()
    }

    func answer(_ result: Result<String, ServerError>, _ id: Int) {
        queries.removeValue(forKey: id)?.continuation.resume(returning: result)
    }
}
