import Gtk
import Model

// The way back to a contact leads to the place where the person left it.
extension DetailView {
    /// The scroll position of a page, and the value or entry of its focused row.
    struct Place {
        /// In application pixels.
        let position: Double
        let field: FieldID?
    }

    var place: Place { Place(position: scroll.position, field: fieldWithFocus) }

    /// Scrolls to a place of the shown contact, and gives the focus to its row, once the page has rows enough.
    func go(to place: Place, focusing: Bool) {
        go(to: place, focusing: focusing, of: contactID, frames: 2)
    }

    /// `frames` is the number of frames that may pass once all rows are there: a row has its height after the next layout.
    private func go(to place: Place, focusing: Bool, of contact: Int?, frames: Int) {
        scroll.afterNextFrame { [weak self] in
            guard let self, self.contactID == contact else { return }
            self.scroll.position = place.position
            if self.scroll.position < place.position, self.isFilling || frames > 0 {
                return self.go(
                    to: place, focusing: focusing, of: contact, frames: self.isFilling ? frames : frames - 1)
            }
            if focusing, let field = place.field { _ = self.focus(field) }
        }
    }
}
