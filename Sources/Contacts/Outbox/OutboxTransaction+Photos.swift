import Foundation
import GRDB
import Model

extension OutboxTransaction {
    var photos: PhotoTable { PhotoTable(db: db) }

    mutating func set(
        _ choice: AvatarChoice, in contact: inout OutboxContact, _ entries: inout [Receipt.Entry]
    ) throws {
        switch choice {
        case .file(let file): try add(file, to: &contact, &entries)
        case .photo(let photo):
            let part = try number(of: photo, &contact)
            let slot = Slot.part(.photo, part)
            // A photo from here may be given up by now.
            guard contact.shown[slot] != nil || contact.parts.remote(of: part) != nil else { return }
            if contact.rows[slot]?.wanted == nil, let row = contact.rows[slot] {
                set(SlotEdit(slot, to: row.base, base: row.base), in: &contact, &entries)
            }
            try show(.photo(part), in: &contact, &entries)
        case .gravatar: try show(.gravatar, in: &contact, &entries)
        case .initials: try show(.initials, in: &contact, &entries)
        case .removal(let seen):
            guard case .photo(let part)? = contact.visibleAvatar, seen ?? part == part else { return }
            let name = try photos.photo(part)?.fileName ?? contact.parts.remote(of: part)?.rawValue
            try remove(part, named: name ?? "", of: &contact, &entries)
        }
    }

    mutating func removePhoto(_ photo: ContactPhoto, of id: ContactID) throws -> Receipt? {
        guard var contact = try contact(id), !contact.isToBeDeleted else { return nil }
        var entries: [Receipt.Entry] = []
        let part = try number(of: photo, &contact)
        try remove(part, named: photo.fileName, of: &contact, &entries)
        try keep(contact)
        return receipt(of: contact, entries)
    }

    private mutating func remove(
        _ part: PartID, named name: String, of contact: inout OutboxContact, _ entries: inout [Receipt.Entry]
    ) throws {
        if let avatar = contact.avatar(without: part) { try show(avatar, in: &contact, &entries) }
        let slot = Slot.part(.photo, part)
        let value = SlotValue.part(.photo(PhotoValue(fileName: name)))
        let base = contact.rows[slot].map(\.base) ?? (contact.parts.remote(of: part) == nil ? nil : value)
        contact.copy.show(slot, base)
        // Nothing brings the bytes back that the server deletes.
        set(SlotEdit(slot, to: nil, base: base, saw: [value], isHeld: base != nil), in: &contact, &entries)
    }

    /// Adds a photo, and shows it.
    private mutating func add(
        _ file: PhotoFile, to contact: inout OutboxContact, _ entries: inout [Receipt.Entry]
    ) throws {
        guard try photos.tidy(memory, at: now) < PhotoTable.maxPhotos else { throw ContactStoreError.tooManyPhotos }
        let part = contact.parts.newID()
        let name = "\(UUID().uuidString.lowercased()).\(file.format.fileExtension)"
        let photo = ContactPhoto(id: .pending(part), fileName: name, bytes: file.bytes)
        try photos.keep(photo, part, of: contact.id, at: now)
        set(SlotEdit(.part(.photo, part), to: .part(.photo(PhotoValue(fileName: name)))), in: &contact, &entries)
        try show(.photo(part), in: &contact, &entries)
    }

    private mutating func number(of photo: ContactPhoto, _ contact: inout OutboxContact) throws -> PartID {
        switch photo.id {
        case .pending(let part): return part
        case .remote(let remote):
            let part = contact.parts.id(of: .photo, remote)
            if try photos.photo(part)?.bytes == nil {
                let known = ContactPhoto(id: photo.id, fileName: photo.fileName, address: photo.address)
                try photos.keep(known, part, of: contact.id, at: now)
            }
            return part
        }
    }

    /// Sets the avatar. A new photo that no avatar shows any more is removed.
    private mutating func show(
        _ value: AvatarValue, in contact: inout OutboxContact, _ entries: inout [Receipt.Entry]
    ) throws {
        let (former, inVain) = (contact.shown[.avatar], contact.photoInVain(for: value))
        if case .avatar(.photo(let part))? = contact.copy[.avatar], try photos.photo(part) == nil,
            let avatar = try storedAvatar(of: contact.id), let address = avatar.url
        {
            // Undo shows it again, also where the server has shown another one meanwhile.
            let photo = ContactPhoto(id: .pending(part), fileName: "", address: address)
            try photos.keep(photo, part, of: contact.id, at: now)
        }
        set(SlotEdit(.avatar, to: .avatar(value), base: contact.copy[.avatar], saw: [former]), in: &contact, &entries)
        if let inVain { remove(inVain, from: &contact, &entries) }
    }

    /// A photo that was to be shown goes.
    func remove(_ photo: Slot, from contact: inout OutboxContact, _ entries: inout [Receipt.Entry]) {
        let base = contact.rows[photo].map(\.base) ?? contact.copy[photo]
        set(SlotEdit(photo, to: nil, base: base, saw: [contact.shown[photo]]), in: &contact, &entries)
    }

    private func storedAvatar(of contact: ContactID) throws -> AvatarInfo? {
        try ContactCopy.fetch(db, contactID: Int(contact.rawValue)).flatMap(decoder.contact)?.avatar
    }

    /// The picture of a contact with a pending avatar; nil where the server's copy has it.
    func avatar(of contact: OutboxContact) throws -> AvatarInfo? {
        guard let avatar = contact.visibleAvatar, copies[contact.id]?[.avatar] != .avatar(avatar) else { return nil }
        switch avatar {
        case .initials: return AvatarInfo()
        case .photo(let part): return try photos.photo(part)?.avatar
        case .gravatar: return AvatarInfo(source: .gravatar)
        case .other(let word): return AvatarInfo(source: AvatarSource(rawValue: word))
        }
    }

    /// A photo of the copy is forgotten as soon as no change, no attempt and no bytes are left of it.
    func forgetPhotos(of contact: inout OutboxContact) throws {
        for part in contact.idlePhotos where try photos.photo(part)?.bytes == nil {
            contact.copy.remove(.part(.photo, part))
        }
    }
}
