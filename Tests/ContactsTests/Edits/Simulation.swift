import Foundation
import GRDB
import Model

@testable import Contacts

/// One run: a person, a program that is killed, a network that loses, a server, another client, by one seed.
final class Simulation {
    typealias Thing = ServerModel.Thing
    typealias Place = ServerModel.Place

    let world: World
    let policy: EditPolicy
    var random: SeededRandom
    var now: TimeInterval = 0
    var server = ServerModel()
    var oracle = Oracle()
    let copies = ModelCopies()
    let processes: [SimulatedProcess]
    /// Whose turn it is.
    var process: SimulatedProcess
    /// Which process holds the lock of those that send.
    var sender: SimulatedProcess?
    /// All is repaired and nobody acts any more.
    var isFinal = false
    /// Looking at all that is shown takes as long as all else; some runs do it.
    let checksShown: Bool
    /// What was shown for a moment and should not have been.
    var flickers: Set<String> = []
    private(set) var trace: [String]?

    private var agenda = Agenda()
    var crashSteps: Set<Int> = []
    var steps = 0
    let faultRate: Double
    let offline: ClosedRange<TimeInterval>?

    var things: [ContactID: Thing] = [:]
    var partThings: [RemotePart: Thing] = [:]
    /// What rows were before their fields were made anew.
    var replacedThings: [RemotePart: Thing] = [:]
    /// Rows that stay although their field was made anew: the person said so, or others have changed them.
    var keptFormer: Set<Thing> = []
    var intents: [EditID: [Place: Int]] = [:]
    /// Removed parts whose removal is undone: what is made anew stands for them.
    var revived: [(contact: ContactID, content: String, thing: Thing)] = []
    var counter = 100
    var newestUpdate: TimeInterval?
    /// The values that the person and other clients change.
    let keys: [ContactKey]
    /// What comes back once what has taken its place is gone.
    var replacements: [Replacement] = []
    var known: Set<EditID> = []
    var asked: [EditID: EditConflict] = [:]
    /// Forms that were left; on the disk, as the edits are.
    var drafts: [ContactID: KeptForm] = [:]
    /// Who was the user at first.
    var firstUser: Thing?
    /// Who the user is to be cannot be told from what the person has done.
    var isUserUnsure = false
    /// Between whom the person made a relationship, by its type: each has one of its own.
    var related: [String: (of: Thing, with: Thing)] = [:]

    /// An edit of one Done.
    struct Done {
        let edit: EditID
        let contact: ContactID
        let change: ContactChange
        let intents: [Int]
        var needs: [EditID] = []
        var replaced: Replacement?

        var receipt: EditQueue.Receipt {
            EditQueue.Receipt(
                edit: edit, contact: contact, change: change, needs: needs, replaced: replaced?.removed)
        }
    }

    /// `databases`: a connection for each process of the world, all to the same database.
    init(
        seed: UInt64, _ databases: [Database], world: World = World(), policy: EditPolicy = EditPolicy(),
        traces: Bool = false
    ) throws {
        processes = databases.map(SimulatedProcess.init)
        process = processes[0]
        self.world = world
        self.policy = policy
        var random = SeededRandom(seed: seed)
        trace = traces ? [] : nil
        checksShown = seed.isMultiple(of: 4)
        faultRate = world.hasFaults ? world.faultRate ?? random.pick([0, 0.05, 0.15, 0.3]) : 0
        let start = random.number(in: 0...world.span)
        offline = world.hasFaults && random.chance(0.3) ? start...start + random.pick([30, 300]) : nil
        if world.hasCrashes {
            for _ in 0..<random.pick([0, 0, 1, 2, 5]) { crashSteps.insert(Int(random.number(in: 1...80))) }
        }
        server.skew = random.pick([-7_200, 0, 33, 4_000])
        server.answersWhole = !random.chance(0.3)
        keys = random.pick(Self.keys)
        self.random = random
        try prepare()
    }

    private func prepare() throws {
        try forgetEdits()
        try db.execute(
            sql: "UPDATE sqlite_sequence SET seq = iif(name = 'edit_contact', 1099511627776, 0)")
        server.now = -90_000
        for number in 1...world.contacts {
            let creation = ContactCreation(
                uuid: "s\(number)",
                values: [
                    .firstName: .text("F\(number)"), .description: .text("D\(number)"),
                    .birthday: .day(.date(year: 1_900 + number, month: 1, day: 1)),
                ], reminders: number.isMultiple(of: 2) ? [] : [.birthday])
            guard case .done(_, let made?) = server.answer(.write(.create(creation)), by: .start) else { continue }
            let id = Int(made.rawValue) ?? 0
            server.set(id, .job, .text("J"), .start)
            server.set(id, .company, .text("C"), .start)
            for key in keys where server.people[id]?.values[key] == nil && random.chance(0.5) {
                server.set(id, key, otherValue(key), .start)
                if random.chance(0.5), Self.days(keys).contains(key) { server.setReminders(id, [key], [key], .start) }
            }
            addPart("P\(number)", to: made, by: .start)
        }
        if world.relates { relateAtFirst() }
        server.now = 0
        if world.claims, random.chance(0.7) { server.me = random.pick(server.living).id }
        firstUser = server.me.flatMap { server.people[$0]?.thing }
        for person in server.living { copies.store(server.view(person), as: ContactID(Int64(person.id))) }
    }

