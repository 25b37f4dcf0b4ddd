public import Foundation
import Network

/// Why a contact's picture is not there.
public nonisolated enum ImageLoadError: LocalizedError, Hashable, Sendable {
    case invalidURL
    /// Something came, but no picture.
    case invalidData
    /// The server refuses, or shows its login page instead.
    case unauthorized
    case notFound
    /// Nothing can be decoded on this desktop, at least now.
    case noDecoder
    /// No complete answer, or an answer that says nothing about the picture. The text is the system's or the status'.
    case networkError(String)

    /// A short text in English, for logs.
    public var errorDescription: String? {
        switch self {
        case .invalidURL: "Invalid avatar URL"
        case .invalidData: "Invalid image data"
        case .unauthorized: "Authentication failed"
        case .notFound: "Photo not found"
        case .noDecoder: "No picture decoder"
        case .networkError(let message): "Network error: \(message)"
        }
    }

    /// Whether asking again can help although nothing changed on the server.
    var isTransient: Bool {
        switch self {
        case .networkError, .noDecoder: true
        case .invalidURL, .invalidData, .unauthorized, .notFound: false
        }
    }

    private static func status(_ status: Int) -> ImageLoadError {
        .networkError("HTTP \(status)")
    }

    init(_ error: ServerError) {
        self =
            switch error {
            case .transport(let error): ImageLoadError(error)
            case .unauthorized: .unauthorized
            case .notFound: .notFound
            case .server(let status): .status(status)
            case .rateLimited: .status(429)
            case .unavailable: .status(503)
            case .unreadable: .invalidData
            case .invalidRequest, .webPage, .inFront, .tooManyEntries, .otherServer, .unsupportedVersion:
                .networkError("unexpected answer")
            }
    }

    private init(_ error: TransportError) {
        self =
            switch error {
            case .cancelled: .networkError("cancelled")
            case .unreachable(let message): .networkError(message)
            case .timedOut: .networkError("timed out")
            case .tooLarge: .networkError("answer too large")
            case .truncated: .networkError("answer cut off")
            case .malformed: .networkError("answer is not HTTP")
            case .handshakeFailed: .networkError("no encrypted connection")
            case .untrustedCertificate: .networkError("certificate not trusted")
            case .certificateRequired: .networkError("certificate required")
            case .refusedRedirect: .networkError("redirect refused")
            // The URL will not get better.
            case .refusedHost: .invalidURL
            case .rateLimited: .networkError("too many requests")
            }
    }
}

/// How a load ends without a picture.
nonisolated enum LoadFailure: Error, Hashable {
    /// No view wants the picture any more.
    case cancelled
    case failed(ImageLoadError)

    init(_ error: ServerError) {
        self = error == .transport(.cancelled) ? .cancelled : .failed(ImageLoadError(error))
    }
}
