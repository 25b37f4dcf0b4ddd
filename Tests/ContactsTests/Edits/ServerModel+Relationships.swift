import Foundation
import Model

@testable import Contacts

// Relationships have a row at either contact; the server makes, changes and removes the other one by itself.
extension ServerModel {
    private static func reversed(_ type: RemoteID) -> RemoteID { RemoteID("reverse " + type.rawValue) }

    /// Whether somebody meant this row, and not the one of the other contact.
    static func isMeant(_ value: PartValue) -> Bool { !value.brief.hasPrefix("reverse ") }

    /// Whom a relationship names, as long as they are there.
    func other(_ value: PartValue) -> Person? {
        guard case .relationship(let relationship) = value, case .remote(let id) = relationship.other else {
            return nil
        }
        return person(id)
    }

    mutating func addReverse(of key: RemotePart, of id: Int, _ value: PartValue) {
        guard case .relationship(let relationship) = value, let other = other(value) else { return }
        last += 1
        let row = RemotePart(.relationship, RemoteID(String(last)))
        let reverse = PartValue.relationship(
            RelationshipValue(type: Self.reversed(relationship.type), other: .remote(RemoteID(String(id)))))
        let part = Part(value: reverse, created: clock, thing: .served(last))
        people[other.id]?.parts[row] = part
        (reverseRows[key.id], reverseRows[row.id]) = (row.id, key.id)
        note(other.id, .part(part.thing), nil, reverse.brief, .start, -1)
    }

    mutating func changeReverse(of key: RemotePart, to value: PartValue) {
        guard case .relationship(let relationship) = value, let (id, row, part) = reverse(of: key),
            case .relationship(var reverse) = part.value
        else { return }
        reverse.type = Self.reversed(relationship.type)
        people[id]?.parts[row]?.value = .relationship(reverse)
        note(id, .part(part.thing), part.value.brief, reverse.type.rawValue, .start, -1)
    }

    /// Where it is the row that somebody had meant, its going counts as another client's.
    mutating func removeReverse(of key: RemotePart) {
        guard let (id, row, part) = reverse(of: key) else { return }
        people[id]?.parts[row] = nil
        let isMeant = part.thing.isOurs || Self.isMeant(part.value)
        note(id, .part(part.thing), part.value.brief, nil, isMeant ? .other : .start, -1)
    }

    /// The other row of a relationship, with the number of the contact that has it.
    func reverse(of key: RemotePart) -> (Int, RemotePart, Part)? {
        guard key.kind == .relationship, let other = reverseRows[key.id] else { return nil }
        let row = RemotePart(.relationship, other)
        return part(row).map { ($0, row, $1) }
    }
}
