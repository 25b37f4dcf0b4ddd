import Foundation
import GRDB
import Model

/// The pending changes of the memory as waiting changes, without names.
struct WaitingList {
    private(set) var changes: [WaitingChange] = []
    private let memory: OutboxMemory
    private let now: TimeInterval

    init(_ transaction: OutboxTransaction) {
        memory = transaction.memory
        now = transaction.now
        for (contact, entry) in memory.pending.sorted(by: { ($0.value.since, $0.key) < ($1.value.since, $1.key) }) {
            let isDeletion = entry.rows[.existence].map { $0.wanted == nil } ?? false
            let shown = isDeletion ? entry.rows.filter { $0.key == .existence } : entry.rows
            let sorted = shown.sorted { ($0.value.madeAt, $0.key.place) < ($1.value.madeAt, $1.key.place) }
            for (slot, row) in sorted { append(slot, row, of: contact, entry) }
        }
        for (id, notice) in memory.notices.sorted(by: { $0.value.since < $1.value.since }) {
            let (sent, found) = (notice.notice.sent, notice.notice.found)
            changes.append(
                WaitingChange(
                    id: id, base: nil, wanted: sent, state: .notice(found: found),
                    since: Date(timeIntervalSince1970: notice.since)))
        }
    }

    private mutating func append(
        _ slot: Slot, _ row: PendingChange, of contact: ContactID, _ entry: OutboxMemory.Pending
    ) {
        var reminder: PendingChange?
        // A new photo and the avatar that shows it are one line.
        var decisive = (slot: slot, row: row)
        switch slot {
        case .part(.photo, let part) where entry.rows[.avatar]?.wanted == .avatar(.photo(part)): return
        case .reminder(let key) where entry.rows[.value(key)] != nil: return
        case .value(let key): reminder = entry.rows[.reminder(key)]
        case .avatar:
            guard row.problem == nil, case .avatar(.photo(let part))? = row.wanted else { break }
            let photo = Slot.part(.photo, part)
            if let row = entry.rows[photo] { decisive = (photo, row) }
        default: break
        }
        let state = state(of: decisive.slot, decisive.row, contact, entry)
        var change = WaitingChange(
            id: WaitingChange.ID(contact: contact, slot: slot), base: row.base, wanted: row.wanted, state: state,
            since: Date(timeIntervalSince1970: row.madeAt))
        change.reminder = reminder.map { $0.wanted != nil }
        change.pause = memory.pause
        switch state {
        case .waiting, .inDoubt:
            let moment = max(memory.paces[contact]?.wait ?? 0, memory.pausedUntil)
            change.goesOn = moment > now ? moment : nil
        default: break
        }
        changes.append(change)
    }

    private func state(
        of slot: Slot, _ row: PendingChange, _ contact: ContactID, _ entry: OutboxMemory.Pending
    ) -> WaitingChange.State {
        if let problem = row.problem { return .problem(problem) }
        if entry.attempt?.covers(slot) ?? false { return memory.underWay == contact ? .beingSent : .inDoubt }
        if row.notBefore > now { return .held }
        let others = row.wanted?.localContacts ?? []
        if others.contains(where: memory.gone.contains) { return .contactGone }
        return others.contains { memory.made[$0] != nil } ? .waitsForContact : .waiting
    }
}

/// The names that waiting changes show.
final class NamesOfWaiting {
    private let db: Database
    private let fieldTypes: [FieldTypeChoice]
    private let arrangement: NameArrangement?
    private let name: Statement
    private let part: Statement

    init(_ db: Database, fieldTypes: [FieldTypeChoice], _ arrangement: NameArrangement?) throws {
        self.db = db
        self.fieldTypes = fieldTypes
        self.arrangement = arrangement
        name = try db.cachedStatement(sql: "SELECT display_name, first_name, last_name FROM contact WHERE id = ?")
        part = try db.cachedStatement(sql: "SELECT remote_id FROM part WHERE id = ?")
    }

    func describe(_ change: WaitingChange) throws -> WaitingChange {
        var change = change
        change.name = try name(of: change.contact.rawValue) ?? ""
        var values = [change.base, change.wanted]
        switch change.state {
        case .problem(.conflict(let others)), .problem(.sideEffects(let others)): values += others.map(\.value)
        case .notice(let found): values.append(found)
        default: break
        }
        for value in values {
            for other in value?.namedContacts ?? [] { change.people[other] = try number(of: other).flatMap(name(of:)) }
            if case .part(.field(let field))? = value { change.fieldType = fieldTypes.first { $0.id == field.type } }
        }
        change.fields = Set(try values.prefix(2).compactMap { try field(of: change.slot, as: $0) })
        return change
    }

    private func name(of contact: Int64) throws -> String? {
        guard let row = try Row.fetchOne(name, arguments: [contact]) else { return nil }
        let complete = try row.decode(String.self, atIndex: 0)
        guard let arrangement else { return complete }
        return arrangement(
            complete, try row.decode(String?.self, atIndex: 1), try row.decode(String?.self, atIndex: 2))
    }

    private func number(of other: AnyContactID) throws -> Int64? {
        switch other {
        case .local(let id): id.rawValue
        case .remote(let remote): try LocalNames.local(remote, db).map { Int64($0) }
        }
    }

    private func field(of slot: Slot, as value: SlotValue?) throws -> FieldID? {
        guard case .part(_, let id) = slot else { return slot.field }
        let remote = try Row.fetchOne(part, arguments: [id.rawValue])?.decode(String?.self, atIndex: 0)
        let shown = remote.flatMap { Int($0) } ?? -Int(id.rawValue)
        return value?.part?.fieldID(shown, other: try value?.namedContacts.first.flatMap(number(of:)))
    }
}

// The rows of pages.
extension PartValue {
    /// The row of the contact's page that shows the part. Until the server has it, its number is below zero.
    func fieldID(_ number: Int, other: Int64?) -> FieldID? {
        switch self {
        case .field: .contactField(number)
        case .address: .address(number)
        case .relationship: other.map { .relationship(Int($0)) }
        default: kind.section.map { .entry($0, number) }
        }
    }
}

extension Slot {
    /// The row of the contact's page that shows it; nil for values beside the name.
    fileprivate var field: FieldID? {
        switch self {
        case .tag: .tags
        case .value(let key), .reminder(let key):
            switch key {
            case .birthday: .birthdate
            case .death: .deceasedDate
            case .food: .foodPreferences
            case .description: .description
            case .metOn, .metWhere, .metThrough, .metStory: .howYouMet
            case .firstName, .lastName, .nickname, .gender, .job, .company: nil
            }
        case .existence, .part, .avatar, .me: nil
        }
    }

    /// The place among changes of one moment: first the contact itself, then its values in their order.
    fileprivate var place: String {
        switch self {
        case .existence: "0"
        case .value(let key), .reminder(let key):
            "1\(Character(UnicodeScalar(UInt8(65 + (ContactKey.allCases.firstIndex(of: key) ?? 0)))))"
        default: "2" + stored
        }
    }
}
