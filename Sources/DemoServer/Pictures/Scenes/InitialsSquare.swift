import Foundation
import Gtk

/// The server's own drawing of initials: 150 × 150 pixels, white on the contact's colour; blank where the name has no
/// letters that its font knows.
enum InitialsSquare {
    static func jpegData(of person: Person) -> Data? {
        let canvas = Canvas(width: 150, height: 150)
        canvas.rectangle(x: 0, y: 0, width: 150, height: 150)
        canvas.fill(Colour(rgb: UInt32(person.colour.dropFirst(), radix: 16) ?? 0))
        let letters = String(person.initials.prefix(2))
        if !letters.isEmpty {
            canvas.text(letters, font: "Sans Bold 68px", centeredAt: (75, 75), colour: .white)
        }
        return canvas.jpegData(quality: 90)
    }
}
