import Model

// The server keeps the labels of a field that is saved without any: a field that is to lose its last ones is made anew
// without them, and then the former one is deleted. Everything here goes on knowing it by its number.
extension EditBook {
    /// Makes of a change of a field the addition of one like it, to be sent at once, and the deletion of the former one.
    ///
    /// `there`: what the server has; `after`: what it is to become.
    mutating func beginReplacing(_ id: EditID, _ there: PartValue, by after: PartValue) {
        guard let edit = edit(id), let change = edit.partChange, let remote = parts[change.part]?.remote else { return }
        parts[change.part]?.remote = nil
        let former = newPart(change.kind, of: edit.contact, remote: remote)
        moveInForms(PlacedPart(change.kind, .remote(remote)), to: PlacedPart(change.kind, .local(change.part)))
        update(id) {
            $0.change = .part(PartChange(kind: change.kind, part: change.part, before: nil, after: after))
            $0.progress.replaces = former
            // Tries of the change have added nothing.
            ($0.progress.firstTry, $0.progress.knownParts) = (nil, [])
        }
        append(
            .part(PartChange(kind: change.kind, part: former, before: there, after: nil)), of: edit.contact, needs: [id]
        )
    }

    /// The addition has not come about: it is the change of a field again.
    mutating func endReplacing(_ id: EditID) {
        guard let edit = edit(id), let former = edit.progress.replaces, let change = edit.partChange else { return }
        let meant = changeReplaced(by: edit) ?? change
        update(id) {
            $0.change = .part(meant)
            $0.progress.replaces = nil
        }
        guard let deletion = deletionOfReplaced(by: edit), let remote = parts[former]?.remote else { return }
        end(deletion.id)
        parts[former] = nil
        parts[change.part]?.remote = remote
        moveInForms(PlacedPart(change.kind, .local(change.part)), to: PlacedPart(change.kind, .remote(remote)))
    }

    /// What an addition is to make of a field that there was before; nil for any other edit.
    func changeReplaced(by edit: Edit) -> PartChange? {
        guard let change = edit.partChange, let former = deletionOfReplaced(by: edit)?.partChange else { return nil }
        return PartChange(kind: change.kind, part: change.part, before: former.before, after: change.after)
    }

    /// The deletion of what an addition replaces; nil once somebody has given it up.
    private func deletionOfReplaced(by edit: Edit) -> Edit? {
        guard let former = edit.progress.replaces else { return nil }
        return edits.first { $0.partChange?.part == former && $0.needs.contains(edit.id) }
    }

    /// Whether it only completes what another edit is about that was not carried out yet.
    func isPartOfReplacement(_ edit: Edit) -> Bool {
        guard let change = edit.partChange, change.after == nil else { return false }
        return edits.contains {
            $0.state != .sent && $0.progress.replaces == change.part && edit.needs.contains($0.id)
        }
    }

    /// The server has made a part, or has been found to have: open forms know it by that from now on.
    mutating func name(_ part: PartID, as remote: RemoteID?) {
        parts[part]?.remote = remote
        guard let kind = parts[part]?.kind, let remote else { return }
        moveInForms(PlacedPart(kind, .local(part)), to: PlacedPart(kind, .remote(remote)))
    }

    private mutating func moveInForms(_ former: PlacedPart, to place: PlacedPart) {
        for (id, form) in forms {
            guard let value = form.shown.parts[former] else { continue }
            forms[id]?.shown.parts[former] = nil
            forms[id]?.shown.parts[place] = value
        }
    }
}
