/// The few pages for browsers.
package enum WebPages {
    static func login() -> String {
        page(
            "Login",
            """
            <h1>Login to your account</h1>
            <form method="post" action="/login"><p><input type="email" name="email"> <input type="password" name="password">
            <button>Login</button></p></form>
            <p>This is a demo server with invented contacts: nobody can log in here.</p>
            """)
    }

    /// The page behind the link to a demo server's tokens.
    static func tokens(_ token: String) -> String {
        page(
            "API settings",
            """
            <h1>Personal access token</h1>
            <p>The token of this demo server:</p>
            <p><textarea rows="14" cols="72" readonly>\(token)</textarea></p>
            """)
    }

    static func error(_ status: Int) -> String {
        let texts = [404: "Page Not Found", 405: "Method Not Allowed", 500: "Server Error", 503: "Service Unavailable"]
        return page("\(texts[status] ?? "Error")", "<p>\(status)</p><p>\(texts[status] ?? "Error")</p>")
    }

    static func redirect(to location: String) -> String {
        """
        <!DOCTYPE html>
        <html><head><meta charset="UTF-8" /><meta http-equiv="refresh" content="0;url='\(location)'" />
        <title>Redirecting to \(location)</title></head>
        <body>Redirecting to <a href="\(location)">\(location)</a>.</body></html>
        """
    }

    package static func notMonica() -> String {
        page("It works!", "<h1>It works!</h1><p>Some other web server.</p>")
    }

    static let apacheNotFound = """
        <!DOCTYPE HTML PUBLIC "-//W3C//DTD HTML 4.01//EN" "http://www.w3.org/TR/html4/strict.dtd">
        <html><head>
        <title>404 Not Found</title>
        </head><body>
        <h1>Not Found</h1>
        <p>The requested URL was not found on this server.</p>
        </body></html>
        """

    private static func page(_ title: String, _ body: String) -> String {
        """
        <!DOCTYPE html>
        <html lang="en"><head><meta charset="utf-8"><title>\(title) | Monica</title></head>
        <body>
        \(body)
        </body></html>
        """
    }
}
