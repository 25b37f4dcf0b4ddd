import Foundation
import Model

/// What edits make of the server's copy of a contact: stored beside it, so that lists, search and detail show both as one.
///
/// Derived of the copy and the edits, in the transaction that changes either.
struct ContactOverlay: Codable, Hashable, Sendable {
    /// A part that is added, changed, or removed (without a value).
    struct Part: Codable, Hashable, Sendable {
        var kind: PartKind
        /// Nil until the server knows it.
        var remote: RemoteID?
        /// By which it is told from others until then.
        var local: PartID?
        var before: PartValue?
        var value: PartValue?
    }

    /// A relationship that an edit of the other contact makes or removes.
    struct Relation: Codable, Hashable, Sendable {
        /// Who the other is to this contact is the reverse of this type.
        var type: RemoteID
        var other: ContactID
        var isThere: Bool
    }

    /// By the stored names of the keys; nil is no value.
    var values: [String: ContactValue?] = [:]
    var parts: [Part] = []
    var relations: [Relation] = []
    /// All that are shown; nil where edits change none.
    var tags: [String]?
    var isMe: Bool?
}

extension EditBook {
    /// What edits change of a contact; nil for nothing.
    func overlay(of contact: ContactID, over copy: ServerContact?) -> ContactOverlay? {
        let (base, shown) = (served(contact, copy), displayed(contact, over: copy))
        var overlay = ContactOverlay()
        for key in ContactKey.allCases where shown.values[key] != base.values[key] {
            overlay.values[key.rawValue] = .some(shown.values[key])
        }
        let places = Set(base.parts.keys).union(shown.parts.keys).filter { base.parts[$0] != shown.parts[$0] }
        overlay.parts = places.sorted { $0.order < $1.order }.map { place in
            var part = ContactOverlay.Part(kind: place.kind, before: base.parts[place], value: shown.parts[place])
            switch place.part {
            case .remote(let id): part.remote = id
            case .local(let id): part.local = id
            }
            return part
        }
        overlay.relations = relations(to: contact)
        if shown.tags != base.tags { overlay.tags = shown.tags.sorted() }
        if shown.isMe != base.isMe { overlay.isMe = shown.isMe }
        return overlay == ContactOverlay() ? nil : overlay
    }

    /// The contacts that may be shown differently than by the book before.
    func shownDifferently(from old: EditBook) -> Set<ContactID> {
        var contacts = Set(
            copyChanges.compactMap { change -> ContactID? in
                switch change {
                case .store(_, let contact), .remove(let contact), .adopt(_, let contact): contact
                case .user(let contact): contact
                case .reminder(let reminder): reminder.contact
                }
            }
        ).union(reshown)
        if edits != old.edits {
            let (former, present) = (byID(old.edits), byID(edits))
            for id in Set(former.keys).union(present.keys) where former[id] != present[id] {
                for edit in [former[id], present[id]].compactMap({ $0 }) {
                    contacts.insert(edit.contact)
                    contacts.formUnion(concerned(by: edit, old))
                }
            }
        }
        contacts.formUnion(relatedDifferently(from: old))
        // One that was made here is known by another name now.
        for (id, contact) in self.contacts where old.contacts[id] != contact { contacts.insert(id) }
        return contacts
    }

    private func byID(_ edits: [Edit]) -> [EditID: Edit] {
        Dictionary(edits.map { ($0.id, $0) }) { first, _ in first }
    }

    private func concerned(by edit: Edit, _ old: EditBook) -> [ContactID] {
        if let former = edit.progress.formerUser { return [former] }
        return [edit.partChange?.before, edit.partChange?.after].compactMap { value in
            guard case .relationship(let relationship)? = value else { return nil }
            return switch relationship.other {
            case .local(let id): id
            case .remote(let id): contact(id) ?? old.contact(id) ?? Int64(id.rawValue).map { ContactID($0) }
            }
        }
    }
}

extension Edit {
    /// Whether it is shown: what the server refused, or somebody else changed, shows the server's values.
    var isApplied: Bool { creation != nil || !state.needsDecision }
}
