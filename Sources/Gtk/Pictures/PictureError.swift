/// The reason why there is no picture.
public nonisolated enum PictureError: Error, Hashable, Sendable {
    /// The data has an unknown format, is damaged or cut off, or would take too much memory.
    case invalidData
    /// The system's decoders do not start, or do not end. This says nothing about the picture.
    case noDecoder
    /// The request for the picture was cancelled.
    case cancelled
}
