extension Resources {
    /// A row of the table of relations, seen from one side.
    func relationship(_ relation: Relation) -> JSON {
        let made = relation.created ?? account.book.created(relation.from)
        return JSON.joined(
            [
                "id": .int(relation.id), "uuid": uuid(.relation, relation.id), "object": "relationship",
                "contact_is": short(relation.from), "relationship_type": relationType(relation.type),
                "of_contact": short(relation.to), "url": api("relationships/\(relation.id)"),
                "account": Self.accountReference,
            ], times(made, relation.updated ?? made))
    }

    /// A photo with its picture inside; nil when its file cannot be read.
    func photo(_ photo: AlbumPhoto) -> JSON? {
        guard !photo.isBroken, let file = pictures.file(of: photo, in: account),
            let dataURL = pictures.dataURL(of: photo, in: account)
        else { return nil }
        // The first of its contacts that is there.
        let contact = photo.contacts.first { account.exists($0) }
        return JSON.joined(
            [
                "id": .int(photo.number), "uuid": uuid(.photo, photo.number), "object": "photo",
                "original_filename": .string(photo.originalName), "new_filename": .string("photos/\(photo.fileName)"),
                "filesize": .int(file.count), "mime_type": .string(photo.mimeType), "dataUrl": .string(dataURL),
                "link": .string(self.file("photos/\(photo.fileName)")), "account": Self.accountReference,
                "contact": short(contact),
            ], times(photo.created, photo.updated))
    }

    func user() -> JSON {
        let me = account.me.flatMap { account.person($0) }
        // The user's own name is not that of the contact.
        let first = account.book.person(1)?.firstName ?? "Demo"
        let last = account.book.person(1)?.lastName ?? "User"
        return JSON.joined(
            [
                "id": 1, "uuid": uuid(.user, 1), "object": "user", "first_name": .string(first),
                "last_name": .string(last),
                "name": .string("\(first) \(last)"), "email": "demo@example.org",
                "me_contact": me.map { short($0) } ?? .null,
                "timezone": "Europe/London", "currency": Reference.currencies.first ?? .null, "locale": "en",
                "is_policy_compliant": true, "account": Self.accountReference,
            ], times(account.book.created(1)))
    }

    /// The answer to `GET /api`.
    func welcome() -> JSON {
        let names = [
            "activities", "addresses", "calls", "contacts", "conversations", "countries", "currencies", "documents",
            "journal", "notes", "relationships", "reminders", "statistics",
        ]
        let links = names.map { name in
            JSON.Member(
                key: "\(name)_url", value: api(name == "relationships" ? "contacts/:contactId/relationships" : name))
        }
        return ["success": ["message": "Welcome to Monica"], "links": .object(links)]
    }
}
