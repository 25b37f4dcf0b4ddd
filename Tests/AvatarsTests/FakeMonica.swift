import Foundation
import Model
import Network

@testable import Avatars

/// A Monica server as the loader sees it: photos under their own URLs, and inside the API's answers.
@MainActor
final class FakeMonica {
    struct Upload {
        let name: String
        let contactID: Int
        /// The server cannot read its file: each answer of the API that should hold it is an error.
        var isBroken = false
    }

    /// The newest first, as the API lists them.
    var uploads: [Upload]
    /// The answer of a photo's own URL. The default is the login, as on a stock server.
    var direct: (String) -> FakeTransport.Answer = { _ in .status(302, type: "text/html") }
    /// Answers in place of the API.
    var instead: ((HTTPRequest) -> FakeTransport.Answer?)?
    /// Paths and queries of the API's requests.
    private(set) var calls: [String] = []

    init(_ uploads: [Upload] = [], serving transport: FakeTransport) {
        self.uploads = uploads
        transport.rule = { [unowned self] in self.answer($0) }
    }

    /// One photo each for this many contacts, numbered from 1.
    convenience init(contacts: Int, broken: Set<Int> = [], serving transport: FakeTransport) {
        let uploads = (1...contacts).map {
            Upload(name: "\($0).jpg", contactID: $0, isBroken: broken.contains($0))
        }
        self.init(uploads, serving: transport)
    }

    private func answer(_ request: HTTPRequest) -> FakeTransport.Answer? {
        let parts = request.url.pathComponents
        guard parts.contains("api") else { return direct(request.url.lastPathComponent) }
        calls.append(request.url.path + "?" + (request.url.query ?? ""))
        if let answer = instead?(request) { return answer }
        let query = URLComponents(url: request.url, resolvingAgainstBaseURL: false)?.queryItems ?? []
        func number(_ name: String) -> Int { query.first { $0.name == name }?.value.flatMap(Int.init) ?? 1 }
        let contactID = parts.contains("contacts") ? parts.dropLast().last.flatMap(Int.init) : nil
        let list = uploads.filter { contactID == nil || $0.contactID == contactID }
        let page = list.dropFirst((number("page") - 1) * number("limit")).prefix(number("limit"))
        guard !page.contains(where: \.isBroken) else { return .status(500, "{\"message\":\"Unable\"}") }
        return .json(Self.json(page: Array(page), total: list.count, perPage: number("limit"), page: number("page")))
    }

    private static func json(page uploads: [Upload], total: Int, perPage: Int, page: Int) -> String {
        let data = uploads.enumerated().map { index, upload in
            let picture = Data("face \(upload.name)".utf8).base64EncodedString()
            return """
                {"id":\(index + 1),"new_filename":"photos/\(upload.name)","dataUrl":"data:image/jpeg;base64,\(picture)",
                "link":"http://other.name/store/photos/\(upload.name)","contact":{"id":\(upload.contactID)}}
                """
        }
        let lastPage = max(1, (total + perPage - 1) / perPage)
        return """
            {"data":[\(data.joined(separator: ","))],
            "meta":{"current_page":\(page),"last_page":\(lastPage),"total":\(total)}}
            """
    }
}

extension Fixture {
    /// The state of a contact with a photo. The contact's number names the photo.
    func photo(_ id: Int, name: String? = nil, size: Int = 50) -> AvatarState<Face> {
        state(id, "https://monica.example/store/photos/\(name ?? "\(id).jpg")", .photo, size: size)
    }
}
