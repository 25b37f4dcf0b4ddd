import Gtk

/// Draws the content of a photo.
struct Scene {
    let photo: AlbumPhoto
    let account: ServerAccount

    func draw(on canvas: Canvas) {
        let frame = Frame(photo.size)
        let scale = Double(min(photo.size.width, photo.size.height)) / 100
        var random = Random(account.book.seed &+ UInt64(photo.version) &+ 1, photo.number, .picture)
        canvas.saved {
            canvas.translate(x: Double(photo.size.width) / 2, y: Double(photo.size.height) / 2)
            canvas.scale(x: scale, y: scale)
            switch photo.subject {
            case .portrait:
                guard let person = photo.contacts.first.flatMap(account.book.person) else { return }
                Portrait.draw(person, on: canvas, frame: frame, &random)
            case .landscape: Landscape.draw(on: canvas, frame: frame, &random)
            case .pet: PetPicture.draw(on: canvas, frame: frame, &random)
            case .flower: Flowers.draw(on: canvas, frame: frame, &random)
            }
        }
    }
}
