import Model

extension EditBook {
    /// What of the contact's page an edit changes, by the numbers that the page knows.
    func fields(changedBy edit: Edit) -> Set<FieldID> {
        switch edit.change {
        case .values(let change):
            return Set(change.changed.union(change.reminders.keys).compactMap(\.field))
        case .part(let change):
            return Set([change.before, change.after].compactMap { $0.flatMap { field(of: change.part, as: $0) } })
        case .addTags, .removeTags: return [.tags]
        case .create, .me, .delete: return []
        }
    }

    /// What of the contact's page shows a part while it says this.
    func field(of part: PartID, as value: PartValue) -> FieldID? {
        switch value {
        case .field: .contactField(shownNumber(of: part))
        case .address: .address(shownNumber(of: part))
        case .relationship(let relationship): number(of: relationship.other).map { .relationship($0) }
        }
    }

    /// Until the server knows a part, it is shown by a number that no server gives.
    private func shownNumber(of part: PartID) -> Int {
        parts[part]?.remote.flatMap { Int($0.rawValue) } ?? -Int(part.rawValue)
    }

    private func number(of other: AnyContactID) -> Int? {
        switch other {
        case .local(let id): Int(id.rawValue)
        case .remote(let id): contact(id).map { Int($0.rawValue) } ?? Int(id.rawValue)
        }
    }
}

extension ContactKey {
    /// Where a value stands on the contact's page; nil for what is said with the name.
    fileprivate var field: FieldID? {
        switch self {
        case .birthday: .birthdate
        case .death: .deceasedDate
        case .food: .foodPreferences
        case .description: .description
        case .metOn, .metWhere, .metThrough, .metStory: .howYouMet
        case .firstName, .lastName, .nickname, .gender, .job, .company: nil
        }
    }
}
