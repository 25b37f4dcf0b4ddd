public import Foundation
import GRDB
public import Model

extension ContactStore {
    /// What the forms of contacts choose from, as it was read last; nil if it never was.
    public func formChoices() async throws(ContactStoreError) -> FormChoices? {
        let stored = try await read { try Data.fetchOne($0, sql: "SELECT choices FROM form_choices") }
        // What cannot be read is asked for again.
        return stored.flatMap { try? FormChoices(stored: $0) }
    }

    /// Puts these choices in the place of those that are stored.
    public func replaceFormChoices(
        with choices: FormChoices, loadedAt: Date = .now
    ) async throws(ContactStoreError) {
        try await writeNews { db, _ in
            try db.execute(
                sql: "REPLACE INTO form_choices (id, choices, loaded_at) VALUES (1, ?, ?)",
                arguments: [choices.stored(), loadedAt.stored])
        }
    }

    /// When the choices were last read; nil if they never were, or cannot be read.
    func formChoicesLoadedAt() async throws(ContactStoreError) -> Date? {
        guard try await formChoices() != nil else { return nil }
        return Date(stored: try await read { try Double.fetchOne($0, sql: "SELECT loaded_at FROM form_choices") })
    }
}
