/// Counts for the Troubleshooting page since the start; nothing in them tells of a person.
public nonisolated struct AvatarStatistics: Hashable, Sendable {
    /// The kind of a failure.
    public enum Failure: Hashable, Sendable, CaseIterable {
        case invalidURL, invalidData, unauthorized, notFound, noDecoder, network

        init(_ error: ImageLoadError) {
            self =
                switch error {
                case .invalidURL: .invalidURL
                case .invalidData: .invalidData
                case .unauthorized: .unauthorized
                case .notFound: .notFound
                case .noDecoder: .noDecoder
                case .networkError: .network
                }
        }
    }

    /// Pictures that were in memory when a view wanted them.
    public var memoryHits = 0
    /// Pictures that were not in memory when a view wanted them.
    public var memoryMisses = 0
    /// Pictures found on disk.
    public var diskHits = 0
    /// Pictures that were not found on disk.
    public var diskMisses = 0
    /// Pictures on disk that were past their date when they were shown.
    public var staleHits = 0
    /// Pictures decoded for views.
    public var decodes = 0
    /// Loads that ended without a picture.
    public var failures: [Failure: Int] = [:]

    /// All zero.
    public init() {}
}

/// The one place where the parts of the loader count.
final class Counters {
    var values = AvatarStatistics()
}
