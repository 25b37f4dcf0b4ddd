import Contacts
import Foundation
import Model
import Network
import Synchronization

// Reading.
extension MonicaWriteServer {
    private static let perPage = 100
    /// A contact with more entries of a kind has the oldest ones out of reach.
    private static let maxThingPages = 30
    /// A contact that was just made is among so many.
    private static let maxNewest = 300

    func contact(_ id: RemoteID) async throws(RequestFailure) -> MonicaContact {
        // The server has nothing that it cannot have named.
        guard let path = id.path("contacts") else { throw .gone([]) }
        let contact = try await exchange(await client.contactRequest(path, urgency: .edit)) { body in
            JSONText.members(of: body)?["data"].flatMap { MonicaContact(json: $0) }.flatMap { $0.id == id ? $0 : nil }
        }
        remember(contact)
        return contact
    }

    func user() async throws(RequestFailure) -> RemoteID? {
        let body = try await exchange(await client.request("me", urgency: .edit))
        guard let user = JSONObject(dataIn: body) else { throw .failed(.page(nil)) }
        return user.object("me_contact")?.remoteID
    }

    /// The newest entries of a contact, in pages until the named ones have come; nil stands for all.
    func things(_ kind: PartKind, _ id: RemoteID, _ named: Set<RemoteID>?) async throws(RequestFailure) -> ThingList {
        do throws(RequestFailure) {
            return try await things(kind, id, named, inPagesOf: Self.perPage)
        } catch {
            // A gift brings its photos. An unreadable one makes a longer answer an error.
            guard kind == .gift, let named, case .failed(.failed) = error else { throw error }
            let list = try await things(kind, id, named, inPagesOf: 1)
            // An entry that cannot be read is not gone.
            guard named.isSubset(of: list.things.map(\.id)) else { throw error }
            return list
        }
    }

    private func things(
        _ kind: PartKind, _ id: RemoteID, _ named: Set<RemoteID>?, inPagesOf size: Int
    ) async throws(RequestFailure) -> ThingList {
        guard let path = id.path("contacts") else { throw .gone([]) }
        var list = ThingList()
        try await pages(
            "\(path)/\(kind.list)", perPage: size, atMost: Self.maxThingPages, { MonicaPart($0, kind, of: id) }
        ) { page, isLast in
            list.things += page?.entries ?? []
            list.isWhole = isLast && page != nil
            // One entry tells too little of the others.
            return size > 1 && named.map { list.has($0) } ?? false
        }
        return list
    }

    /// The contact with a UUID; nil if it is not there. A small server sends the same contacts in shorter pages.
    func newest(_ uuid: String) async throws(RequestFailure) -> MonicaContact? {
        var size = state.withLock(\.pageSize)
        while true {
            do throws(RequestFailure) {
                let id = try await newest(uuid, inPagesOf: size.count)
                state.withLock { $0.pageSize = size }
                guard let id else { return nil }
                return try await contact(id)
            } catch {
                guard error.mayBeTooMuch, size.shrink() else { throw error }
            }
        }
    }

    private func newest(_ uuid: String, inPagesOf size: Int) async throws(RequestFailure) -> RemoteID? {
        var oldest: Int?
        var total: Int?
        try await pages(
            "contacts", perPage: size, atMost: Self.maxNewest / size,
            { $0.string("uuid")?.lowercased() == uuid.lowercased() ? $0.remoteID : nil }
        ) { page, _ throws(RequestFailure) in
            // The oldest that has it.
            oldest = page?.entries.compactMap { Int($0.rawValue) }.min()
            if oldest != nil { return true }
            // A contact that went meanwhile has drawn another one over to a page that was read before.
            if let total, let there = page?.statedTotal, there < total { throw .failed(.lost) }
            total = page?.statedTotal ?? total
            return false
        }
        return oldest.map { RemoteID(String($0)) }
    }

    /// Reads pages of a list, the newest entries first, until `take` returns true.
    ///
    /// A page of one entry is nil where the server cannot read the entry. The error of the third such page in a row is thrown.
    func pages<Entry: Sendable>(
        _ path: String, perPage: Int, atMost count: Int, urgency: (_ number: Int) -> HTTPUrgency = { _ in .edit },
        _ read: @escaping @Sendable (JSONObject) -> Entry?,
        until take: (_ page: ListPage<Entry>?, _ isLast: Bool) throws(RequestFailure) -> Bool
    ) async throws(RequestFailure) {
        var unreadable = 0
        for number in 1...count {
            let request = await client.request(
                path, page: number, perPage: perPage, sort: .createdDescending, urgency: urgency(number))
            var page: ListPage<Entry>?
            do throws(RequestFailure) {
                page = try await listPage(request, atMost: perPage, read)
                unreadable = 0
            } catch {
                unreadable += 1
                let mayGoOn = perPage == 1 && unreadable < MonicaClient.maxUnreadablePhotos
                guard mayGoOn, case .failed(.failed) = error else { throw error }
            }
            let isLast = page?.isLast ?? false || number == count
            if try take(page, isLast) || isLast { return }
        }
    }

    func listPage<Entry: Sendable>(
        _ request: HTTPRequest, atMost asked: Int, _ read: @escaping @Sendable (JSONObject) -> Entry?
    ) async throws(RequestFailure) -> ListPage<Entry> {
        try await exchange(request) { try? ListPage($0, atMost: asked, read) }
    }
}
