/// The supported formats. Any other file is refused before its bytes reach a decoder.
nonisolated enum PictureFormat: Sendable {
    case jpeg, png, webp, gif, bmp

    /// The format according to the first bytes; a server's media type does not matter.
    init?(_ bytes: ByteView) {
        if bytes.big(3, at: 0) == 0xFFD8FF {
            self = .jpeg
        } else if bytes.big(4, at: 0) == 0x8950_4E47, bytes.big(4, at: 4) == 0x0D0A_1A0A {
            self = .png
        } else if bytes.has("RIFF", at: 0), bytes.has("WEBP", at: 8) {
            self = .webp
        } else if bytes.has("GIF87a", at: 0) || bytes.has("GIF89a", at: 0) {
            self = .gif
        } else if bytes.has("BM", at: 0) {
            self = .bmp
        } else {
            return nil
        }
    }

    /// The name of gdk-pixbuf's module.
    var module: String {
        switch self {
        case .jpeg: "jpeg"
        case .png: "png"
        case .webp: "webp"
        case .gif: "gif"
        case .bmp: "bmp"
        }
    }
}
