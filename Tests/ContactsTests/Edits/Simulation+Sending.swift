import Model

@testable import Contacts

// Somebody wants what waits to be sent, and not later.
extension Simulation {
    /// Also what the server would not let go.
    func sendNow() throws {
        note("person: sends now")
        try change { $0.forgetRefusal() }
        try tryAgain()
        try change { book in
            for edit in book.edits where edit.state == .waiting && !edit.isHeld {
                book.update(edit.id) { $0.notBefore = min($0.notBefore, now) }
            }
        }
    }

    /// What was refused goes again, too, as it is.
    func sendAll() throws {
        // Who waits for the end.
        if random.chance(0.3) { try finishDeletions() }
        let refused = (engine?.book.edits ?? []).filter { $0.state == .refused }.map(\.id)
        try change { book in for edit in refused { _ = book.retry(edit, now: now) } }
        try sendNow()
    }

    /// The server may answer again.
    func tryAgain() throws {
        try engine?.tryAgain(db, now: now)
        process.wakes = nil
        soon(0) { try self.pump() }
    }
}
