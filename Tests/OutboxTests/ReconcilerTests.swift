import Foundation
import Model
import Testing

@testable import Contacts

/// Examples of one contact, a line each. Every example is about the first name and the birthday's reminder.
struct ReconcilerTests {
    private let reconciler = Reconciler(reader: PlainPlanner())

    private func conflict(_ value: String?) -> Problem { .conflict(values: Plain.states([value])) }

    struct Setting: Sendable {
        let title: String
        var copy: String? = "Ada"
        var had: (base: String?, wanted: String?, problem: String?)?
        var sent: String??
        let to: String?
        var base: String? = "Ada"
        var saw: [String?] = ["Ada"]
        let then: (base: String?, wanted: String?)?
    }

    static let settings = [
        Setting(title: "a form changes a name", to: "Eve", then: ("Ada", "Eve")),
        Setting(title: "a form changes nothing", to: "Ada", then: nil),
        Setting(
            title: "the copy of now is the base, if it was seen", copy: "Amy", to: "Eve", saw: ["Ada", "Amy"],
            then: ("Amy", "Eve")),
        Setting(
            title: "the copy of now is not the base, if it was not seen", copy: "Amy", to: "Eve", then: ("Ada", "Eve")),
        Setting(title: "a second change replaces the first", had: ("Ada", "Eve", nil), to: "Ivy", then: ("Ada", "Ivy")),
        Setting(title: "undo of the only change", had: ("Ada", "Eve", nil), to: "Ada", then: nil),
        Setting(title: "undo while it is sent", had: ("Ada", "Eve", nil), sent: "Eve", to: "Ada", then: ("Ada", "Ada")),
        Setting(
            title: "a form that shows the conflict is the choice", had: ("Ada", "Eve", "Amy"), to: "Ivy",
            saw: ["Eve", "Amy"], then: ("Amy", "Ivy")),
        Setting(
            title: "a form that takes their value", had: ("Ada", "Eve", "Amy"), to: "Amy", saw: ["Eve", "Amy"],
            then: nil),
        Setting(
            title: "a form that does not show the conflict", had: ("Ada", "Eve", "Amy"), to: "Ivy", saw: ["Eve"],
            then: ("Ada", "Ivy")),
        Setting(title: "a form removes a value", to: nil, then: ("Ada", nil)),
        Setting(title: "a form fills an empty slot", copy: nil, to: "Eve", base: nil, saw: [nil], then: (nil, "Eve")),
    ]

    @Test(arguments: settings) func setting(_ example: Setting) {
        let former = example.had.map { Plain.row($0.base, $0.wanted, [], $0.problem.map { conflict($0) }) }
        var contact = Plain.contact(example.copy, former, sending: example.sent)
        reconciler.set(
            .name, to: Plain.text(example.to), base: Plain.text(example.base), saw: Plain.states(example.saw), at: 2,
            in: &contact)
        let found = contact.rows[.name]
        #expect((found == nil) == (example.then == nil), "\(example.title)")
        #expect(found?.base == Plain.text(example.then?.base), "\(example.title)")
        #expect(found?.wanted == Plain.text(example.then?.wanted), "\(example.title)")
        #expect(found?.problem == nil, "\(example.title)")
    }

    enum End: Equatable, Sendable { case reached, toWrite(base: String?), conflict(String?), refused, inDoubt }

    struct Receipt: Sendable {
        let title: String
        var row: (base: String?, wanted: String?, expected: [String?])? = ("Ada", "Eve", [])
        var isRefused = false
        var hadConflict: String?
        var sent: String??
        let theirs: String?
        var now = 100.0
        var answer: String?
        let end: End
    }

