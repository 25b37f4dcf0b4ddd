import Foundation
import Gtk

/// A photo as bytes: its drawing, turned as a camera would have stored it, in its format.
struct PhotoFile {
    private static let originalQuality = 86
    /// Of the server's own re-encoding.
    private static let serverQuality = 90

    let photo: AlbumPhoto
    let account: ServerAccount

    func original() -> Data? {
        let canvas = draw()
        switch photo.format {
        case .png: return canvas.pngData()
        case .jpeg:
            let data = canvas.jpegData(quality: Self.originalQuality)
            return photo.orientation == 1 ? data : data.map { EXIF.adding(orientation: photo.orientation, to: $0) }
        }
    }

    func reencoded() -> Data? {
        let canvas = draw()
        return photo.format == .png ? canvas.pngData() : canvas.jpegData(quality: Self.serverQuality)
    }

    private func draw() -> Canvas {
        let size = photo.size
        let isOnItsSide = photo.orientation >= 5
        let canvas = Canvas(
            width: isOnItsSide ? size.height : size.width, height: isOnItsSide ? size.width : size.height)
        EXIF.turn(canvas, orientation: photo.orientation, width: Double(size.width), height: Double(size.height))
        Scene(photo: photo, account: account).draw(on: canvas)
        return canvas
    }
}
