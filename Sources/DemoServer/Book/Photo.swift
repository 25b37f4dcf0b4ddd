/// A photo in the album of a contact.
struct Photo: Sendable {
    enum Format: Sendable {
        case jpeg, png

        var fileExtension: String { self == .jpeg ? "jpg" : "png" }
        var mimeType: String { self == .jpeg ? "image/jpeg" : "image/png" }
    }

    /// As the picture is seen, before `orientation` turns it.
    struct Size: Hashable, Sendable {
        var width: Int
        var height: Int
    }

    var number: Int
    var contact: Int
    var version: Int
    var format: Format
    var size: Size
    /// The EXIF orientation with which the file is stored, 1 to 8.
    var orientation: Int
    var subject: Subject
    var name: String
    var isBroken: Bool
    var created: Timestamp

    enum Subject: Sendable { case portrait, landscape, pet, flower }

    var fileName: String { "\(name).\(format.fileExtension)" }

    /// As it was called when it was uploaded.
    var originalName: String {
        switch subject {
        case .portrait: "portrait.\(format.fileExtension)"
        case .landscape: "IMG_\(1000 + number % 9000).\(format.fileExtension)"
        case .pet: "pet.\(format.fileExtension)"
        case .flower: "garden.\(format.fileExtension)"
        }
    }
}

extension Account {
    /// The photos of a contact; the one that is the avatar comes first.
    func photos(of id: Int) -> [Photo] {
        guard let person = person(id), !person.isPartial else { return [] }
        let avatar = avatarPhoto(of: person)
        let more = book.count(of: .photos, contact: id)
        return [avatar].compactMap { $0 } + (0..<more).map { album(of: person, index: $0 + 1) }
    }

    func avatarPhoto(of person: Person) -> Photo? {
        guard case .photo(let version) = person.avatar else { return nil }
        var photo = photo(of: person, index: 0, version: version)
        var random = Random(book.seed &+ UInt64(version), person.id, .picture)
        photo.subject = [.portrait, .landscape, .pet, .flower][random.weighted([84, 6, 6, 4])]
        // The head of the list is what people see first.
        if person.id <= 12 { photo.subject = .portrait }
        photo.isBroken = isPhotoBroken(ofContact: person.id)
        return photo
    }

    /// How many photos a contact has, without making them.
    func photoCount(of id: Int) -> Int {
        guard exists(id), !book.isPartial(id) else { return 0 }
        let more = book.count(of: .photos, contact: id)
        if case .photo = avatar(of: id) { return more + 1 }
        return more
    }

    /// The photo with a number; nil when it is gone or never was.
    func photo(_ number: Int) -> Photo? {
        guard let place = Detail.place(of: number), exists(place.contact) else { return nil }
        return photos(of: place.contact).first { $0.number == number }
    }

    func photo(named name: String) -> Photo? {
        Identifiers.number(ofPhotoName: name, seed: book.seed).flatMap { photo($0) }.flatMap {
            $0.name == name ? $0 : nil
        }
    }

    private func album(of person: Person, index: Int) -> Photo {
        var photo = photo(of: person, index: index, version: 0)
        var random = book.random(for: .photos, contact: person.id, index: index + 100)
        photo.subject = [.landscape, .pet, .flower][random.weighted([5, 3, 2])]
        return photo
    }

    private func photo(of person: Person, index: Int, version: Int) -> Photo {
        let number = Detail.number(contact: person.id, index: index)
        var random = Random(book.seed &+ UInt64(version), number, .photos)
        let isPNG = random.chance(0.08)
        let isHuge = random.chance(0.01) && !isPNG && person.id > 12
        let isTurned = random.chance(0.06) && !isPNG
        let short = random.integer(20...45) * 20
        let long = random.chance(0.5) ? short : short * 4 / 3
        let isTall = random.chance(0.7)
        let size = Photo.Size(width: isTall ? short : long, height: isTall ? long : short)
        return Photo(
            number: number, contact: person.id, version: version, format: isPNG ? .png : .jpeg,
            size: isHuge ? Photo.Size(width: 4000, height: 3000) : size,
            orientation: isTurned ? random.pick([3, 6, 6, 6, 8, 2, 5]) : 1, subject: .portrait,
            name: Identifiers.photoName(of: number, version: version, seed: book.seed), isBroken: false,
            created: book.entered(.photos, contact: person.id, index: index))
    }
}
