/// Monica 5, as far as a program of version 4 meets it: users and vaults, no contacts.
struct Monica5 {
    let token: AccessToken

    func answer(_ request: Request, login: String) -> Response {
        let segments = request.path.split(separator: "/")
        guard segments.first == "api" else { return .html(WebPages.login()) }
        switch segments.dropFirst().first {
        case "user", "users", "vaults":
            guard token.isCarried(by: request) else { return .unauthenticated(request, login: login + "/login") }
            return .json(["data": segments[1] == "user" ? user : .array(segments[1] == "users" ? [user] : [vault])])
        default: return .routeNotFound(request)
        }
    }

    private var user: JSON {
        [
            "id": "9c1f0a52-5a3c-4d7e-9d0b-0d4f6f7c8a10", "name": "Demo User", "email": "demo@example.org",
            "created_at": "2025-08-01T08:00:00Z", "updated_at": "2025-08-01T08:00:00Z",
            "links": ["self": "/api/users/1"],
        ]
    }

    private var vault: JSON {
        [
            "id": "9c1f0b11-8f9e-4a35-b7b5-5f1d7a2c3e44", "name": "Home", "description": nil,
            "created_at": "2025-08-01T08:00:00Z", "updated_at": "2025-08-01T08:00:00Z",
            "links": ["self": "/api/vaults/1"],
        ]
    }
}
