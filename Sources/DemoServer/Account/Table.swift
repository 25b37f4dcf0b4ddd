/// The written rows of one kind.
struct Table<Element: Row>: Sendable {
    /// The id of the next new row.
    var next = 1
    fileprivate var written: [Int: Element] = [:]
    fileprivate var deleted: Set<Int> = []
    /// The ids of new rows, and of invented rows with another owner, in the order of arrival.
    fileprivate var ofContact: [Int: [Int]] = [:]
    /// Ids of all new rows, ascending.
    fileprivate var new: [Int] = []
    /// How many invented rows of each contact are deleted.
    fileprivate var gaps: [Int: Int] = [:]
}

extension ServerAccount {
    func row<R: Row>(_: R.Type, _ id: Int) -> R? {
        let table = self[keyPath: R.table]
        guard !table.deleted.contains(id) else { return nil }
        let row = table.written[id] ?? invented(R.self, id)
        return row.flatMap { $0.isWhole(self) ? $0 : nil }
    }

    /// The rows of a contact, the invented rows first. `known` is the contact, if it need not be looked up.
    func rows<R: Row>(_: R.Type, of contact: Int, known: Person? = nil) -> [R] {
        let table = self[keyPath: R.table]
        let known = changed(contact) == nil ? known : nil
        let own = R.indices(self, contact: contact).compactMap { index -> R? in
            let id = Detail.number(contact: contact, index: index)
            guard !table.deleted.contains(id) else { return nil }
            return table.written[id] ?? R.invented(self, contact: contact, index: index, known: known)
        }
        let more = (table.ofContact[contact] ?? []).compactMap { table.written[$0] }
        return (own + more).filter { $0.owners.contains(contact) && $0.isWhole(self) }
    }

    /// How many rows a contact has, without inventing them where nothing was ever written.
    func count<R: Row>(_: R.Type, of contact: Int) -> Int {
        let table = self[keyPath: R.table]
        guard table.written.isEmpty, table.deleted.isEmpty else { return rows(R.self, of: contact).count }
        return R.indices(self, contact: contact).count
    }

    /// The count of the account's rows, and a closure for the rows in a range. Invented rows come first, by contact, then new
    /// rows, by id.
    func everyRow<R: Row>(_: R.Type) -> (count: Int, at: (Range<Int>) -> [R]) {
        let table = self[keyPath: R.table]
        let people = Array(book.ids ?? 1...1).filter { book.ids?.contains($0) == true }
        let counts = people.map { R.indices(self, contact: $0).count - (table.gaps[$0] ?? 0) }
        let inventedCount = counts.reduce(0, +)
        return (
            inventedCount + table.new.count,
            { range in
                var rows: [R] = []
                var before = 0
                for (person, count) in zip(people, counts) where before < range.upperBound {
                    let part = range.clamped(to: before..<(before + count))
                    if !part.isEmpty {
                        let all = inventedRows(R.self, person)
                        rows += part.compactMap { $0 - before < all.count ? all[$0 - before] : nil }
                    }
                    before += count
                }
                let rest = range.clamped(to: inventedCount..<(inventedCount + table.new.count))
                rows += rest.compactMap { table.written[table.new[$0 - inventedCount]] }
                return rows.filter { $0.isWhole(self) }
            }
        )
    }

    /// The id of a new row.
    mutating func newID<R: Row>(_: R.Type) -> Int {
        let id = self[keyPath: R.table].next
        self[keyPath: R.table].next += 1
        return id
    }

    /// Adds a row, or replaces the row with its id.
    mutating func store<R: Row>(_ row: R) {
        let home = home(of: row.id)
        let isNew = self[keyPath: R.table].written[row.id] == nil && home == nil
        self[keyPath: R.table].written[row.id] = row
        self[keyPath: R.table].next = max(self[keyPath: R.table].next, row.id + 1)
        if isNew {
            let new = self[keyPath: R.table].new
            self[keyPath: R.table].new.insert(row.id, at: (new.lastIndex { $0 < row.id } ?? -1) + 1)
        }
        for owner in row.owners where owner != home {
            if self[keyPath: R.table].ofContact[owner]?.contains(row.id) == true { continue }
            self[keyPath: R.table].ofContact[owner, default: []].append(row.id)
        }
    }

    mutating func remove<R: Row>(_: R.Type, _ id: Int) {
        guard row(R.self, id) != nil else { return }
        let home = home(of: id)
        let owners = self[keyPath: R.table].written.removeValue(forKey: id)?.owners ?? []
        for owner in owners { self[keyPath: R.table].ofContact[owner]?.removeAll { $0 == id } }
        self[keyPath: R.table].deleted.insert(id)
        if let home {
            self[keyPath: R.table].gaps[home, default: 0] += 1
        } else {
            self[keyPath: R.table].new.removeAll { $0 == id }
        }
    }

    /// The contact that the book invents a row for.
    private func home(of id: Int) -> Int? {
        guard id <= book.lastDetail, let place = Detail.place(of: id) else { return nil }
        return place.contact
    }

    private func invented<R: Row>(_: R.Type, _ id: Int) -> R? {
        guard let contact = home(of: id), let place = Detail.place(of: id),
            R.indices(self, contact: contact).contains(place.index)
        else { return nil }
        return R.invented(self, contact: contact, index: place.index, known: nil)
    }

    /// The invented rows of a contact in the book's order, including rows with another owner now.
    private func inventedRows<R: Row>(_: R.Type, _ contact: Int) -> [R] {
        let table = self[keyPath: R.table]
        return R.indices(self, contact: contact).compactMap { index in
            let id = Detail.number(contact: contact, index: index)
            guard !table.deleted.contains(id) else { return nil }
            return table.written[id] ?? R.invented(self, contact: contact, index: index, known: nil)
        }
    }
}
