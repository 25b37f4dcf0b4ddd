/// How large the rows of the lists of contacts are, in application pixels.
nonisolated package enum RowSize: Sendable {
    case usual, small

    /// With the gap that the style leaves between rows, it takes two more.
    var height: Int {
        switch self {
        case .usual: 64
        case .small: 48
        }
    }

    /// The diameter of the pictures.
    package var avatar: Int {
        switch self {
        case .usual: 50
        case .small: 32
        }
    }
}
