import Foundation

/// An uploaded file. The API never returns it.
struct Document: Row {
    static var table: WritableKeyPath<ServerAccount, Table<Document>> { \.documents }

    var id: Int
    var uuid: String
    var contact: Int
    var name: String
    var fileName: String
    var size: Int
    var mimeType: String
    var created: Timestamp
    var updated: Timestamp

    var owners: [Int] { [contact] }

    static func indices(_ account: ServerAccount, contact: Int) -> Range<Int> { 0..<0 }
    static func invented(_ account: ServerAccount, contact: Int, index: Int, known: Person?) -> Document? { nil }
}

extension Document: WrittenRow {
    static let missing = Missing.selected("document")

    func json(_ resources: Resources, known: Person?) -> JSON {
        JSON.joined(
            [
                "id": .int(id), "uuid": .string(uuid), "object": "document", "original_filename": .string(name),
                "new_filename": .string("documents/\(fileName)"), "filesize": .int(size),
                "type": .string(fileName.split(separator: ".").last.map(String.init) ?? ""),
                "mime_type": .string(mimeType), "number_of_downloads": nil,
                "link": .string(resources.file("documents/\(fileName)")), "url": resources.api("documents/\(id)"),
            ], resources.tail(contact, self, known: known))
    }

    static func create(_ write: inout Write) throws(Refusal) -> Reply {
        var rules = write.rules
        rules.checkContact()
        let upload = write.input.files["document"]
        if upload == nil { rules.refuse("The document field is required.") }
        try rules.end()
        let owner = try write.editableOwner()
        guard let upload else { throw Refusal(.notFound) }
        let uuid = write.uuid(.document)
        let id = write.account.newID(Document.self)
        let ending = upload.name.split(separator: ".").dropFirst().last.map(String.init) ?? "bin"
        let name = Identifiers.photoName(of: id, version: 1, seed: write.account.book.seed)
        let document = Document(
            id: id, uuid: uuid, contact: owner.id, name: upload.name, fileName: "\(name).\(ending)",
            size: upload.data.count, mimeType: upload.type, created: write.now, updated: write.now)
        return write.save(document, status: 201)
    }

    /// Documents are not changed.
    mutating func update(_ write: inout Write) throws(Refusal) {
        throw Refusal(.notFound)
    }
}
