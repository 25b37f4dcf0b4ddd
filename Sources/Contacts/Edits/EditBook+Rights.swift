import Foundation

// What the server lets the account change.
extension EditBook {
    /// The server has carried something out: it lets the account change things. What it would not let go is about that edit
    /// alone.
    mutating func wroteSomething() {
        writeRefusal = nil
        for id in setAside {
            guard let edit = edit(id), edit.state == .waiting, let issue = edit.issue else { continue }
            refuseAlone(id, issue)
        }
        setAside = []
    }

    private mutating func refuseAlone(_ id: EditID, _ issue: EditIssue) {
        refuse(id, issue)
        update(id) { $0.progress.isForbiddenAlone = true }
    }

    /// No other edit is left that could tell whom the refusal of those that are set aside is about.
    mutating func stopTrying() {
        writeRefusal = edits.first { setAside.contains($0.id) && $0.issue?.isForbidden == true }?.issue
        setAside = []
    }

    /// The server has not carried out an edit, since it lets the token change nothing: all others wait too.
    ///
    /// Something in front of the server may say the same of a single request. So when a person tries again and the answer is
    /// the same, the next edit is tried as well, and what becomes of that tells which of both it is.
    mutating func forbidden(_ id: EditID, now: TimeInterval) {
        guard let edit = edit(id), let issue = edit.issue else { return }
        if edit.progress.isForbiddenAlone {
            writeRefusal = nil
            return refuse(id, issue)
        }
        if edit.progress.wasForbidden {
            if hasUntried(besides: id, now: now) {
                writeRefusal = nil
                setAside.insert(id)
                return
            }
            let others = edits.filter { $0.id != id }
            let mayTell = others.contains { other in
                other.state == .sending
                    || other.state == .waiting && (other.progress.wasForbidden || other.notBefore > now)
            }
            if !mayTell {
                // Nobody can say whether it is about this one alone. Refused, it can be mended at least.
                writeRefusal = nil
                return refuseAlone(id, issue)
            }
        }
        update(id) { $0.progress.wasForbidden = true }
        setAside = []
    }

    /// Whether an edit could go of which the server never said so.
    private func hasUntried(besides id: EditID, now: TimeInterval) -> Bool {
        var rest = self
        rest.writeRefusal = nil
        rest.setAside = Set(edits.filter { $0.progress.wasForbidden }.map(\.id))
        if case .send = rest.nextAction(now) { return true }
        return false
    }

    /// With another token nothing is known any more of what the server lets the account change.
    mutating func tokenChanged() {
        for edit in edits where edit.progress.wasForbidden || edit.progress.isForbiddenAlone {
            update(edit.id) { ($0.progress.wasForbidden, $0.progress.isForbiddenAlone) = (false, false) }
        }
        forgetRefusal()
    }

    /// It is to be found out anew what the server lets the account change.
    mutating func forgetRefusal() {
        (writeRefusal, setAside) = (nil, [])
        for edit in edits where edit.state == .waiting && edit.issue?.isForbidden == true {
            update(edit.id) { $0.issue = nil }
        }
    }
}
