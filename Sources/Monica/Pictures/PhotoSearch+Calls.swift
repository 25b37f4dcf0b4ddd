import Contacts
import Model
import Network

/// The calls to the API.
extension PhotoSearch {
    /// Pages of one contact's list; the newest come first.
    private static let maxContactPages = 25
    /// Photos of some megabytes each must fit the limit of the answer's body.
    private static let contactPage = 4
    /// A wait longer than this is a failure.
    private static let maxWait = Duration.seconds(120)

    func sweepPage(call id: Int) async {
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

    func searchList(of contactID: Int, call id: Int) async {
        // A query that joins later may have missed a page. Another call looks for its photo again.
        let asked = Set(queries.filter { $0.value.contactID == contactID }.keys)
        let number = await self.number(contactID)
        var list = PhotoSweep(pageSize: Self.contactPage)
        var pages = 0
        while let number, let page = list.next, pages < Self.maxContactPages, !asked.isDisjoint(with: queries.keys) {
            pages += 1
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
        let priority: () -> Priority = { [weak self] in
            let wanted = self?.queries.values.filter(condition).map { $0.priority() }
            return wanted?.max() ?? Priority(urgency: .background, order: 0)
        }
        do {
            return .success(
                try await slots.run(priority: priority) { () throws(ServerError) in
                    counters.values.apiRequests += 1
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
