import Model

// Only one contact is the user.
extension EditBook {
    /// Who is the user, with the edits on top.
    var user: ContactID? {
        edits.filter { $0.isChoiceOfUser && $0.isApplied }.reduce(servedUser ?? nil) { user, edit in
            if edit.change == .me(true) { return edit.contact }
            return user == edit.contact ? nil : user
        }
    }

    /// Who the server has for the user: nil where it is not known; in it, nil if nobody is.
    var servedUser: ContactID?? {
        let stored = lookup.flatMap { lookup in (try? lookup.copies.user(lookup.db)) ?? nil }
        return copyChanges.reduce(stored) { user, change in
            switch change {
            case .user(let contact): .some(contact)
            case .store(let copy, let contact) where copy.isMe: .some(contact)
            case .store(_, let contact), .remove(let contact): user == .some(contact) ? .some(nil) : user
            case .adopt, .reminder: user
            }
        }
    }

    /// Only one contact is the user: whoever was chosen before is so no more, sent or not.
    mutating func overtake(_ choice: Edit) {
        guard choice.change == .me(true) else { return }
        for edit in edits where edit.change == .me(true) && edit.id < choice.id {
            if edit.state == .waiting || edit.state == .sent { end(edit.id) }
        }
    }

    /// Somebody is to be the user no more: what is taken back once it is settled does not make them so again.
    mutating func leaveNobodyUser(_ choice: Edit) {
        guard choice.change == .me(false) else { return }
        for edit in edits where edit.undo == .me(true) && edit.progress.formerUser == choice.contact {
            update(edit.id) { $0.progress.formerUser = nil }
        }
    }

    /// Keeps nobody the user where taking edits away would make somebody so again. Returns the edit that does, if one is
    /// needed.
    mutating func leaveNobodyUser() -> EditID? {
        guard let user else { return nil }
        nameIfStored(user)
        guard contacts[user]?.isGone == false else { return nil }
        return append(.me(false), of: user)
    }

    /// Whoever was the user before a choice that is taken back was so before later ones.
    mutating func handOverUser(_ choice: Edit) {
        guard choice.change == .me(true) else { return }
        for later in edits where later.id > choice.id && later.progress.formerUser == choice.contact {
            update(later.id) { $0.progress.formerUser = choice.progress.formerUser }
        }
        for (id, ended) in endedEdits where id > choice.id && ended.formerUser == choice.contact {
            endedEdits[id]?.formerUser = choice.progress.formerUser
        }
    }

    /// A choice that was not sent is taken back: the user is who it was before, as far as that is to be said still.
    mutating func removeChoice(_ choice: Edit) {
        remove(choice.id)
        // Who was the user for a moment was to be so no more.
        guard let interim = interimUsers[choice.id], user == interim, let former = choice.progress.formerUser
        else { return }
        nameIfStored(former)
        if contacts[former]?.isGone == false { append(.me(true), of: former) }
    }

    /// A choice that comes back: whoever was to be the user again in its place is not. See `removeChoice`.
    mutating func takeBackReturn(of choice: Edit) {
        guard choice.change == .me(true), interimUsers[choice.id] != nil else { return }
        for edit in edits where edit.id > choice.id && edit.change == .me(true) && edit.state == .waiting {
            if edit.contact == choice.progress.formerUser { remove(edit.id) }
        }
    }

    /// Whoever was not to be the user any more is to be so again: at once, unless somebody else was before, or has been
    /// chosen since and is not taken back. Returns false where nothing stands against it.
    mutating func leaveToLaterChoice(_ former: ContactID, after id: EditID) -> Bool {
        guard user != nil else { return false }
        let later = edits.first { $0.id > id && $0.change == .me(true) }
        if let later, later.state == .waiting, later.progress.formerUser == nil {
            update(later.id) { $0.progress.formerUser = former }
            interimUsers[later.id] = .some(nil)
        }
        return true
    }

    /// Only one contact is the user: it is who it was before, unless somebody has chosen another one since.
    mutating func giveBack(to former: ContactID, from contact: ContactID) {
        // Chosen once more, in a form that was older than the first choice.
        if former == contact { return }
        nameIfStored(former)
        guard contacts[former]?.isGone == false else { return }
        if shown(contact, over: storedCopy(contact)).isMe {
            append(.me(true), of: former)
            return
        }
        // Whoever was chosen since may be taken back, too.
        for later in edits where later.state == .waiting && later.progress.formerUser == contact {
            update(later.id) { $0.progress.formerUser = former }
            interimUsers[later.id] = .some(contact)
        }
    }
}
