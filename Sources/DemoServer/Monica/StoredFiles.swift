import Foundation

/// The uploaded files and drawn initials below `/store/` and `/storage/`.
struct StoredFiles {
    let monica: Monica
    let account: ServerAccount
    let now: Timestamp

    func answer(_ request: Request, _ segments: [String]) -> Response {
        let isPublic = monica.configuration.photos == .public
        guard segments.first == (isPublic ? "storage" : "store"), segments.count == 3 else {
            return isPublic || segments.first == "storage"
                ? .html(WebPages.error(404), status: 404) : unauthenticated(request)
        }
        if monica.configuration.photos == .session { return unauthenticated(request) }
        if monica.configuration.photos == .bearer, !monica.token.isCarried(by: request) {
            return unauthenticated(request)
        }
        guard let file = file(segments[1], segments[2]) else { return .html(WebPages.error(404), status: 404) }
        let etag = "\"\(String(request.path.fingerprint, radix: 16))\""
        var headers = [(name: "Last-Modified", value: file.modified.http), ("ETag", etag)]
        if isPublic {
            headers.append(("Accept-Ranges", "bytes"))
        } else {
            headers.append(("Cache-Control", "max-age=2628000, private"))
            headers.append(("Content-Disposition", "inline; filename=\(file.name)"))
        }
        if request["If-None-Match"] == etag || request["If-Modified-Since"] == file.modified.http {
            return Response(status: 304, headers: headers)
        }
        var response = Response(status: 200, headers: headers + [("Content-Type", file.type)], body: file.data)
        response.framing = .length
        return response
    }

    /// The route is for browsers: it looks at the session, and never at a token.
    private func unauthenticated(_ request: Request) -> Response {
        Response.unauthenticated(request, login: monica.base(for: request)).withSessionCookies(at: now)
    }

    private struct File {
        var name: String
        var type: String
        var modified: Timestamp
        var data: Data
    }

    private func file(_ folder: String, _ name: String) -> File? {
        let parts = name.split(separator: ".", maxSplits: 1).map(String.init)
        guard parts.count == 2 else { return nil }
        switch folder {
        case "photos":
            guard let photo = account.photo(named: parts[0]), photo.fileName == name, !photo.isBroken,
                let data = monica.pictures.file(of: photo, in: account)
            else { return nil }
            return File(name: photo.originalName, type: photo.mimeType, modified: photo.created, data: data)
        case "avatars":
            guard parts[1] == "jpg", let person = account.contact(withUUID: parts[0]).flatMap(account.person),
                let data = monica.pictures.initials(of: person)
            else { return nil }
            return File(name: name, type: "image/jpeg", modified: person.initialsDrawn, data: data)
        default: return nil
        }
    }
}

extension String {
    /// FNV-1a, which unlike `hashValue` is the same in every run.
    fileprivate var fingerprint: UInt64 {
        utf8.reduce(0xCBF2_9CE4_8422_2325) { ($0 ^ UInt64($1)) &* 0x0000_0100_0000_01B3 }
    }
}