    func addPart(_ content: String, to remote: RemoteID, by writer: ServerModel.Writer) {
        let isAddress = counter.isMultiple(of: 3)
        let value = Self.part(content, isAddress ? .address : .field, isAddress ? [] : someLabels())
        let answer = server.answer(.write(.addPart(remote, value)), by: writer)
        guard case .done(_, let made?) = answer else { return }
        partThings[RemotePart(value.kind, made)] = .served(Int(made.rawValue) ?? 0)
    }

    static func part(_ content: String, _ kind: PartKind, _ labels: [String] = []) -> PartValue {
        kind == .address
            ? .address(AddressValue(street: content))
            : .field(FieldValue(type: RemoteID("1"), content: content, labels: labels))
    }

    func note(_ text: @autoclosure () -> String) {
        if trace != nil { trace?.append("\((now * 100).rounded() / 100)  \(text())") }
    }

    // Time.

    /// In the same process.
    func after(_ delay: TimeInterval, _ action: @escaping () throws -> Void) {
        agenda.add(at: now + delay) { [process] in
            self.process = process
            try action()
        }
    }

    /// As `after`, unless the process was killed meanwhile.
    func soon(_ delay: TimeInterval, _ action: @escaping () throws -> Void) {
        after(delay) { [epoch] in
            if epoch == self.epoch, self.engine != nil { try action() }
        }
    }

    /// Runs to the end and returns what is wrong.
    func run() throws -> [String] {
        try each { try start() }
        for _ in 0..<Int(random.number(in: 1...Double(world.acts))) {
            let moment = random.number(in: 0...(random.chance(0.5) ? world.span : 60))
            if processes.count > 1 { process = random.pick(processes) }
            after(moment) { if self.engine != nil, !self.isFinal { try self.act() } }
        }
        process = processes[0]
        if world.hasOthers {
            for _ in 0..<random.pick([0, 1, 4, 10]) {
                after(random.number(in: 0...world.span)) { self.anotherClient() }
            }
        }
        after(world.span + 200) { try self.comeToRest() }
        var restSince: TimeInterval?
        while let (time, action) = agenda.next() {
            now = max(now, time)
            (server.now, oracle.now) = (now, now)
            try action()
            guard isFinal else { continue }
            let isAtRest = processes.allSatisfy { $0.engine?.book.edits.isEmpty == true }
            if !isAtRest { restSince = nil } else if restSince == nil { restSince = now }
            if let restSince, now > restSince + 600 { break }
            if now > world.span + 20_000 { break }
        }
        agenda = Agenda()
        process = processes[0]
        var complaints = oracle.complaints(server) + flickers.sorted()
        for edit in engine?.book.edits ?? [] {
            complaints.append("waits for ever: \(edit.change.kind) \(edit.state) \(edit.issue.map { "\($0)" } ?? "")")
        }
        for person in server.living where server.removedPhotos.contains(ServerModel.photo(of: person.id).id) {
            complaints.append("removed a photo of somebody who is there: \(person.thing)")
        }
        complaints += server.living.flatMap { person in
            let former = person.parts.values.map(\.thing).filter { $0.isFormer && !keptFormer.contains($0) }
            return former.map { "made anew, and left \(person.thing): \($0)" }
        }
        return complaints + notRefusedAgain() + staleCopies() + wrongRelations() + wrongUser()
    }

    private func comeToRest() throws {
        isFinal = true
        note("---- rest")
        try each {
            if engine == nil { try start() }
            if world.forbids { try sendNow() } else { try tryAgain() }
            try change { $0.forms = [:] }
        }
        try tick()
    }

    /// In each process, one after the other.
    private func each(_ action: () throws -> Void) rethrows {
        for process in processes {
            self.process = process
            try action()
        }
        process = processes[0]
    }

    private func tick() throws {
        // Somebody tries again until the server lets it go.
        if world.forbids, engine?.book.writeRefusal != nil { try each { try sendNow() } }
        try decideOne()
        try continueSomeDraft()
        after(20) { try self.tick() }
    }

    /// What is shown is what is there.
    private func staleCopies() -> [String] {
        guard let book = engine?.book, book.edits.isEmpty else { return [] }
        let shown = copies.all.values.sorted { $0.id < $1.id }
        let there = server.living.map(server.view).sorted { $0.id < $1.id }
        if shown.map(\.id) != there.map(\.id) {
            return ["shows others: \(shown.map(\.id.rawValue)), there are \(there.map(\.id.rawValue))"]
        }
        // Who was the user is told by no copy that comes for that: see `wrongUser`.
        return zip(shown, there).filter { shown, there in
            var shown = shown
            shown.isMe = there.isMe
            return shown != there
        }.map { "stale copy \($0.0.id.rawValue)" }
    }
}
