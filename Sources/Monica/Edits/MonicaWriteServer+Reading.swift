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
        var unreadable = 0
        for number in 1...Self.maxThingPages {
            let request = await client.request(
                "\(path)/\(kind.list)", page: number, perPage: size, sort: .createdDescending, urgency: .edit)
            do throws(RequestFailure) {
                let page = try await listPage(request, atMost: size) { MonicaPart($0, kind, of: id) }
                list.things += page.entries
                list.isWhole = page.isLast || number == Self.maxThingPages
                unreadable = 0
                // One entry tells too little of the others.
                if list.isWhole || size > 1 && named.map({ list.has($0) }) ?? false { break }
            } catch {
                unreadable += 1
                guard size == 1, case .failed(.failed) = error, unreadable < MonicaClient.maxUnreadablePhotos else {
                    throw error
                }
            }
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
        var total: Int?
        for number in 1...Self.maxNewest / size {
            let request = await client.request(
                "contacts", page: number, perPage: size, sort: .createdDescending, urgency: .edit)
            let page = try await listPage(request, atMost: size) { object in
                object.string("uuid")?.lowercased() == uuid.lowercased() ? object.remoteID : nil
            }
            // The oldest that has it.
            let numbers = page.entries.compactMap { Int($0.rawValue) }
            if let oldest = numbers.min() { return RemoteID(String(oldest)) }
            // A contact that went meanwhile has drawn another one over to a page that was read before.
            if let total, let there = page.statedTotal, there < total { throw .failed(.lost) }
            total = page.statedTotal ?? total
            if page.isLast { break }
        }
        return nil
    }

    func listPage<Entry: Sendable>(
        _ request: HTTPRequest, atMost asked: Int, _ read: @escaping @Sendable (JSONObject) -> Entry?
    ) async throws(RequestFailure) -> ListPage<Entry> {
        try await exchange(request) { try? ListPage($0, atMost: asked, read) }
    }
}
