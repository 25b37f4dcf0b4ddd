import Dispatch
import Foundation
import GRDB
import Model
import Platform
import Synchronization

/// The server's copy of a contact as version 2 stores it: compressed, without pictures; the contact's own drawn face apart.
struct ContactCopy {
    enum Form {
        /// As it came, with all pictures.
        case version1
        case version2
    }

    private let id: Int
    /// As the server sent it.
    private let whole: Data
    private let copy: Data
    /// Nil where no face came with it.
    private let face: Face?
    /// A face was inside, but only its digest is here.
    private let isWithoutFace: Bool

    /// `contact` has its number on this computer.
    init(_ contact: Contact, by decoder: any ContactDecoder) {
        id = contact.id
        whole = contact.serverCopy
        copy = decoder.withoutPictures(whole)
        isWithoutFace = contact.avatar.isWithoutInlineData
        let url = contact.avatar.url.flatMap { PictureURL.isInline($0) ? $0 : nil }
        face = isWithoutFace ? nil : url.map(Face.init)
    }

    /// In which form this very copy is stored; nil if it is not.
    func storedForm(_ db: Database) throws -> Form? {
        guard let stored = try Self.stored(db, id) else { return nil }
        guard StoredCopy.isCompressed(stored) else { return stored == whole ? .version1 : nil }
        guard StoredCopy.unpack(stored) == copy else { return nil }
        return try Face.digest(db, id) == face?.digest.bytes ? .version2 : nil
    }

    func write(_ db: Database) throws {
        try db.cachedStatement(sql: "REPLACE INTO contact_json (id, json) VALUES (?, ?)")
            .execute(arguments: [id, StoredCopy.pack(copy)])
        if let face {
            try face.write(db, contactID: id)
        } else if !isWithoutFace {
            try db.cachedStatement(sql: "DELETE FROM contact_face WHERE contact_id = ?").execute(arguments: [id])
        }
    }

    /// The copy without the face; nil if there is none, empty if it is damaged.
    static func fetch(_ db: Database, contactID: Int) throws -> Data? {
        try stored(db, contactID).map(StoredCopy.unpack)
    }

    /// Stores a copy of version 1 and its sections in the present form. It reads as before, but without pictures of other
    /// contacts. An unreadable copy stays as it is: a later version may read it.
    ///
    /// `known` is the contact of the stored copy, where that was read just now.
    static func convert(
        _ db: Database, contactID: Int, from known: Contact? = nil, by decoder: any ContactDecoder
    ) throws {
        if let stored = try stored(db, contactID), !StoredCopy.isCompressed(stored),
            var contact = known ?? decoder.contact(from: stored)
        {
            contact.id = contactID
            try ContactCopy(contact, by: decoder).write(db)
        }
        try StoredSection.convert(db, contactID: contactID, by: decoder)
    }

    /// The contacts in the stored copies of these IDs, as the server has them, without unreadable copies. Decoding takes most
    /// of the time, so all processors share it.
    static func contacts(_ db: Database, ids: [Int], by decoder: any ContactDecoder) throws -> [Int: Contact] {
        let copies = try ids.map { try stored(db, $0) }
        let contacts = Mutex<[Int: Contact]>([:])
        DispatchQueue.concurrentPerform(iterations: ids.count) { place in
            guard let copy = copies[place], let contact = decoder.contact(from: StoredCopy.unpack(copy)) else { return }
            contacts.withLock { $0[ids[place]] = contact }
        }
        return contacts.withLock { $0 }
    }

    private static func stored(_ db: Database, _ id: Int) throws -> Data? {
        try Data.fetchOne(db.cachedStatement(sql: "SELECT json FROM contact_json WHERE id = ?"), arguments: [id])
    }
}

/// The drawn face of a contact. Equal faces of several contacts are stored once.
struct Face {
    /// `data:`, with the picture inside.
    private let url: String
    let digest: SHA256Digest

    init(_ url: String) {
        self.url = url
        digest = SHA256Digest(of: url)
    }

    fileprivate func write(_ db: Database, contactID: Int) throws {
        let known = try db.cachedStatement(sql: "SELECT id FROM face WHERE digest = ?")
        var face = try Int64.fetchOne(known, arguments: [digest.bytes])
        if face == nil {
            try db.cachedStatement(sql: "INSERT INTO face (digest, url) VALUES (?, ?)")
                .execute(arguments: [digest.bytes, StoredCopy.pack(Data(url.utf8))])
            face = db.lastInsertedRowID
        }
        let sql = """
            INSERT INTO contact_face (contact_id, face_id) VALUES (?, ?)
            ON CONFLICT (contact_id) DO UPDATE SET face_id = excluded.face_id WHERE face_id != excluded.face_id
            """
        try db.cachedStatement(sql: sql).execute(arguments: [contactID, face])
    }

    /// The SHA-256 of a contact's face; nil without one.
    fileprivate static func digest(_ db: Database, _ contactID: Int) throws -> Data? {
        let sql = "SELECT digest FROM contact_face JOIN face ON face.id = face_id WHERE contact_id = ?"
        return try Data.fetchOne(db.cachedStatement(sql: sql), arguments: [contactID])
    }

    /// The `data:` URL with a contact's face; nil without one.
    static func url(_ db: Database, contactID: Int) throws -> String? {
        let sql = "SELECT url FROM contact_face JOIN face ON face.id = face_id WHERE contact_id = ?"
        let stored = try Data.fetchOne(db.cachedStatement(sql: sql), arguments: [contactID])
        // A damaged one is no picture.
        guard let url = stored.map(StoredCopy.unpack), !url.isEmpty else { return nil }
        return String(data: url, encoding: .utf8)
    }
}
