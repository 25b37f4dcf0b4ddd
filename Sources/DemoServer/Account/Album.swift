extension AlbumPhoto: Row {
    static var table: WritableKeyPath<ServerAccount, Table<AlbumPhoto>> { \.photos }

    var id: Int { number }
    var owners: [Int] { contacts }

    /// The portrait comes first, if there is one.
    static func indices(_ account: ServerAccount, contact: Int) -> Range<Int> {
        let album = account.book.count(of: .photos, contact: contact)
        return (account.portrait(of: contact) == nil ? 1 : 0)..<(album + 1)
    }

    static func invented(_ account: ServerAccount, contact: Int, index: Int, known: Person?) -> AlbumPhoto? {
        // Of deleted contacts too: their photos stay.
        guard let person = account.lastKnown(contact) else { return nil }
        return index == 0 ? account.portrait(of: person) : account.album(of: person, index: index)
    }
}

extension ServerAccount {
    /// The photos of a contact; the portrait comes first.
    func photos(of id: Int) -> [AlbumPhoto] {
        guard let person = person(id), !person.isPartial else { return [] }
        return rows(AlbumPhoto.self, of: id)
    }

    func avatarPhoto(of person: Person) -> AlbumPhoto? {
        guard case .photo(let number) = person.avatar else { return nil }
        return row(AlbumPhoto.self, number)
    }

    func photo(named name: String) -> AlbumPhoto? {
        if let number = Identifiers.number(ofPhotoName: name, seed: book.seed), let photo = row(AlbumPhoto.self, number)
        {
            return photo.name == name ? photo : nil
        }
        return nil
    }

    /// The version of the invented portrait.
    fileprivate func portrait(of id: Int) -> Int? {
        guard let person = changed(id) else { return book.ids?.contains(id) == true && book.hasPortrait(id) ? 0 : nil }
        return person.portrait
    }

    fileprivate func portrait(of person: Person) -> AlbumPhoto? {
        guard let version = person.portrait else { return nil }
        var photo = photo(of: person, index: 0, version: version)
        var random = Random(book.seed &+ UInt64(version), person.id, .picture)
        photo.subject = [.portrait, .landscape, .pet, .flower][random.weighted([84, 6, 6, 4])]
        // People see the head of the list first.
        if person.id <= 12 { photo.subject = .portrait }
        photo.isBroken = person.isPhotoBroken
        return photo
    }

    fileprivate func album(of person: Person, index: Int) -> AlbumPhoto {
        var photo = photo(of: person, index: index, version: 0)
        var random = book.random(for: .photos, contact: person.id, index: index + 100)
        photo.subject = [.landscape, .pet, .flower][random.weighted([5, 3, 2])]
        return photo
    }

    private func photo(of person: Person, index: Int, version: Int) -> AlbumPhoto {
        let number = Detail.number(contact: person.id, index: index)
        var random = Random(book.seed &+ UInt64(version), number, .photos)
        let isPNG = random.chance(0.08)
        let isHuge = random.chance(0.01) && !isPNG && person.id > 12
        let isTurned = random.chance(0.06) && !isPNG
        let short = random.integer(20...45) * 20
        let long = random.chance(0.5) ? short : short * 4 / 3
        let isTall = random.chance(0.7)
        let size = AlbumPhoto.Size(width: isTall ? short : long, height: isTall ? long : short)
        let entered = book.entered(.photos, contact: person.id, index: index)
        return AlbumPhoto(
            number: number, contacts: [person.id], version: version, format: isPNG ? .png : .jpeg,
            size: isHuge ? AlbumPhoto.Size(width: 4000, height: 3000) : size,
            orientation: isTurned ? random.pick([3, 6, 6, 6, 8, 2, 5]) : 1, subject: .portrait,
            name: Identifiers.photoName(of: number, version: version, seed: book.seed), isBroken: false,
            created: entered, updated: entered)
    }
}
