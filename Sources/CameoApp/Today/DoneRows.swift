/// The rows of lists about days that the person has dealt with. They stay, crossed out, until the toast about them goes.
final class DoneRows {
    /// Names a row.
    nonisolated enum Row: Hashable, Sendable {
        /// A contact to be in touch with.
        case touch(contact: Int)
        /// A task of a contact, by its number on the page.
        case task(Int, contact: Int)
    }

    private(set) var rows: Set<Row> = []
    private let observers = Observers()

    func insert(_ row: Row) {
        rows.insert(row)
        observers.tell()
    }

    func clear() {
        guard !rows.isEmpty else { return }
        rows = []
        observers.tell()
    }

    /// Calls back with each change, until the observation is released.
    func observe(_ onChange: @escaping () -> Void) -> MarksObservation {
        observers.add(onChange)
    }
}
