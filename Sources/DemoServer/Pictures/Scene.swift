import Gtk

struct Scene {
    let photo: Photo
    let account: Account
    func draw(on canvas: Canvas) {
        canvas.rectangle(x: 0, y: 0, width: 100, height: 100)
        canvas.fill(Colour(rgb: 0x3584e4))
    }
}
