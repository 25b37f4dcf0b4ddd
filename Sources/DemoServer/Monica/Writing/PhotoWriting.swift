import Foundation

extension Write {
    /// Stores a file of a form, or a picture in `data` of JSON. An unreadable picture is stored too, and its answer fails.
    mutating func createPhoto() throws(Refusal) -> Reply {
        let file = input.files["photo"]
        let kind = file.flatMap { PictureKind($0.data) }
        var rules = rules
        rules.checkContact()
        if input.has("photo"), file == nil {
            rules.refuse("The photo must be a file.")
            rules.refuse("The photo must be an image.")
        } else if file != nil, kind == nil {
            rules.refuse("The photo must be an image.")
        } else if file == nil, input.string("data") == nil {
            rules.refuse("The photo field is required when data is not present.")
            rules.refuse("The data field is required when photo is not present.")
        }
        let sent = file == nil ? input.string("data").map(SentPicture.init) : nil
        if let sent, sent.data == nil { rules.refuse("validation.photo") }
        try rules.end()
        let owner = try editableOwner()
        let number = account.photos.next
        let name = Identifiers.photoName(of: number, version: 0, seed: account.book.seed)
        let upload: AlbumPhoto.Upload
        if let file, let kind {
            upload = AlbumPhoto.Upload(
                original: file.data, dataURL: kind.dataURL(file.data), originalName: file.name,
                fileExtension: kind.fileExtension, mimeType: file.type)
        } else {
            guard let data = sent?.data, let kind = PictureKind(data), let written = kind.reencoded(data) else {
                throw Refusal(.exception("Attempt to read property \"id\" on null", status: 500, for: request))
            }
            let ending = sent?.declared ?? kind.fileExtension
            upload = AlbumPhoto.Upload(
                original: written, dataURL: kind.dataURL(written), originalName: "\(name).\(ending)",
                fileExtension: ending, mimeType: kind.mimeType)
        }
        account.store(
            AlbumPhoto(
                number: number, contacts: [owner.id], version: 0, format: .jpeg,
                size: AlbumPhoto.Size(width: 1, height: 1),
                orientation: 1, subject: .portrait, name: name, isBroken: false, created: now, updated: now,
                upload: upload))
        guard upload.dataURL != nil else {
            throw Refusal(.exception("Unable to init from given binary data.", status: 500, for: request))
        }
        return Reply(status: 201) { resources, _ in
            resources.account.row(AlbumPhoto.self, number).flatMap { resources.photo($0) } ?? .null
        }
    }

    /// A photo that is an avatar goes without a warning: its contacts still say that it is one.
    mutating func deletePhoto(_ text: String) throws(Refusal) -> Reply {
        guard let number = Int(text) else {
            throw Refusal(.badID("Contact\\ApiPhotoController::destroy()", name: "photoId", for: request))
        }
        guard !account.neighbour.photos.contains(number) else { throw Refusal(.notFound) }
        guard let photo = account.row(AlbumPhoto.self, number) else {
            throw Refusal(Missing.selected("photo").response)
        }
        account.remove(AlbumPhoto.self, photo.number)
        return .deleted(photo.number)
    }

    /// The answer still has the default picture where no photo was the avatar before.
    mutating func updateAvatar(_ text: String) throws(Refusal) -> Reply {
        let id = Int(text) ?? 0
        let photos = account.neighbour.photos
        let account = account
        var rules = rules
        rules.checkID("contact", isKnown: account.wasIssued(id))
        rules.check("source", .required, .oneOf(["default", "adorable", "gravatar", "photo"]))
        rules.check(
            "photo_id", .nullable, .integer,
            .exists { photos.contains($0) || account.row(AlbumPhoto.self, $0) != nil })
        if input.string("source") == "photo", input["photo_id"]?.isFilled != true {
            rules.refuse("The photo id field is required when source is photo.")
        }
        try rules.end()
        let person = try editable(id)
        let avatar: Person.Avatar
        switch input.string("source") {
        case "adorable": avatar = .adorable
        case "gravatar": avatar = gravatar(of: id)
        case "photo": avatar = .photo(try attachedPhoto(to: id))
        default: avatar = .initials
        }
        edit(id) { $0.avatar = avatar }
        var hadPhoto = false
        if case .photo = person.avatar { hadPhoto = true }
        guard case .photo = avatar, !hadPhoto else { return .contact(id) }
        return Reply { resources, depth in
            resources.account.person(id).map { person in
                var stale = person
                stale.avatar = .photo(0)
                return resources.contact(stale, depth)
            } ?? .null
        }
    }

    /// Without an e-mail address there is no picture to find.
    func gravatar(of id: Int) -> Person.Avatar {
        let emails = account.settings.contactFieldTypes.filter { $0.kind == "email" }.map(\.id)
        let fields = account.rows(ContactFieldResource.self, of: id)
        return fields.contains { emails.contains($0.type) } ? .gravatar : .gravatarWithoutURL
    }

    /// A photo of another contact belongs to both from then on.
    private mutating func attachedPhoto(to id: Int) throws(Refusal) -> Int {
        guard var photo = account.row(AlbumPhoto.self, input.int("photo_id") ?? 0) else { throw Refusal(.notFound) }
        if !photo.contacts.contains(id) {
            photo.contacts.append(id)
            account.store(photo)
        }
        return photo.number
    }
}

/// The `data` of a JSON upload: a data URL, or base64 alone.
private struct SentPicture {
    /// Nil for a text that is neither.
    var data: Data?
    /// The ending that the URL's type stands for.
    var declared: String?

    init(_ text: String) {
        var base64 = text[...]
        if text.hasPrefix("data:image/"), let comma = text.firstIndex(of: ",") {
            declared = String(text[..<comma].dropFirst("data:image/".count).prefix { $0.isLetter || $0.isNumber })
            base64 = text[text.index(after: comma)...]
        }
        data = Data(base64Encoded: String(base64))
    }
}
