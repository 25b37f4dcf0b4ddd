import Foundation
import Model
import Synchronization

@testable import Contacts

/// The planner of the test server: groups of values, then parts one by one, then tags.
struct TestPlanner: WritePlanner {
    private static let person: Set<ContactKey> = [
        .firstName, .lastName, .nickname, .gender, .description, .birthday, .death,
    ]
    /// The values that one request replaces.
    private static let groups: [Set<ContactKey>] = [
        person, [.job, .company], [.food], [.metOn, .metWhere, .metThrough, .metStory],
    ]

    /// All answers of a visit; without a person the contact is not there.
    struct Reading {
        var person: TestPerson?
        var reminders: Set<ContactKey>?
        var hasThings = false
        var user: RemoteID??
    }

    enum Question { case contact(RemoteID), look(String), reminders(Int), things, user }

    /// Brings states to a contact; nil makes one.
    struct Request {
        var contact: RemoteID?
        var uuid = ""
        var sent: [SlotState]
        /// The part that it changes; nil for a new one.
        var part: RemoteID?
    }

    func nextRead(of contact: OutboxContact, after reading: Reading?) -> Question? {
        if contact.id == OutboxContact.account { return reading == nil ? .user : nil }
        guard let reading else {
            if let remote = contact.remote { return .contact(remote) }
            return contact.attempt == nil ? nil : .look(contact.uuid)
        }
        guard reading.reminders == nil, let person = reading.person else { return nil }
        if !reading.hasThings, contact.slotsToRead.contains(where: \.isThing) { return .things }
        let needs = contact.slotsToRead.contains {
            switch $0 {
            case .reminder: true
            case .value(let key): Self.person.contains(key)
            default: false
            }
        }
        return needs ? .reminders(person.id) : nil
    }

    func nextFormRead(of contact: OutboxContact, after reading: Reading?) -> Question? {
        guard let reading else { return contact.remote.map { .contact($0) } }
        return reading.reminders == nil ? reading.person.map { .reminders($0.id) } : nil
    }

    func isSame(_ first: SlotValue?, _ second: SlotValue?, in slot: Slot) -> Bool { first == second }
    func remote(in reading: Reading) -> RemoteID? { reading.person.map { RemoteID("\($0.id)") } }
    func copy(in reading: Reading) -> Data? { reading.person?.copy }
    func uuid(in copy: Data) -> String? { person(copy)?.uuid }
    func view(copy: Data, parts: inout PartBook, names: any ContactNames) -> ServerView? {
        person(copy)?.view(&parts, names)
    }

    func view(_ reading: Reading, parts: inout PartBook, names: any ContactNames) -> ServerView {
        var view = reading.person?.view(&parts, names, hasThings: reading.hasThings) ?? ServerView()
        if let user = reading.user {
            view.show(.me, user.map { .value(.contact(names.local(of: $0).map { .local($0) } ?? .remote($0))) })
        }
        for key in ContactKey.allCases where reading.reminders != nil {
            view.show(.reminder(key), reading.reminders?.contains(key) == true ? .on : nil)
        }
        return view
    }

    func plan(
        _ due: [SlotState], of contact: OutboxContact, over theirs: ServerView, names: any ContactNames
    ) -> PlannedWrite<Request>? {
        func write(_ sent: [SlotState], part: RemoteID? = nil, makes: Slot? = nil) -> PlannedWrite<Request> {
            let named = sent.map { state in
                let named = state.value?.renamed { other in
                    guard case .local(let id) = other else { return other }
                    return names.remote(of: id).map { .remote($0) }
                }
                return SlotState(state.slot, named ?? state.value)
            }
            let besides = sent.contains { $0.value == .value(Self.leapDay) } ? [Self.besides] : []
            return PlannedWrite(
                Request(contact: contact.remote, uuid: contact.uuid, sent: named, part: part), sent: sent, makes: makes,
                besides: besides)
        }
        func group(_ slot: Slot) -> Set<ContactKey>? {
            switch slot {
            case .value(let key), .reminder(let key): Self.groups.first { $0.contains(key) }
            default: nil
            }
        }
        if let first = due.first, [.me, .existence].contains(first.slot), contact.remote != nil { return write(due) }
        guard contact.remote != nil else {
            return write(due.filter { $0.slot == .existence || group($0.slot) == Self.person })
        }
        for each in Self.groups where due.contains(where: { group($0.slot) == each }) {
            let sent = due.filter { group($0.slot) == each }
            let day = sent.contains { $0.slot == .value(.birthday) } ? nil : theirs[.value(.birthday)]
            let isKept = each == Self.person && day != nil && !sent.contains { $0.slot == .reminder(.birthday) }
            return write(
                sent + (isKept ? [SlotState(.reminder(.birthday), theirs[.reminder(.birthday)])] : []))
        }
        let parts = due.filter(\.slot.isPart)
        if let state = parts.first(where: { $0.value != nil }) ?? parts.first, case .part(_, let id) = state.slot {
            let isNew = theirs[state.slot] == nil
            return write([state], part: contact.parts.remote(of: id), makes: isNew ? state.slot : nil)
        }
        let tags = due.filter { if case .tag = $0.slot { true } else { false } }
        return tags.isEmpty ? nil : write(tags)
    }

