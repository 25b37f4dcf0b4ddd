/// Why a picture that a person chose is not taken.
public nonisolated enum PhotoProblem: Error, Hashable, Sendable {
    /// The clipboard has no picture.
    case nothing
    /// The bytes are no picture that can be decoded.
    case unreadable
    /// There is an address, and no file of this computer.
    case address
    /// Nothing of the chosen square is visible.
    case invisible
    /// The file or the picture is beyond the limits.
    case tooLarge
    /// The system's decoders do not start.
    case noDecoder

    init(_ error: PictureError) {
        self = error == .noDecoder ? .noDecoder : .unreadable
    }
}
