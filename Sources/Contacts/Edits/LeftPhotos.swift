import GRDB
package import Model

/// The photos that deleted contacts have left on the server, until they are deleted too.
enum LeftPhotos {
    static func fetchAll(_ db: Database, account: String) throws -> [RemoteID] {
        let sql = "SELECT remote_id FROM edit_photo WHERE account = ? ORDER BY id"
        return try String.fetchAll(db.cachedStatement(sql: sql), arguments: [account]).map { RemoteID($0) }
    }

    static func save(_ new: [RemoteID], over old: [RemoteID], account: String, _ db: Database) throws {
        for photo in old where !new.contains(photo) {
            try db.cachedStatement(sql: "DELETE FROM edit_photo WHERE account = ? AND remote_id = ?")
                .execute(arguments: [account, photo.rawValue])
        }
        for photo in new where !old.contains(photo) {
            try db.cachedStatement(sql: "INSERT INTO edit_photo (account, remote_id) VALUES (?, ?)")
                .execute(arguments: [account, photo.rawValue])
        }
    }
}

extension EditBook {
    /// A contact goes whose deletion may have been carried out: its photos are to go too, but for those that others show.
    mutating func leavePhotos(of contact: ContactID) {
        guard let deletion = edits(of: contact).first(where: \.isDeletion), let lookup,
            deletion.mayHaveArrived
        else { return }
        // One of which that cannot be said stays.
        let left = (deletion.progress.photos ?? []).filter {
            (try? lookup.copies.isPicture($0, besides: contact, lookup.db)) == false
        }
        photos += left.map(\.id).filter { !photos.contains($0) }
    }
}

extension EditQueue {
    /// The photos of deleted contacts that are still to be deleted.
    package func leftPhotos() async throws(ContactStoreError) -> [RemoteID] {
        try await onBook { $0.photos }
    }
}