    static let receipts = [
        Receipt(title: "as wanted", theirs: "Eve", end: .reached),
        Receipt(title: "as before", theirs: "Ada", end: .toWrite(base: "Ada")),
        Receipt(title: "as somebody saw", row: ("Ada", "Eve", ["Amy"]), theirs: "Amy", end: .toWrite(base: "Amy")),
        Receipt(title: "as nobody saw", theirs: "Ivy", end: .conflict("Ivy")),
        Receipt(title: "gone, as nobody saw", theirs: nil, end: .conflict(nil)),
        Receipt(title: "refused, and as before", isRefused: true, theirs: "Ada", end: .refused),
        Receipt(title: "refused, and as wanted", isRefused: true, theirs: "Eve", end: .reached),
        Receipt(
            title: "conflicting, and as before again", hadConflict: "Amy", theirs: "Ada", end: .toWrite(base: "Ada")),
        Receipt(title: "a lost answer, carried out", sent: "Eve", theirs: "Eve", end: .reached),
        Receipt(title: "a lost answer, not carried out yet", sent: "Eve", theirs: "Ada", end: .inDoubt),
        Receipt(
            title: "a lost answer, never carried out", sent: "Eve", theirs: "Ada", now: 130, end: .toWrite(base: "Ada")),
        Receipt(title: "refused now", sent: "Eve", theirs: "Ada", answer: "Too long.", end: .refused),
        Receipt(
            title: "refused now, and changed by another", sent: "Eve", theirs: "Ivy", answer: "No.",
            end: .conflict("Ivy")),
        Receipt(
            title: "refused as another value than the wanted one", sent: "Eva", theirs: "Ada", answer: "No.",
            end: .refused),
        Receipt(title: "refused, but carried out", sent: "Eve", theirs: "Eve", answer: "No.", end: .reached),
        Receipt(
            title: "typed over while it was sent", row: ("Ada", "Ivy", ["Eve"]), sent: "Eve", theirs: "Eve",
            end: .toWrite(base: "Eve")),
        Receipt(
            title: "taken back while it was sent", row: ("Ada", "Ada", ["Eve"]), sent: "Eve", theirs: "Eve",
            end: .toWrite(base: "Eve")),
        Receipt(
            title: "taken back, never carried out", row: ("Ada", "Ada", ["Eve"]), sent: "Eve", theirs: "Ada", now: 130,
            end: .reached),
    ]

    @Test(arguments: receipts) func receiving(_ example: Receipt) {
        let refusal = example.isRefused ? Problem.refused(sentences: ["No."]) : nil
        let problem = example.hadConflict.map { conflict($0) } ?? refusal
        let former = example.row.map { Plain.row($0.base, $0.wanted, $0.expected, problem) }
        var contact = Plain.contact("Ada", former, sending: example.sent)
        contact.attempt?.refusal = example.answer.map { Attempt.Refusal(sentences: [$0], from: 0) }
        var theirs = Plain.view(example.theirs)
        reconciler.receive(&theirs, at: example.now, in: &contact)
        #expect(end(of: contact) == example.end, "\(example.title)")
    }

    private func end(of contact: OutboxContact) -> End {
        if contact.attempt != nil { return .inDoubt }
        guard let row = contact.rows[.name] else { return .reached }
        let name = { (value: SlotValue?) -> String? in if case .value(.text(let text))? = value { text } else { nil } }
        switch row.problem {
        case .conflict(let values): return .conflict(name(values.first?.value))
        case .refused: return .refused
        default: return .toWrite(base: name(row.base))
        }
    }

    /// A reminder that a failed request took away becomes a row.
    @Test(arguments: [(SlotValue.on, false), (nil, true)])
    func keepingAReminder(theirs: SlotValue?, becomesRow: Bool) {
        var contact = Plain.contact("Ada")
        let yearly = Slot.reminder(.birthday)
        contact.attempt = Attempt(
            sent: [SlotState(.name, Plain.text("Eve")), SlotState(yearly, .on)], kept: [yearly], holdUntil: 50)
        var view = Plain.view("Ada")
        view.show(.value(.birthday), .value(.day(.year(1815))))
        view.show(yearly, theirs)
        reconciler.receive(&view, at: 60, in: &contact)
        #expect((contact.rows[yearly]?.wanted == .on) == becomesRow)
    }

