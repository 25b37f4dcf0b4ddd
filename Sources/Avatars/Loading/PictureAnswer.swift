import Foundation
import Network

/// What a server's answer to a request for a picture means.
nonisolated enum PictureAnswer: Hashable, Sendable {
    case picture
    /// The cached copy is still right.
    case notModified
    /// The server wants a browser's session.
    case login
    case failed(ImageLoadError)

    init(_ response: HTTPResponse, to request: HTTPRequest) {
        self =
            switch response.status {
            // Nobody asks for a part of a picture.
            case 206: .failed(.status(206))
            case 200..<300: Self.isWebPage(response) ? .login : response.body.isEmpty ? .failed(.invalidData) : .picture
            case 304 where request.entityTag != nil || request.lastModified != nil: .notModified
            case 304: .failed(.status(304))
            // Redirects are only seen where they are not followed, and Monica's lead to its login page.
            case 300..<400, 401, 403: .login
            case 404, 410: .failed(.notFound)
            default: .failed(.status(response.status))
            }
    }

    private static let pageStarts = ["<!doctype html", "<html"]

    /// Goes by the bytes first: types of static files are often wrong.
    private static func isWebPage(_ response: HTTPResponse) -> Bool {
        let start = String(decoding: response.body.prefix(256), as: UTF8.self)
            .trimmingCharacters(in: .whitespacesAndNewlines.union(CharacterSet(charactersIn: "\u{FEFF}"))).lowercased()
        if pageStarts.contains(where: start.hasPrefix) { return true }
        let type = response.headers["content-type"]?.lowercased() ?? ""
        return type.hasPrefix("text/html") && !hasPictureSignature(response.body)
    }

    private static let signatures: [[UInt8]] = [
        [0xFF, 0xD8, 0xFF], [0x89, 0x50, 0x4E, 0x47], Array("GIF8".utf8), Array("RIFF".utf8), Array("BM".utf8),
    ]

    private static func hasPictureSignature(_ body: Data) -> Bool {
        signatures.contains { body.starts(with: $0) }
    }
}
