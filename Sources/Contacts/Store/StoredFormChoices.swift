public import Foundation
import GRDB
public import Model

extension ContactStore {
    /// The choices of contact forms as they were last read; nil if they never were.
    public func formChoices() async throws(ContactStoreError) -> FormChoices? {
        let stored = try await read { try Data.fetchOne($0, sql: "SELECT choices FROM form_choices") }
        // Unreadable choices count as none: the next refresh loads them again.
        return stored.flatMap { try? FormChoices(stored: $0) }
    }

    /// Replaces the stored choices.
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
