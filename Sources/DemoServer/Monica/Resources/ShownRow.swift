/// A row that the server answers as a resource.
protocol ShownRow: Row {
    /// `known`: a contact that need not be looked up again.
    func json(_ resources: Resources, known: Person?) -> JSON
}

extension Detail {
    /// Photos have a resource of their own, since theirs can fail.
    var row: (any ShownRow.Type)? {
        switch self {
        case .notes: NoteResource.self
        case .activities: ActivityResource.self
        case .calls: CallResource.self
        case .reminders: ReminderResource.self
        case .tasks: ContactTaskResource.self
        case .gifts: GiftResource.self
        case .debts: DebtResource.self
        case .addresses: AddressResource.self
        case .contactfields: ContactFieldResource.self
        case .pets: Pet.self
        case .photos: nil
        }
    }
}

extension Resources {
    /// How many details of a kind a contact has.
    func count(_ detail: Detail, of person: Person) -> Int {
        guard !person.isPartial, let type = detail.row else { return account.photos(of: person.id).count }
        return count(type, of: person)
    }

    private func count<R: ShownRow>(_: R.Type, of person: Person) -> Int {
        account.count(R.self, of: person.id)
    }

    func list<R: ShownRow>(_: R.Type, of person: Person) -> [JSON] {
        account.rows(R.self, of: person.id, known: person).map { $0.json(self, known: person) }
    }

    /// The end of most resources. A deleted contact is null there.
    func tail(_ contact: Int?, _ row: some Row, known: Person?) -> JSON {
        let owner: JSON = known.flatMap { $0.id == contact ? short($0) : nil } ?? short(contact)
        return JSON.joined(
            ["account": Self.accountReference, "contact": owner], times(row.created, row.updated))
    }
}
