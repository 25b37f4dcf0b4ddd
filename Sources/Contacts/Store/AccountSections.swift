import Foundation
import GRDB
import Model

// The sections that are read for all contacts together.
extension ContactStore {
    /// Replaces all stored entries of a section. The keys are the server's numbers of contacts.
    ///
    /// They were asked for at a moment of `editClock`. A section that may be older than a sent change stays.
    func replace(
        _ section: ContactSection, with sections: [Int: SectionEntries], asked: TimeInterval = .infinity,
        loadedAt: Date = .now
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
            let delete = try intake.db.cachedStatement(sql: StoredSection.deleteSQL)
            for id in stored where !kept.contains(id) && !intake.isOlder(section, of: id, asked: asked) {
                try delete.execute(arguments: [id, section.rawValue])
                if try intake.sectionsRead([section], of: id, isNew: true) { changed.append(id) }
            }
            try intake.db.execute(
                sql: "REPLACE INTO account_list (section, loaded_at) VALUES (?, ?)",
                arguments: [section.rawValue, loadedAt.stored])
            return changed
        }
        for id in changed { changes.sectionsChanged(ofContact: id) }
    }

    /// When a section was last read for all contacts; nil if it never was.
    func listLoadedAt(_ section: ContactSection) async throws(ContactStoreError) -> Date? {
        Date(
            stored: try await read { db in
                try Double.fetchOne(
                    db, sql: "SELECT loaded_at FROM account_list WHERE section = ?", arguments: [section.rawValue])
            })
    }
}
