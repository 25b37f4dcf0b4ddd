import Foundation
import Model

@testable import Contacts

// Passes of synchronisation, page by page, while edits are on their way.
extension Simulation {
    private static let pageSize = 2

    func synchronise() throws {
        let again = { self.soon(self.random.number(in: 20...400)) { try self.synchronise() } }
        if newestUpdate == nil || isFinal || random.chance(0.5) {
            fullPass(page: 1, met: [], latest: 0, then: again)
        } else {
            updates(page: 1, latest: newestUpdate ?? 0, then: again)
        }
    }

    private struct Page {
        let people: [ServerModel.Person]
        let isLast: Bool
        let total: Int
    }

    /// A page of the list; nil if it does not come.
    private func list(
        _ page: Int, newestFirst: Bool, back: @escaping (Page?, _ asked: TimeInterval) throws -> Void
    ) {
        let asked = now
        if isOffline || !isFinal && random.chance(faultRate) { return soon(1) { try back(nil, asked) } }
        let run = epoch
        after(random.number(in: 0.05...1)) {
            guard run == self.epoch else { return }
            let sorted = self.server.living.sorted {
                newestFirst ? ($1.updated, $0.id) < ($0.updated, $1.id) : ($0.created, $0.id) < ($1.created, $1.id)
            }
            let shown = Array(sorted.dropFirst((page - 1) * Self.pageSize).prefix(Self.pageSize))
            let answer = Page(people: shown, isLast: page * Self.pageSize >= sorted.count, total: sorted.count)
            self.soon(self.random.number(in: 0.01...0.5)) { try back(answer, asked) }
        }
    }

    /// Stores a copy as a pass does.
    private func store(_ copy: ServerContact, asked: TimeInterval) throws {
        try change { book in
            guard case .store(let contact) = book.accept(copy, asked: asked, now: now) else { return }
            copies.store(copy, as: contact ?? ContactID(Int64(copy.id.rawValue) ?? 0))
        }
    }

    private func fullPass(page: Int, met: Set<RemoteID>, latest: TimeInterval, then: @escaping () -> Void) {
        list(page, newestFirst: false) { answer, asked in
            guard let answer else { return then() }
            var (met, latest) = (met, latest)
            for person in answer.people {
                let copy = self.server.view(person)
                met.insert(copy.id)
                latest = max(latest, person.updated)
                try self.store(copy, asked: asked)
            }
            guard answer.isLast else {
                return self.fullPass(page: page + 1, met: met, latest: latest, then: then)
            }
            let listed = Set(self.copies.all.keys).union(self.engine?.book.contacts.keys.map { $0 } ?? [])
            let missing = listed.sorted().filter { contact in
                let remote = self.remote(contact)
                if let remote, met.contains(remote) { return false }
                return self.engine?.book.canBeMissing(contact) ?? false
            }
            self.ask(
                missing[...],
                then: { [latest] in
                    self.newestUpdate = latest
                    then()
                }, stop: then)
        }
    }

    func remote(_ contact: ContactID) -> RemoteID? {
        engine?.book.remote(contact) ?? copies.all[contact]?.id
    }

    private func ask(_ missing: ArraySlice<ContactID>, then: @escaping () -> Void, stop: @escaping () -> Void) {
        guard let contact = missing.first else { return then() }
        let asked = now
        let remote = remote(contact)
        network(.contact(remote ?? RemoteID("none"))) { response in
            switch response.answer {
            case .contact(let copy): try self.store(copy, asked: asked)
            case .gone: if self.remote(contact) == remote { try self.forget(contact, asked: asked) }
            default: return stop()
            }
            self.ask(missing.dropFirst(), then: then, stop: stop)
        }
    }

    /// The server has not the contact any more.
    private func forget(_ contact: ContactID, asked: TimeInterval) throws {
        try change { book in
            if drafts[contact] != nil { book.nameIfStored(contact) }
            if book.contacts[contact] != nil {
                _ = book.acceptGone(contact, asked: asked, now: now)
            } else if let remote = copies.all[contact]?.id, book.ended[remote].map({ $0 < asked }) ?? true {
                copies.remove(contact)
            }
        }
    }

    private func updates(page: Int, latest: TimeInterval, then: @escaping () -> Void) {
        list(page, newestFirst: true) { answer, asked in
            guard let answer, let newest = self.newestUpdate else { return then() }
            for person in answer.people { try self.store(self.server.view(person), asked: asked) }
            let latest = max(latest, answer.people.map(\.updated).max() ?? latest)
            if !answer.isLast, !answer.people.contains(where: { $0.updated < newest }) {
                return self.updates(page: page + 1, latest: latest, then: then)
            }
            self.newestUpdate = latest
            let known = self.copies.all.keys.filter { self.engine?.book.contacts[$0]?.isGone != true }.count
            if known == answer.total { then() } else { self.fullPass(page: 1, met: [], latest: 0, then: then) }
        }
    }

    /// A person opens a contact, which is read anew.
    func refresh(_ contact: ContactID) {
        guard let remote = remote(contact) else { return }
        let asked = now
        network(.contact(remote)) { response in
            switch response.answer {
            case .contact(let copy): try self.store(copy, asked: asked)
            case .gone: if self.remote(contact) == remote { try self.forget(contact, asked: asked) }
            default: break
            }
        }
    }
}

extension EditBook {
    /// Whether a contact that a pass has not met may be missing on the server.
    fileprivate func canBeMissing(_ contact: ContactID) -> Bool {
        !policy.missesOnlyKnown || contacts[contact].map { $0.remote != nil } ?? true
    }
}