    static let leapDay = ContactValue.day(.monthDay(month: 2, day: 29))
    static let besides = SlotState(.value(.birthday), .value(.day(.monthDay(month: 2, day: 28))))

    private func person(_ copy: Data) -> TestPerson? { try? JSONDecoder().decode(TestPerson.self, from: copy) }
}

/// A server in memory, which fails on demand.
final class TestServer: WriteServer {
    typealias Answer = WriteAnswer<TestPlanner.Reading>

    /// The failure of one write.
    enum Trouble: Sendable {
        /// It is not carried out.
        case instead(Answer)
        /// It is carried out.
        case unanswered(ServerFailure)
    }

    struct State: Sendable {
        var people: [Int: TestPerson] = [:]
        var user: RemoteID?
        var last = 0
        /// Of the next writes, one each.
        var troubles: [Trouble] = []
        /// The answer to all questions; nil where these are answered.
        var silence: ServerFailure?
        var questions = 0
        var requests: [TestPlanner.Request] = []
        /// Runs inside the next write, before it is carried out.
        var meanwhile: (@Sendable () async -> Void)?
        /// Runs inside the next question, before its answer arrives.
        var whileAsked: (@Sendable () async -> Void)?
        /// The tags that the server keeps otherwise.
        var isForgetful = false
    }

    let planner = TestPlanner()
    let state = Mutex(State())

    func with<Value: Sendable>(_ body: (inout State) -> Value) -> Value { state.withLock { body(&$0) } }

    func ask(
        _ question: TestPlanner.Question, after reading: TestPlanner.Reading?
    ) async -> Result<TestPlanner.Reading, RequestFailure> {
        let (answer, meanwhile) = with { state in
            defer { state.whileAsked = nil }
            return (state.answer(to: question, after: reading), state.whileAsked)
        }
        await meanwhile?()
        return answer
    }

    func send(_ request: TestPlanner.Request) async -> Answer {
        let meanwhile = with { state in
            defer { state.meanwhile = nil }
            return state.meanwhile
        }
        await meanwhile?()
        return with { state in
            state.requests.append(request)
            switch state.troubles.isEmpty ? nil : state.troubles.removeFirst() {
            case .instead(let answer)?: return answer
            case .unanswered(let failure)?:
                _ = state.carryOut(request)
                return .failed(failure)
            case nil: return state.carryOut(request)
            }
        }
    }
}

extension TestServer.State {
    mutating func add(_ values: [ContactKey: ContactValue], uuid: String = "") -> TestPerson {
        last += 1
        var person = TestPerson(last, uuid: uuid)
        for (key, value) in values { person[key] = value }
        people[last] = person
        return person
    }

    mutating func answer(
        to question: TestPlanner.Question, after reading: TestPlanner.Reading?
    ) -> Result<TestPlanner.Reading, RequestFailure> {
        questions += 1
        if let failure = silence { return .failure(.failed(failure)) }
        var reading = reading ?? TestPlanner.Reading()
        switch question {
        case .user: reading.user = .some(user)
        case .look(let uuid): reading.person = people.values.first { $0.uuid == uuid }
        case .contact(let remote):
            guard let person = Int(remote.rawValue).flatMap({ people[$0] }) else { return .failure(.gone([])) }
            reading.person = person
        case .things: reading.hasThings = true
        case .reminders(let id): reading.reminders = people[id]?.reminders ?? []
        }
        return .success(reading)
    }

    fileprivate mutating func carryOut(_ request: TestPlanner.Request) -> TestServer.Answer {
        if request.sent.first?.slot == .me {
            user = request.sent.first?.value?.namedContacts.first.flatMap {
                if case .remote(let remote) = $0 { remote } else { nil }
            }
            return .done(nil, made: nil)
        }
        let id = request.contact.flatMap { Int($0.rawValue) } ?? add([:], uuid: request.uuid).id
        guard people[id] != nil else { return .refused(["Not found."]) }
        if request.sent == [SlotState(.existence, nil)] {
            people[id] = nil
            return .done(nil, made: nil)
        }
        let isPart = request.sent.contains(where: \.slot.isPart)
        if isPart, request.part == nil { last += 1 }
        let number = request.part.flatMap { Int($0.rawValue) } ?? last
        people[id]?.take(request.sent, part: number)
        if isForgetful { people[id]?[.description] = .text("otherwise") }
        if isPart { return .done(nil, made: request.part == nil ? RemoteID("\(number)") : nil) }
        let isTag = request.sent.contains { if case .tag = $0.slot { true } else { false } }
        let reading = isTag ? nil : TestPlanner.Reading(person: people[id])
        return .done(reading, made: request.contact == nil ? RemoteID("\(id)") : nil)
    }
}
