import Foundation
import Network

extension HTTPResponse {
    /// Throws unless this is an API answer with JSON. A proxy that finds no server answers with status 404, too: `isMissing`
    /// returns whether Monica itself says that it has no such thing.
    func checkSuccess(isMissing: (HTTPResponse) -> Bool = { _ in true }) throws(ServerError) {
        if let obstacle = obstacle(asked: url) { throw obstacle }
        if isHTML, (200..<500).contains(status), status != 429 { throw .webPage }
        switch status {
        case 200..<300: break
        case 401, 403: throw .unauthorized
        case 404 where isMissing(self), 410 where isMissing(self): throw .notFound
        case 400, 422: throw .invalidRequest(messages)
        case 429: throw .rateLimited(RetryAfter.wait(in: self) ?? .seconds(60))
        case 503: throw .unavailable(RetryAfter.wait(in: self))
        default: throw .server(status: status)
        }
    }

    /// Not every page names its type.
    var isHTML: Bool { isNamedHTML || beginsAsPage }

    /// Laravel's refusal of a request without a token: it proves that an API with accounts is here.
    var isLaravelUnauthenticated: Bool {
        status == 401 && JSONObject(parsing: body)?.string("message") != nil
    }

    /// The API's root: `{"success":{"message":"Welcome to Monica"},…}`.
    var isWelcome: Bool {
        guard status == 200, let answer = JSONObject(parsing: body) else { return false }
        return answer.object("success")?.string("message")?.contains("Monica") == true
    }

    /// Whether Monica says that there is no such contact. A route that is not there has other words, and a proxy has none of these.
    var isContactGone: Bool {
        guard let answer = JSONObject(parsing: body) else { return false }
        return answer.object("error")?.int("error_code") == 31
            || answer.string("message")?.hasPrefix("No query results for model [App\\Models\\Contact\\Contact]")
                ?? false
    }

    /// Whether Monica says that it has no such route. An older version says so without words.
    var isRouteMissing: Bool {
        let message = JSONObject(parsing: body)?.fields["message"] as? String
        return message.map { $0.isEmpty || $0.hasPrefix("The route ") } ?? false
    }

    /// Whether Monica says that there is no such thing, for example no such tag.
    var isThingGone: Bool {
        JSONObject(parsing: body)?.string("message")?.hasPrefix("No query results for model") ?? false
    }

    /// The server's words about the error, in any of its three forms: `error.message` as text or as a list (Monica's
    /// own), `message` (the framework's), and `errors` by field (its validation's).
    var messages: [String] {
        // Without JSON there is nothing to quote.
        guard let answer = JSONObject(parsing: body) else { return [] }
        var found: [String] = []
        if let error = answer.object("error") {
            found = error.strings("message") + [error.string("message")].compactMap { $0 }
        } else if let fields = answer.object("errors") {
            found = fields.fields.keys.sorted().flatMap(fields.strings)
        }
        if found.isEmpty { found = [answer.string("message")].compactMap { $0 } }
        return found.prefix(20).map { String($0.prefix(300)) }
    }
}
