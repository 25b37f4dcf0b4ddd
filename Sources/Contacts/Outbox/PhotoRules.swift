import Model

// The rules of photos, which follow from the slots alone.
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
    /// The avatar on pages: the server's where the server refused the wanted one, or its photo.
    var visibleAvatar: AvatarValue? {
        let isRefused = line(of: .avatar).contains { rows[$0]?.problem?.isRefusal ?? false }
        guard case .avatar(let avatar)? = isRefused ? copy[.avatar] : shown[.avatar] else { return nil }
        return avatar
    }

    /// The avatar without a photo; nil where the contact neither shows the photo nor is to show it.
    func avatar(without photo: PartID) -> AvatarValue? {
        let visible = visibleAvatar
        if visible == .photo(photo) { return .initials }
        return shown[.avatar] == .avatar(.photo(photo)) ? visible ?? .initials : nil
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

    /// The slots of one line: a day and its reminder, an avatar and the photo that only it shows.
    func line(of slot: Slot) -> [Slot] {
        switch slot {
        case .value(let key), .reminder(let key): return [.value(key), .reminder(key)]
        case .avatar: return [slot] + [photoInVain(for: nil)].compactMap(\.self)
        case .part(.photo, let part) where rows[.avatar]?.wanted == .avatar(.photo(part)): return line(of: .avatar)
        default: return [slot]
        }
    }

    /// A photo from here that the contact is to show, and that the server does not show as its avatar; nil for none.
    /// With another avatar it goes.
    func photoInVain(for avatar: AvatarValue?) -> Slot? {
        guard case .avatar(.photo(let part))? = rows[.avatar]?.wanted, avatar != .photo(part),
            copy[.avatar] != .avatar(.photo(part))
        else { return nil }
        let photo = Slot.part(.photo, part)
        // The copy shows no other photo without a row: see `idlePhotos`.
        return shown[photo] == nil || rows[photo]?.base != nil ? nil : photo
    }

    /// The photos of the copy without a change and without an attempt. It keeps those from here for Undo.
    var idlePhotos: [PartID] {
        copy.photos.filter { rows[$0] == nil && attempt?.covers($0) != true }.compactMap(\.partID)
    }
}
