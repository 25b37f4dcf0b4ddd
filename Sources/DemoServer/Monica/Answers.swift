import Foundation

// The bodies and headers of a Monica 4.1.2 behind Apache.
extension Response {
    private static let noCache = [(name: "Cache-Control", value: "no-cache, private")]

    static func json(_ value: JSON, status: Int = 200, pretty: Bool = false) -> Response {
        Response(
            status: status, headers: noCache + [("Content-Type", "application/json")],
            body: value.encoded(pretty: pretty))
    }

    package static func html(_ text: String, status: Int = 200) -> Response {
        Response(
            status: status, headers: noCache + [("Content-Type", "text/html; charset=UTF-8")], body: Data(text.utf8))
    }

    /// An error in Monica's own form.
    static func error(_ message: String, code: Int, status: Int) -> Response {
        json(["error": ["message": .string(message), "error_code": .int(code)]], status: status)
    }

    static let notFound = error("The resource has not been found", code: 31, status: 404)
    /// Of the web server, which refuses encoded slashes and zeros before Monica sees them.
    static let apacheNotFound = Response(
        status: 404, headers: [("Content-Type", "text/html; charset=iso-8859-1")],
        body: Data(WebPages.apacheNotFound.utf8))
    static let limitTooBig = error("The limit parameter is too big", code: 30, status: 400)
    static let badSort = error("The sorting criteria is invalid", code: 39, status: 400)
    static let invalidQuery = error("Invalid query", code: 40, status: 500)

    /// An exception in Laravel's form; a web page for clients that do not expect JSON.
    package static func exception(_ message: String, status: Int, for request: Request) -> Response {
        guard request.expectsJSON else { return html(WebPages.error(status), status: status) }
        return json(["message": .string(message)], status: status, pretty: true)
    }

    /// PHP's own complaint about an id that is no number.
    static func badID(_ controller: String, position: Int = 2, name: String = "id", for request: Request) -> Response {
        exception(
            """
            App\\Http\\Controllers\\Api\\\(controller): Argument #\(position) ($\(name)) must be of type int, string given, \
            called in /var/www/monica/vendor/laravel/framework/src/Illuminate/Routing/Controller.php on line 54
            """, status: 500, for: request)
    }

    static func routeNotFound(_ request: Request) -> Response {
        let path = request.path.drop { $0 == "/" }
        var response = exception("The route \(path) could not be found.", status: 404, for: request)
        response.isHTTP10 = request.expectsJSON
        return response
    }

    static func methodNotAllowed(_ request: Request, allowed: [String]) -> Response {
        let path = request.path.drop { $0 == "/" }
        let methods = (allowed + allowed).joined(separator: ", ")
        let message =
            "The \(request.method) method is not supported for route \(path). Supported methods: \(methods)."
        var response = exception(message, status: 405, for: request).with("Allow", methods)
        response.isHTTP10 = request.expectsJSON
        return response
    }

    /// The answer without a valid token: 401 for clients that expect JSON, a redirect to the login page for others.
    static func unauthenticated(_ request: Request, login: String) -> Response {
        guard request.expectsJSON else { return redirect(to: login) }
        return json(["message": "Unauthenticated."], status: 401)
    }

    package static func redirect(to location: String) -> Response {
        var response = html(WebPages.redirect(to: location), status: 302).with("Location", location)
        response.headers.removeAll { $0.name == "Content-Type" }
        return response.with("Content-Type", "text/html; charset=utf-8")
    }

    static func maintenance(_ request: Request) -> Response {
        var response = exception("Service Unavailable", status: 503, for: request).with("Retry-After", "10")
        response.isHTTP10 = request.expectsJSON
        return response
    }

    /// Adds the cookies of Laravel's web routes, which open a session for every client.
    func withSessionCookies(at now: Timestamp) -> Response {
        let expiry = "expires=\(Timestamp(seconds: now.seconds + 7200).http); Max-Age=7200; path=/"
        return with("Set-Cookie", "XSRF-TOKEN=ZGVtbw%3D%3D; \(expiry); samesite=lax")
            .with("Set-Cookie", "laravel_session=ZGVtbw%3D%3D; \(expiry); httponly; samesite=lax")
    }
}
