import Gtk

extension PhotoProblem {
    /// The sentence for a person.
    var sentence: String {
        switch self {
        case .nothing: tr("There is no picture on the clipboard.")
        case .unreadable: tr("Cameo can’t read this picture. JPEG, PNG, WebP, GIF and BMP work.")
        case .address: tr("Save the picture first, then drop the file.")
        case .invisible: tr("This part of the picture is empty.")
        case .tooLarge: tr("This picture is too large.")
        case .noDecoder: tr("Photos can’t be shown: this desktop’s picture decoder does not start.")
        }
    }
}
