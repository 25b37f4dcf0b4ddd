/// Why there is no picture.
public nonisolated enum PictureError: Error, Hashable, Sendable {
    /// The data is no picture that is understood, is damaged or cut off, or would take too much memory.
    case invalidData
    /// Nobody waits for the picture any more.
    case cancelled
}
