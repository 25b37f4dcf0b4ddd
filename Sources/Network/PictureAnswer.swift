public import Foundation

/// The result of a request for a picture.
public enum PictureAnswer: Sendable {
    /// An encoded picture; without freshness it must not be stored.
    case picture(Data, Freshness?)
    /// The stored copy is still valid; the freshness says for how long.
    case notModified(Freshness?)

    /// Interprets a server's answer to a request for a picture.
    ///
    /// `isImmutable` says that the address never has another picture. Throws `unauthorized` when the server wants a browser's
    /// session, and `unreadable` for an empty body.
    public init(_ response: HTTPResponse, to request: HTTPRequest, isImmutable: Bool, now: Date) throws(ServerError) {
        let freshness = Freshness(response, to: request, isImmutable: isImmutable, now: now)
        switch response.status {
        // No request asks for a part of a picture.
        case 206: throw .server(status: 206)
        case 200..<300 where Self.isWebPage(response): throw .unauthorized
        case 200..<300 where response.body.isEmpty: throw .unreadable
        case 200..<300: self = .picture(response.body, freshness)
        case 304 where request.entityTag != nil || request.lastModified != nil: self = .notModified(freshness)
        case 304: throw .server(status: 304)
        // A redirect that is not followed leads to a login page.
        case 300..<400, 401, 403: throw .unauthorized
        case 404, 410: throw .notFound
        default: throw .server(status: response.status)
        }
    }

    /// Examines the bytes first: media types of static files are often wrong.
    private static func isWebPage(_ response: HTTPResponse) -> Bool {
        response.beginsAsPage || response.isNamedHTML && isText(response.body.prefix(256))
    }

    /// The header of a picture has bytes that no text contains.
    private static func isText(_ bytes: Data) -> Bool {
        bytes.allSatisfy { $0 >= 0x20 || (0x09...0x0D).contains($0) }
    }
}

extension HTTPResponse {
    /// Whether the media type is that of a web page.
    package var isNamedHTML: Bool { headers["content-type"]?.lowercased().hasPrefix("text/html") == true }

    /// Whether the body begins as a web page does.
    package var beginsAsPage: Bool {
        let start = String(decoding: body.prefix(256), as: UTF8.self)
            .trimmingCharacters(in: .whitespacesAndNewlines.union(CharacterSet(charactersIn: "\u{FEFF}"))).lowercased()
        return ["<!doctype html", "<html"].contains(where: start.hasPrefix)
    }
}