    /// A person has not seen a value that a write only keeps.
    @Test func aConflictStaysBesideAWriteThatKeepsItsSlot() {
        var contact = Plain.contact("Ada", Plain.row("Ada", "Eve", [], conflict("Amy")))
        let theirs = Plain.view("Amy")
        reconciler.begin(PlannedWrite(0, sent: Plain.states(["Amy"])), over: theirs, at: 1, in: &contact)
        reconciler.carriedOut(&contact)
        reconciler.compare(theirs, in: &contact)
        #expect(contact.rows[.name]?.problem == conflict("Amy"))
    }

    /// Without a day there is nothing to remind of.
    @Test(arguments: [true, false]) func aReminderWithoutADayIsReached(hasDay: Bool) {
        var contact = Plain.contact("Ada")
        let yearly = Slot.reminder(.birthday)
        contact.rows[yearly] = PendingChange(base: nil, wanted: .on, expected: [SlotState(yearly, nil)], madeAt: 1)
        var view = Plain.view("Ada")
        view.show(.value(.birthday), hasDay ? .value(.day(.year(1815))) : nil)
        view.show(yearly, nil)
        reconciler.compare(view, in: &contact)
        #expect((contact.rows[yearly] != nil) == hasDay)
    }

    /// After a lost answer, the new part with the same text is ours.
    @Test(arguments: [("5", "sent", true), ("4", "sent", false), ("5", "other", false)])
    func findingAPart(remote: String, says: String, isFound: Bool) {
        var contact = Plain.contact("Ada")
        let field = { (text: String) in SlotValue.part(.field(FieldValue(type: RemoteID("1"), content: text))) }
        let known = contact.parts.id(of: .field, RemoteID("4"))
        let made = contact.parts.newID()
        contact.rows[.part(.field, made)] = PendingChange(base: nil, wanted: field("sent"), madeAt: 1)
        contact.attempt = Attempt(
            sent: [SlotState(.part(.field, made), field("sent"))], known: [.part(.field, known)], holdUntil: 120)
        var view = Plain.view("Ada")
        view.show(.parts(.field))
        view.show(.part(.field, contact.parts.id(of: .field, RemoteID(remote))), field(says))
        reconciler.receive(&view, at: 100, in: &contact)
        #expect(contact.rows.isEmpty == isFound)
        #expect((contact.parts.remote(of: made) == RemoteID(remote)) == isFound)
    }

    /// Photo 1 is the server's avatar, and photo 2 is wanted. Where it is refused, the page shows photo 1.
    @Test(
        arguments: [
            (true, 1, .initials), (true, 2, .photo(PartID(1))), (true, 3, nil), (false, 1, nil), (false, 2, .initials),
        ] as [(Bool, Int64, AvatarValue?)])
    func removingAPhoto(isRefused: Bool, photo: Int64, shows: AvatarValue?) {
        let photos = [1, 2].map { SlotValue.avatar(.photo(PartID($0))) }
        var contact = Plain.contact("Ada")
        contact.copy.show(.avatar, photos[0])
        contact.rows[.avatar] = PendingChange(
            base: photos[0], wanted: photos[1], madeAt: 1, problem: isRefused ? .refused(sentences: []) : nil)
        #expect(contact.avatar(without: PartID(photo)) == shows)
    }

    /// A deletion asks when the contact has an unseen value.
    @Test(arguments: [("Ada", nil), ("Ivy", "Ivy"), (nil, nil)] as [(String?, String?)])
    func deleting(theirs: String?, asks: String?) {
        var contact = Plain.contact("Ada")
        reconciler.set(.existence, to: nil, base: .on, saw: contact.seen, at: 1, notBefore: 20, in: &contact)
        var view = Plain.view(theirs)
        view.show(.tag("new"), .on)
        reconciler.compare(view, in: &contact)
        #expect(contact.rows[.existence]?.problem == asks.map { conflict($0) })
        #expect(contact.isToBeDeleted && contact.shown[.existence] == nil)
    }

