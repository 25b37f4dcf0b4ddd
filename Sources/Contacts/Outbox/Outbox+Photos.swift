import Foundation
import GRDB
public import Model

// Photos: each choice is saved by itself.
extension Outbox {
    /// Sends a photo and shows it. The former one stays among the photos of the contact. Nil if the contact is not there.
    public func setPhoto(
        _ file: PhotoFile, of contact: ContactID
    ) async throws(ContactStoreError) -> Receipt? {
        let receipt = try await save(FormSave(photo: file), of: contact)
        return receipt.entries.isEmpty ? nil : receipt
    }

    /// Shows another picture. Nil if the contact is not there.
    public func setAvatar(
        _ choice: AvatarChoice, of contact: ContactID
    ) async throws(ContactStoreError) -> Receipt? {
        try await change { try $0.setAvatar(choice, of: contact) }
    }

    /// Removes one of the photos of a contact. The contact shows its initials if that was its avatar. Nil if the contact is
    /// not there. The receipt is held: see `finish`.
    public func removePhoto(
        _ photo: ContactPhoto, of contact: ContactID
    ) async throws(ContactStoreError) -> Receipt? {
        try await change { try $0.removePhoto(photo, of: contact) }
    }

    /// Removes the photo that a contact shows; needs no server. Nil if the contact is not there, or shows no photo. The
    /// receipt is held: see `finish`.
    public func removeAvatar(of contact: ContactID) async throws(ContactStoreError) -> Receipt? {
        try await change { try $0.removeAvatar(of: contact) }
    }
}

extension OutboxTransaction {
    var photos: PhotoTable { PhotoTable(db: db) }

    mutating func setAvatar(_ choice: AvatarChoice, of id: ContactID) throws -> Receipt? {
        guard var contact = try contact(id), !contact.isToBeDeleted else { return nil }
        var entries: [Receipt.Entry] = []
        let value: AvatarValue
        switch choice {
        case .gravatar: value = .gravatar
        case .initials: value = .initials
        case .photo(let photo): value = .photo(try number(of: photo, &contact))
        }
        try show(value, in: &contact, &entries)
        try keep(contact)
        return Receipt(contact: id, entries: entries, isHeld: false)
    }

    mutating func removePhoto(_ photo: ContactPhoto, of id: ContactID) throws -> Receipt? {
        guard var contact = try contact(id), !contact.isToBeDeleted else { return nil }
        let part = try number(of: photo, &contact)
        return try remove(part, named: photo.fileName, of: &contact)
    }

    mutating func removeAvatar(of id: ContactID) throws -> Receipt? {
        guard var contact = try contact(id), !contact.isToBeDeleted,
            case .avatar(.photo(let part))? = contact.shown[.avatar]
        else { return nil }
        let name = try photos.photo(part)?.name ?? contact.parts.remote(of: part)?.rawValue
        return try remove(part, named: name ?? "", of: &contact)
    }

    private mutating func remove(_ part: PartID, named name: String, of contact: inout OutboxContact) throws -> Receipt
    {
        var entries: [Receipt.Entry] = []
        if contact.shown[.avatar] == .avatar(.photo(part)) { try show(.initials, in: &contact, &entries) }
        let slot = Slot.part(.photo, part)
        let value = SlotValue.part(.photo(PhotoValue(fileName: name)))
        let base = contact.rows[slot].map(\.base) ?? (contact.parts.remote(of: part) == nil ? nil : value)
        contact.copy.show(slot, base)
        // Nothing brings the bytes back that the server deletes.
        set(SlotEdit(slot, to: nil, base: base, saw: [value], isHeld: base != nil), in: &contact, &entries)
        try keep(contact)
        return Receipt(contact: contact.id, entries: entries, isHeld: base != nil)
    }

    /// Adds a photo, and shows it.
    mutating func add(
        _ file: PhotoFile, to contact: inout OutboxContact, _ entries: inout [Receipt.Entry]
    ) throws {
        guard try photos.tidy(memory, at: now) < PhotoTable.maxPhotos else { throw ContactStoreError.tooManyPhotos }
        let part = contact.parts.newID()
        let name = "\(UUID().uuidString.lowercased()).\(file.format.fileExtension)"
        try photos.keep(.init(name: name, address: nil, bytes: file.bytes), part, of: contact.id, at: now)
        set(SlotEdit(.part(.photo, part), to: .part(.photo(PhotoValue(fileName: name)))), in: &contact, &entries)
        try show(.photo(part), in: &contact, &entries)
    }

    private mutating func number(of photo: ContactPhoto, _ contact: inout OutboxContact) throws -> PartID {
        switch photo.id {
        case .pending(let part): return part
        case .remote(let remote):
            let part = contact.parts.id(of: .photo, remote)
            if try photos.photo(part)?.bytes == nil {
                let row = PhotoTable.Row(name: photo.fileName, address: photo.address, bytes: nil)
                try photos.keep(row, part, of: contact.id, at: now)
            }
            return part
        }
    }

