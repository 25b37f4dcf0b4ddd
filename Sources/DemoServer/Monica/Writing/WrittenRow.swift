/// A row that requests make, change and delete.
protocol WrittenRow: ShownRow {
    /// The answer to a request for an unknown id.
    static var missing: Missing { get }
    static var missingForDelete: Missing { get }
    /// The class that PHP's error about a non-numeric id names.
    static var controller: Controller? { get }
    /// Whether the answer to a deletion has the id as text.
    static var hasTextID: Bool { get }
    /// Whether every change moves the contact's time.
    static var touchesContact: Bool { get }

    static func create(_ write: inout Write) throws(Refusal) -> Reply
    /// Rows with a `missing` of `.selected` check their rules here, together with the id. Other rows check them in `update`.
    static func checkUpdate(_ write: Write, _ rules: inout Rules)
    mutating func update(_ write: inout Write) throws(Refusal)
    /// The row in the answer to a change. It may be older than the stored row.
    func answered(after before: Self) -> Self
    func deleted(_ write: inout Write)
}

/// The two answers for a missing row.
enum Missing {
    /// 404.
    case notFound
    /// 422: "The selected … id is invalid."
    case selected(String)

    var response: Response {
        switch self {
        case .notFound: .notFound
        case .selected(let title): .invalid(["The selected \(title) id is invalid."])
        }
    }
}

/// A class of the server and the name of its parameter.
struct Controller {
    var name: String
    var parameter: String
}

extension WrittenRow {
    static var missingForDelete: Missing { missing }
    static var controller: Controller? { nil }
    static var hasTextID: Bool { false }
    static var touchesContact: Bool { false }

    static func checkUpdate(_ write: Write, _ rules: inout Rules) {}
    func answered(after before: Self) -> Self { self }
    func deleted(_ write: inout Write) {}

    static func update(_ id: String, _ write: inout Write) throws(Refusal) -> Reply {
        let found = try number(id, "update", write).flatMap { write.account.row(Self.self, $0) }
        if case .selected(let title) = missing {
            var rules = write.rules
            rules.checkID(title, isKnown: found != nil)
            checkUpdate(write, &rules)
            try rules.end()
        }
        guard var row = found else { throw Refusal(missing.response) }
        let before = row
        try row.update(&write)
        row.updated = write.now
        if touchesContact { for owner in Set(before.owners).subtracting(row.owners) { write.touch(owner) } }
        let shown = row.answered(after: before)
        return write.save(row, status: 200).replacing { shown.json($0, known: nil) }
    }

    static func delete(_ id: String, _ write: inout Write) throws(Refusal) -> Reply {
        let found = try number(id, "destroy", write).flatMap { write.account.row(Self.self, $0) }
        guard let row = found else { throw Refusal(missingForDelete.response) }
        for owner in row.owners where !(row is NoteResource) {
            if account(write, isArchived: owner) { throw Refusal(.invalid([Write.archived])) }
        }
        write.account.remove(Self.self, row.id)
        if touchesContact { for owner in row.owners { write.touch(owner) } }
        row.deleted(&write)
        return .deleted(row.id, asText: hasTextID)
    }

    private static func account(_ write: Write, isArchived id: Int) -> Bool {
        write.account.person(id)?.isActive == false
    }

    /// Nil for text that is no number and nothing.
    private static func number(_ id: String, _ action: String, _ write: Write) throws(Refusal) -> Int? {
        if let number = Int(id) { return number }
        guard let controller else { return nil }
        throw Refusal(.badID("\(controller.name)::\(action)()", name: controller.parameter, for: write.request))
    }
}

extension Write {
    /// Stores a row and answers it.
    mutating func save<R: WrittenRow>(_ row: R, status: Int) -> Reply {
        account.store(row)
        if R.touchesContact { for owner in row.owners { touch(owner) } }
        return Reply(status: status) { resources, _ in
            resources.account.row(R.self, row.id)?.json(resources, known: nil) ?? .null
        }
    }
}

extension Detail {
    /// Photos are written in a way of their own.
    var writtenRow: (any WrittenRow.Type)? { row as? any WrittenRow.Type }
}
