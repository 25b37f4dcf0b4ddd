import Foundation
import GRDB
public import Model

// The sections that are read for all contacts together.
extension ContactStore {
    /// Replaces all stored entries of a section. The keys are the server's numbers of contacts.
    ///
    /// They were asked for at a moment of `editClock`. A section that may be older than a sent change stays. A
    /// list that is not whole leaves the sections of contacts without entries in it.
    func replace(
        _ section: ContactSection, with sections: [Int: SectionEntries], isWhole: Bool = true,
        asked: TimeInterval = .infinity, loadedAt: Date = .now
    ) async throws(ContactStoreError) {
        let changed = try await takeIn(brings: !sections.isEmpty) { intake in
            var (changed, kept) = ([Int](), Set<Int>())
            for (number, entries) in sections {
                guard let local = try LocalNames.local(RemoteID(String(number)), intake.db),
                    try Contact.fetch(intake.db, id: local, by: intake.decoder) != nil
                else { continue }
                kept.insert(local)
                guard !intake.isOlder(section, of: local, asked: asked) else { continue }
                let isNew = try StoredSection(entries, loadedAt: loadedAt)
                    .save(intake.db, section, contactID: local, by: intake.decoder)
                if try intake.sectionsRead([section], of: local, isNew: isNew) { changed.append(local) }
            }
            let stored = try Int.fetchAll(
                intake.db, sql: "SELECT contact_id FROM contact_section WHERE section = ?",
                arguments: [section.rawValue])
            let shown = Set(stored + (try section.contactsWithSentEntries(intake.db)))
            let delete = try intake.db.cachedStatement(sql: StoredSection.deleteSQL)
            for id in shown where isWhole && !kept.contains(id) && !intake.isOlder(section, of: id, asked: asked) {
                try delete.execute(arguments: [id, section.rawValue])
                let isNew = intake.db.changesCount > 0
                if try intake.sectionsRead([section], of: id, isNew: isNew) { changed.append(id) }
            }
            let isFirst = try AccountList.unread(intake.db).contains(section)
            try AccountList.note(section.rawValue, loadedAt: loadedAt, intake.db)
            // Each page has a row for a list that was never read.
            if isFirst { changed = try Int.fetchAll(intake.db, sql: "SELECT id FROM contact") }
            return changed
        }
        changes.sectionsChanged(of: changed)
        if section == .tasks { changes.listsChanged() }
    }

    /// When a list of the account, such as a section of all contacts, was last read; nil if it never was.
    func listLoadedAt(_ list: String) async throws(ContactStoreError) -> Date? {
        Date(
            stored: try await read { db in
                try Double.fetchOne(db, sql: "SELECT loaded_at FROM account_list WHERE section = ?", arguments: [list])
            })
    }
}

/// The lists of the account that are read once a day.
enum AccountList {
    /// The name of the list of journal entries.
    static let journal = "journal"
    /// The note of a journal with earlier entries on the server. They are never read.
    static let earlierJournal = "journal/earlier"

    /// The sections of all contacts that were never read.
    static func unread(_ db: Database) throws -> Set<ContactSection> {
        let read = try String.fetchSet(db, sql: "SELECT section FROM account_list")
        return Set(ContactSection.ofAccount.filter { !read.contains($0.rawValue) })
    }

    static func note(_ list: String, loadedAt: Date, _ db: Database) throws {
        try db.execute(
            sql: "REPLACE INTO account_list (section, loaded_at) VALUES (?, ?)", arguments: [list, loadedAt.stored])
    }
}

// The user's journal.
extension ContactStore {
    /// Replaces the stored entries of the journal. A journal that is not whole has earlier entries on the server.
    func replaceJournal(
        with entries: [JournalEntry], isWhole: Bool, loadedAt: Date
    ) async throws(ContactStoreError) {
        try await writeNews { db, _ in
            try db.execute(sql: "DELETE FROM journal_entry")
            for entry in entries {
                try db.execute(
                    sql: "INSERT OR IGNORE INTO journal_entry (id, title, text, written_at) VALUES (?, ?, ?, ?)",
                    arguments: [entry.id, entry.title, entry.text, entry.writtenAt?.stored])
            }
            try AccountList.note(AccountList.journal, loadedAt: loadedAt, db)
            try db.execute(
                sql: "DELETE FROM account_list WHERE section = ?", arguments: [AccountList.earlierJournal])
            if !isWhole { try AccountList.note(AccountList.earlierJournal, loadedAt: loadedAt, db) }
        }
        changes.listsChanged()
    }

    /// The latest entries of the user's journal, the latest first, and whether they are all.
    public func journal() async throws(ContactStoreError) -> (entries: [JournalEntry], isWhole: Bool) {
        try await read { db in
            let sql = "SELECT id, title, text, written_at FROM journal_entry ORDER BY written_at DESC, id DESC"
            let entries = try Row.fetchAll(db, sql: sql).map { row in
                JournalEntry(
                    id: try row.decode(atIndex: 0), title: try row.decode(atIndex: 1), text: try row.decode(atIndex: 2),
                    writtenAt: Date(stored: try row.decode(atIndex: 3)))
            }
            let earlier = "SELECT EXISTS (SELECT 1 FROM account_list WHERE section = ?)"
            let hasEarlier = try Bool.fetchOne(db, sql: earlier, arguments: [AccountList.earlierJournal]) ?? false
            return (entries, !hasEarlier)
        }
    }

    /// Whether the user's journal has any entries.
    public func hasJournal() async throws(ContactStoreError) -> Bool {
        try await read { try Bool.fetchOne($0, sql: "SELECT EXISTS (SELECT 1 FROM journal_entry)") ?? false }
    }
}