    /// Sets the avatar. A former photo that was not sent yet is not sent any more.
    private mutating func show(
        _ value: AvatarValue, in contact: inout OutboxContact, _ entries: inout [Receipt.Entry]
    ) throws {
        let former = contact.shown[.avatar]
        if case .avatar(.photo(let part))? = contact.copy[.avatar], try photos.photo(part) == nil,
            let avatar = try storedAvatar(of: contact.id), let address = avatar.url
        {
            // Undo shows it again, also where the server has shown another one meanwhile.
            try photos.keep(.init(name: "", address: address, bytes: nil), part, of: contact.id, at: now)
        }
        set(SlotEdit(.avatar, to: .avatar(value), base: contact.copy[.avatar], saw: [former]), in: &contact, &entries)
        guard case .avatar(.photo(let part))? = former, value != .photo(part) else { return }
        let slot = Slot.part(.photo, part)
        guard let row = contact.rows[slot], row.base == nil, row.wanted != nil else { return }
        set(SlotEdit(slot, to: nil, saw: [row.wanted]), in: &contact, &entries)
    }

    private func storedAvatar(of contact: ContactID) throws -> AvatarInfo? {
        try ContactCopy.fetch(db, contactID: Int(contact.rawValue)).flatMap(decoder.contact)?.avatar
    }

    /// The picture of a contact with a pending avatar; nil where the server's copy has it. A refused photo is not shown.
    func avatar(of contact: OutboxContact, _ known: [SlotState]) throws -> AvatarInfo? {
        var value = known.first { $0.slot == .avatar }?.value
        if let row = contact.rows[.avatar], !contact.isAvatarRefused { value = row.wanted }
        guard case .avatar(let avatar)? = value else { return nil }
        switch avatar {
        case .initials: return AvatarInfo()
        case .photo(let part): return try photos.photo(part)?.avatar
        case .gravatar: return AvatarInfo(source: .gravatar)
        case .other(let word): return AvatarInfo(source: AvatarSource(rawValue: word))
        }
    }

    /// A photo of the copy is forgotten as soon as no change, no attempt and no bytes are left of it.
    func forgetPhotos(of contact: inout OutboxContact) throws {
        for slot in contact.copy.photos where contact.rows[slot] == nil {
            guard let part = slot.partID, !(contact.attempt?.covers(slot) ?? false),
                try photos.photo(part)?.bytes == nil
            else { continue }
            contact.copy.remove(slot)
        }
    }

    /// The server took the photo, and refused to show it. The photo goes, and the person sends both again or neither.
    mutating func takeBackRefusedPhoto(of contact: inout OutboxContact) throws {
        guard let avatar = contact.rows[.avatar], let problem = avatar.problem, problem.isRefusal,
            case .avatar(.photo(let part))? = avatar.wanted, let remote = contact.parts.remote(of: part),
            let photo = try photos.photo(part), photo.bytes != nil, contact.rows[.part(.photo, part)] == nil
        else { return }
        let value = SlotValue.part(.photo(PhotoValue(fileName: photo.name)))
        let sent = contact.parts.newID()
        contact.parts.bind(sent, to: remote, .photo)
        contact.copy.show(.part(.photo, part), nil)
        contact.rows[.part(.photo, sent)] = PendingChange(
            base: value, wanted: nil, expected: [SlotState(.part(.photo, sent), value)], madeAt: now)
        contact.rows[.part(.photo, part)] = PendingChange(
            base: nil, wanted: value, expected: [SlotState(.part(.photo, part), nil)], madeAt: avatar.madeAt,
            problem: problem)
    }
}

extension [Slot: PendingChange] {
    /// Whether a change waits for the other one of a new photo and the avatar that shows it.
    func isHeldBack(_ slot: Slot) -> Bool {
        switch (slot, self[slot]?.wanted) {
        case (.avatar, .avatar(.photo(let part))?): return self[.part(.photo, part)]?.problem != nil
        case (.part(.photo, let part), .part?):
            return self[.avatar]?.problem != nil && self[.avatar]?.wanted == .avatar(.photo(part))
        default: return false
        }
    }
}

extension OutboxContact {
    /// Whether the server refused the avatar, or the photo of it.
    var isAvatarRefused: Bool {
        guard let row = rows[.avatar] else { return false }
        if row.problem?.isRefusal ?? false { return true }
        guard case .avatar(.photo(let part))? = row.wanted else { return false }
        return rows[.part(.photo, part)]?.problem?.isRefusal ?? false
    }

    /// Whether the value of a slot is known here as a whole. A photo of the server is not.
    func hasHere(_ slot: Slot) -> Bool {
        switch slot {
        case .part(.photo, _): return rows[slot].map { $0.base == nil } ?? false
        case .avatar:
            guard case .avatar(.photo(let part))? = shown[.avatar] else { return false }
            return hasHere(.part(.photo, part))
        default: return true
        }
    }

    /// The slots of one line: a day and its reminder, an avatar and the new photo that it shows.
    func line(of slot: Slot) -> [Slot] {
        let avatar = rows[.avatar]?.wanted
        switch slot {
        case .value(let key), .reminder(let key): return [.value(key), .reminder(key)]
        case .part(.photo, let part) where avatar == .avatar(.photo(part)): return line(of: .avatar)
        case .avatar:
            guard case .avatar(.photo(let part))? = avatar, rows[.part(.photo, part)]?.wanted != nil else {
                return [slot]
            }
            return [slot, .part(.photo, part)]
        default: return [slot]
        }
    }
}