    @Test func aRefusalGoesFromAllRowsOfTheContact() {
        var contact = Plain.contact("Ada", Plain.row("Ada", "Eve", [], .refused(sentences: ["No."])))
        reconciler.set(.value(.job), to: Plain.text("Countess"), base: nil, at: 2, in: &contact)
        #expect(contact.rows.values.allSatisfy { $0.problem == nil } && contact.rows.count == 2)
    }

    @Test func whatIsGoneSaysSo() {
        var contact = Plain.contact("Ada", Plain.row("Ada", "Eve"), sending: "Eve")
        #expect(reconciler.isWantedStill(&contact))
        #expect(contact.isGone && contact.attempt == nil && contact.rows[.name]?.problem == .gone)
        contact.rows[.existence] = PendingChange(base: .on, wanted: nil, madeAt: 1)
        #expect(!reconciler.isWantedStill(&contact), "the deletion is reached")
    }

    @Test func aTagInAnotherCaseIsTheSentTag() {
        let sent = Slot.tag("Work")
        var contact = Plain.contact("Ada")
        contact.rows[sent] = PendingChange(
            base: nil, wanted: .on, expected: [SlotState(sent, nil)], madeAt: 1, problem: nil)
        contact.attempt = Attempt(sent: [SlotState(sent, .on)], kept: [], holdUntil: 120)
        var answer = Plain.view("Ada")
        answer.show(.tags)
        answer.show(.tag("work"), .on)
        reconciler.carriedOut(&contact, answer: answer)
        #expect(contact.notices.isEmpty && contact.rows.isEmpty)
        #expect(contact.copy[.tag("work")] == .on)
    }
}

/// Contacts with a first name and nothing else.
enum Plain {
    /// A row is base → wanted, with the further values that it expects.
    static func row(
        _ base: String?, _ wanted: String?, _ expected: [String?] = [], _ problem: Problem? = nil
    ) -> PendingChange {
        PendingChange(
            base: text(base), wanted: text(wanted), expected: states([base] + expected), madeAt: 1, problem: problem)
    }

    static func text(_ value: String?) -> SlotValue? { value.map { .value(.text($0)) } }
    static func states(_ values: [String?]) -> [SlotState] { values.map { SlotState(.name, text($0)) } }

    static func contact(
        _ copy: String?, _ row: PendingChange? = nil, sending sent: String?? = nil
    ) -> OutboxContact {
        var contact = OutboxContact(id: ContactID(1), remote: RemoteID("7"), uuid: "u", copy: view(copy))
        contact.rows[.name] = row
        contact.attempt = sent.map { Attempt(sent: states([$0]), holdUntil: 120) }
        return contact
    }

    static func view(_ name: String?) -> ServerView {
        var view = ServerView()
        view.show(.existence, .on)
        view.show(.name, text(name))
        return view
    }
}

extension WritePlanner {
    func nextFormRead(of contact: OutboxContact, after reading: Reading?) -> Question? { nil }
    func isSame(_ first: SlotValue?, _ second: SlotValue?, in slot: Slot) -> Bool { first == second }
}

/// Sends everything at once.
struct PlainPlanner: WritePlanner {
    func nextRead(of contact: OutboxContact, after reading: ServerView?) -> Int? { reading == nil ? 0 : nil }
    func remote(in reading: ServerView) -> RemoteID? { nil }
    func copy(in reading: ServerView) -> Data? { nil }
    func view(copy: Data, parts: inout PartBook, names: any ContactNames) -> ServerView? { nil }
    func uuid(in copy: Data) -> String? { nil }
    func view(_ reading: ServerView, parts: inout PartBook, names: any ContactNames) -> ServerView { reading }
    func plan(
        _ due: [SlotState], of contact: OutboxContact, over theirs: ServerView, names: any ContactNames
    ) -> PlannedWrite<Int>? { PlannedWrite(0, sent: due) }
}
