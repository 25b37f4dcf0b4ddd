import Foundation
import GRDB
import Model

@testable import Contacts

/// A process of the program, whether it runs or not.
final class SimulatedProcess {
    let db: Database
    /// Nil while it does not run.
    var engine: EditEngine?
    /// Counts the starts: what an earlier run waited for does not come.
    var epoch = 0
    var isAsking = false
    var wakes: TimeInterval?
    var readAt: TimeInterval?
    /// The change that a toast would undo.
    var toast: [Simulation.Done] = []
    /// The deletions that a toast would take back.
    var deletions: Set<EditID> = []
    /// The toast that would take back a drop; nil where it shows no more.
    var toastOfDrop: UInt64?

    init(_ db: Database) {
        self.db = db
    }

    func begin() {
        (isAsking, wakes, readAt) = (false, nil, nil)
        epoch += 1
    }

    func end() {
        engine = nil
        epoch += 1
        (toast, deletions) = ([], [])
    }
}

// What the process does whose turn it is.
extension Simulation {
    var db: Database { process.db }
    var epoch: Int { process.epoch }

    var engine: EditEngine? {
        get { process.engine }
        set { process.engine = newValue }
    }

    var toast: [Done] {
        get { process.toast }
        set { (process.toast, process.toastOfDrop) = (newValue, nil) }
    }

    func start() throws {
        engine = try EditEngine(db, account: "a", copies: copies, policy: policy)
        note("start")
        process.begin()
        try takeOver()
        try observe()
        try claimDeletions()
        try pump()
        if processes.count > 1 { followOthers() }
        soon(random.number(in: 20...400)) { try self.synchronise() }
    }

    /// Whether the process is killed at this point.
    func crashes(_ point: @autoclosure () -> String) -> Bool {
        steps += 1
        guard crashSteps.contains(steps), !isFinal else { return false }
        note("CRASH \(point())")
        end()
        after(random.pick([1, 1, 30, 200])) { if self.engine == nil { try self.start() } }
        return true
    }

    private func end() {
        process.end()
        if sender === process { sender = nil }
    }

    /// The process that gets the lock sends from now on.
    private func takeOver() throws {
        guard sender == nil else { return }
        note("takes over")
        sender = process
        try engine?.takeOver(db, now: now)
    }

    /// Takes in what other processes store, now and then; nobody tells of it.
    private func followOthers() {
        soon(30) {
            try self.takeOver()
            try self.catchUp()
            try self.pump()
            self.followOthers()
        }
    }

    func catchUp() throws {
        guard try engine?.catchUp(db) == true else { return }
        process.wakes = nil
        try observe()
    }

    func restart() throws {
        end()
        try start()
    }

    /// Nothing of edits is known any more.
    func forgetEdits() throws {
        for table in ["edit", "edit_part", "edit_contact", "edit_end", "draft"] {
            try db.execute(sql: "DELETE FROM \(table)")
        }
    }

    /// One transaction of the program.
    @discardableResult
    func change<Value>(_ body: (inout EditBook) throws -> Value) throws -> Value? {
        defer {
            process.wakes = nil
            checkShown()
        }
        // The body looks at the engine as it was before.
        guard var changed = engine else { return nil }
        let value = try changed.change(db, body)
        engine = changed
        try observe()
        soon(0) { try self.pump() }
        return value
    }

    /// Lets the queue go on.
    func pump() throws {
        guard !process.isAsking, engine != nil, sender === process else { return }
        switch try engine?.step(db, now: now) {
        case .ask(let request)?:
            process.isAsking = true
            try observe()
            if crashes("before \(request)") { return }
            // The computer may sleep now.
            let isAsleep = world.hasFaults && !isFinal && random.chance(0.01)
            soon(isAsleep ? random.pick([50, 400]) : 0) { self.send(request) }
        case .wait(let moment?)?:
            try observe()
            guard process.wakes.map({ moment < $0 || $0 <= now }) ?? true else { return }
            process.wakes = moment
            soon(max(0, moment - now) + 0.001) {
                self.process.wakes = nil
                try self.pump()
            }
        default: try observe()
        }
    }

    private func send(_ request: EditRequest) {
        var (thing, former): (Thing?, RemotePart?)
        if case .contact = request { process.readAt = now }
        if case .write(let write) = request, let id = engine?.inFlight, let edit = engine?.book.edit(id) {
            if case .create = write { thing = things[edit.contact] }
            if case .addPart = write, let part = edit.partChange?.part {
                (thing, former) = (partThing(.local(part)), replaced(by: part, in: engine?.book))
            }
        }
        let base = process.readAt ?? now
        if case .write = request { process.readAt = nil }
        network(request, readAt: base, making: thing, inPlaceOf: former) { response in
            self.process.isAsking = false
            if self.crashes("after \(request)") { return }
            self.note("answer \(response.answer)")
            try self.engine?.receive(response, self.db, now: self.now)
            try self.observe()
            self.checkShown()
            if case .unauthorized = response.answer {
                self.soon(60) { try self.tryAgain() }
            }
            if case .forbidden = response.answer, self.random.chance(0.7) {
                self.soon(self.random.number(in: 1...200)) { try self.sendNow() }
            }
            try self.pump()
        }
    }
}
