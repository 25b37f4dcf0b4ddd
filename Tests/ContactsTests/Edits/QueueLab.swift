import Foundation
import GRDB
import Model
import Synchronization

@testable import Contacts

/// Answers as the checker's server, and remembers what it was asked.
final class QueueServer: EditServer {
    /// What becomes of a write that goes wrong.
    enum Trouble {
        /// It does not come to the server; this is the answer.
        case instead(EditAnswer)
        /// It is carried out, and nobody is told.
        case unanswered
    }

    struct State {
        var model = ServerModel()
        var requests: [EditRequest] = []
        /// Of the next writes of a contact, the first one first.
        var troubles: [RemoteID: [Trouble]] = [:]
    }

    let state = Mutex(State())

    func answer(_ request: EditRequest) async -> EditResponse {
        state.withLock { state in
            state.requests.append(request)
            guard let contact = request.written, let trouble = state.troubles[contact]?.first else {
                return EditResponse(state.model.answer(request), date: state.model.date)
            }
            state.troubles[contact]?.removeFirst()
            switch trouble {
            case .instead(let answer): return EditResponse(answer)
            case .unanswered:
                _ = state.model.answer(request)
                return EditResponse(.lost)
            }
        }
    }

    var requests: [EditRequest] { state.withLock { $0.requests } }

    /// A contact that is there already.
    func add(_ values: [ContactKey: ContactValue], reminders: Set<ContactKey> = []) throws -> RemoteID {
        let creation = ContactCreation(uuid: "s", values: values, reminders: reminders)
        let answer = state.withLock { $0.model.answer(.write(.create(creation)), by: .start) }
        guard case .done(_, let made?) = answer else { throw ContactStoreError.closed }
        return made
    }

    func person(_ remote: RemoteID) -> ServerModel.Person? { state.withLock { $0.model.person(remote) } }
}

extension EditRequest {
    /// The contact that is to be changed as a whole, or to be deleted.
    var written: RemoteID? {
        switch self {
        case .write(.values(let contact, _, _, _, _)), .write(.delete(let contact)): contact
        default: nil
        }
    }
}

/// What a server sent, kept by no database.
final class MemoryCopies: EditCopies {
    private let all = Mutex<[ContactID: ServerContact]>([:])
    /// Called in each transaction that changes edits.
    let onChange = Mutex<(@Sendable (EditBook) -> Void)?>(nil)

    func show(_ contacts: Set<ContactID>, _ book: EditBook, _ db: Database) { onChange.withLock { $0 }?(book) }

    func set(_ copy: ServerContact, as contact: ContactID) { all.withLock { $0[contact] = copy } }
    func copy(of contact: ContactID, _ db: Database) -> ServerContact? { all.withLock { $0[contact] } }
    func store(_ copy: ServerContact, as contact: ContactID, _ db: Database) {
        set(copy, as: contact)
    }
    func remove(_ contact: ContactID, _ db: Database) { all.withLock { $0[contact] = nil } }
    func adopt(_ remote: RemoteID, as contact: ContactID, _ db: Database) {
        all.withLock { all in all = all.filter { $0.value.id != remote || $0.key == contact } }
    }
}

/// Of a process that is alone.
final class HeldLock: SendingLock {
    func take() -> SendingTurn { .ours }
    func release() {}
}
