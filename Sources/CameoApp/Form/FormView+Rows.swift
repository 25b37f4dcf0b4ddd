import Contacts
import Gtk
import Model

// Rows of which there may be several.
extension FormView {
    /// Adds and removes rows to match the form. Returns false if the limit leaves some rows for the next call.
    @discardableResult
    func syncRows(addingAtMost limit: Int = .max) -> Bool {
        var room = limit
        // The rows are in lists that the view holds.
        let onLeave: (FormField) -> Void = { [weak self] in self?.left($0) }
        let onUse: (FormField) -> Void = { [weak self] in self?.use($0) }
        sync(
            &room, fieldList, above: fieldWarning, model.form.fields.map { .field($0.row) }, as: FieldInput.self,
            rows: \.rows
        ) { [self] field in
            guard case .field(let row) = field, let shown = model.form.fields[row: row] else {
                return nil
            }
            let type = surroundings.choices.fieldTypes.first { $0.id == shown.type }
            let input = FieldInput(shown, type: type, model, onLeave: onLeave, onUse: onUse)
            input.onRemove = { [weak self, weak input] in
                self?.remove(input, as: FieldInput.self, addedBy: self?.fieldAdder) { form in
                    form.fields.remove(row).map { putBack in { putBack(&$0.fields) } }
                }
            }
            return input
        }
        sync(
            &room, addressList, above: addressWarning, model.form.addresses.map { .address($0.row, .street) },
            as: AddressInput.self,
            rows: \.rows
        ) { [self] field in
            guard case .address(let row, _) = field,
                let shown = model.form.addresses[row: row]
            else { return nil }
            let input = AddressInput(shown, model, onLeave: onLeave, onUse: onUse)
            input.onRemove = { [weak self, weak input] in
                self?.remove(input, as: AddressInput.self, addedBy: self?.addressAdder) { form in
                    form.addresses.remove(row).map { putBack in { putBack(&$0.addresses) } }
                }
            }
            return input
        }
        sync(
            &room, relationshipList, above: relationWarning, model.form.relationships.map { .relationship($0.row) },
            as: RelationshipInput.self, rows: \.rows
        ) { [self] field in
            guard case .relationship(let row) = field,
                let shown = model.form.relationships[row: row]
            else { return nil }
            let input = RelationshipInput(
                shown, model, surroundings: surroundings, pictures: pictures, onLeave: onLeave, onUse: onUse)
            input.onRemove = { [weak self, weak input] in
                self?.remove(input, as: RelationshipInput.self, addedBy: self?.relationshipAdder) { form in
                    form.relationships.remove(row).map { putBack in { putBack(&$0.relationships) } }
                }
            }
            return input
        }
        return room >= 0
    }

    /// `room` is how many inputs may still be added; negative once there were more.
    private func sync<Input: FormInput>(
        _ room: inout Int, _ list: BoxedList, above last: NoteRow? = nil, _ wanted: [FormField], as type: Input.Type,
        rows: (Input) -> [Widget], make: (FormField) -> Input?
    ) {
        let former = inputs.compactMap { $0 as? Input }
        for input in former where !wanted.contains(where: input.owns) {
            for row in rows(input) { list.remove(row) }
            inputs.removeAll { $0 === input }
        }
        let present = wanted.map { field in former.first { $0.owns(field) } }
        for (place, field) in wanted.enumerated() where present[place] == nil {
            guard room > 0 else {
                room = -1
                break
            }
            guard let input = make(field) else { continue }
            room -= 1
            let next = present[place...].compactMap { $0 }.first
            let below = next.flatMap { rows($0).first } ?? last
            for row in rows(input) {
                if let below { list.insert(row, before: below) } else { list.append(row) }
            }
            inputs.insert(input, at: inputs.firstIndex { $0 === next } ?? inputs.endIndex)
            input.show(model.form)
        }
        list.isVisible = !wanted.isEmpty
    }

    /// Brings back the row that was removed last, unless an edit came later; false if there is none. A text with the focus would
    /// undo its own typing instead.
    func undoRemoval() -> Bool { removedRows.last?.edits == edits && bringBackRow() }

    /// Brings back the row that was removed last, at its former place; false if there is none.
    func bringBackRow() -> Bool {
        guard let (field, _, bringBack) = removedRows.popLast() else { return false }
        model.update(bringBack)
        showAll()
        focus(field)
        keepFocusInSight()
        onEdit?()
        return true
    }

    /// Removes a row by a change that returns the opposite one. Its focus goes to the next row of its kind, else to the one before,
    /// else to the button that adds one.
    private func remove<Input: FormInput>(
        _ removed: Input?, as type: Input.Type, addedBy adder: Widget?,
        _ change: @escaping (inout ContactForm) -> ((inout ContactForm) -> Void)?
    ) {
        // The menu or button that was clicked goes with its row, after it has done its work.
        Task { [weak self] in
            guard let self else { return }
            let place = self.inputs.compactMap { $0 as? Input }.firstIndex { $0 === removed }
            let hadFocus = !self.root.containsFocus || removed?.rows.contains(where: \.containsFocus) == true
            let field = removed.flatMap { self.fields(of: $0).first }
            var bringBack: ((inout ContactForm) -> Void)?
            self.model.update { bringBack = change(&$0) }
            if let field, let bringBack { self.removedRows.append((field, self.edits, bringBack)) }
            self.showAll()
            self.onEdit?()
            guard hadFocus else { return }
            let left = self.inputs.compactMap { $0 as? Input }
            let next = place.flatMap { left.isEmpty ? nil : left[min($0, left.count - 1)] }
            if next?.focusRow() != true, adder?.focusFirst() != true { self.root.focusFirst() }
            self.keepFocusInSight()
        }
    }
}
